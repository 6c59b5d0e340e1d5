/** Learn: the better card, found in one's own mistakes; a report of the own play; the search itself. */
import { html, useEffect, useRef, useState } from "./vendor/htm-preact.js";
import { ask, stream } from "./api.js";
import { printed, short } from "./cards.js";
import { Fault, Grid, useStream } from "./common.js";
import { called, list, title } from "./names.js";
import { fragment } from "./route.js";
import { addProblems, addReport, games, problems, reports, setProblem } from "./saved.js";
import { Stage } from "./stage.js";
import { amount, worded } from "./units.js";

const OFTEN = 2; // a problem comes back until it was solved so often
const STEPS = [
  ["Play a hand", "Choose a game and opponents. Your cards lie below; a click plays one. A card that may not be played says why.", "#/home"],
  ["Ask for a hint", "It names the best card, by how much it is better, and over how many deals that fit what you saw. Cards that these deals cannot tell apart are shown as equal.", "#/table"],
  ["Look at the hand again", "Every card with its value, the graph of the hand, and each mistake with what it cost.", "#/analyse"],
  ["Come back here", "Your mistakes become problems: find the better card yourself.", "#/learn"],
];

/** For whom somebody chose in a game: the own seat, and the dummy of one who declares. @param {string} game @param {number} seat */
export function ownSeats(game, seat) {
  const dummy = "NESW".indexOf(game.match(/^bridge\(.*?dummy=([NESW])/)?.[1] ?? "?");
  return dummy >= 0 && (dummy + 2) % 4 === seat ? [seat, dummy] : [seat];
}

/** @param {{about: any, words: Record<string, string>, say: (words: string) => void}} props */
export function Learn({ about, words, say }) {
  const [all, setAll] = useState(() => problems());
  const [now, setNow] = useState(/** @type {any} */ (null));
  const [busy, setBusy] = useState("");
  const [fault, setFault] = useState("");
  const stop = useRef(() => {}), ended = useRef(false);
  const leave = () => { ended.current = true; stop.current(); setBusy(""); };
  useEffect(() => leave, []);
  const open = all.filter((one) => one.solved < OFTEN);
  const looked = new Set(reports().map((one) => one.id));
  const hands = games().filter((one) => one.seat !== null).flatMap((one) => Array.from({ length: done(one) }, (_, at) => ({ game: one, at })))
    .filter(({ game, at }) => !looked.has(`${game.id} ${at}`));
  const next = (list = open) => setNow(list.length ? list[Math.floor(Math.random() * list.length)] : null);

  /** Go through hands that are over, one after the other, and make problems of what was given away. */
  const look = async () => {
    setFault("");
    ended.current = false;
    for (const [number, { game, at }] of hands.slice(0, 12).entries()) {
      setBusy(`checking hand ${number + 1} of ${Math.min(12, hands.length)} …`);
      try {
        const hand = await ask("hand", { log: game.log, number: at });
        const line = await ask("line", hand);
        const review = await new Promise((resolve, reject) => {
          let last = null;
          stop.current = stream("review", hand, { answer: (data) => { last = data; }, end: () => resolve(last), fault: (why) => reject(new Error(why)) });
        });
        const made = mistakes(game, at, hand, line, review);
        if (ended.current) return;
        addProblems(made);
        addReport(reported(game, at, line, review));
        setAll(problems());
      } catch (error) {
        setFault(error.message);
        break;
      }
      if (ended.current) return;
    }
    setBusy("");
  };
  if (now) {
    return html`<${Problem} key=${now.id} about=${about} problem=${now} left=${open.length} say=${say} onLeave=${() => { setAll(problems()); setNow(null); }}
      onNext=${() => { const list = problems(); setAll(list); next(list.filter((one) => one.solved < OFTEN && one.id !== now.id)); }} />`;
  }
  const begins = !hands.length && !all.length && !looked.size;
  const tour = html`<section class="panel" aria-label="First steps"><h2>First steps</h2>
      <ol class="tour">${STEPS.map(([name, about, where]) => html`<li><a href=${where}>${name}</a>.<span class="soft"> ${about}</span></li>`)}</ol></section>`;
  const search = hands.length ? `Look for mistakes in ${hands.length} ${hands.length === 1 ? "hand" : "hands"}` : "Look for mistakes";
  return html`<div class="learn">
    ${fault && html`<${Fault} why=${fault} />`}
    ${begins && tour}
    <section class="panel" aria-label="Find the better card"><h2>Find the better card</h2>
      <p>${all.length ? `Positions from your own hands in which another card was better: ${open.length} to solve, ${all.length - open.length} solved.`
        : looked.size ? "No mistakes so far in the hands that were checked." : "Your own mistakes become problems: once you have played, your hands are checked here."}</p>
      <div class="row">
        <button class="main" disabled=${!open.length} onClick=${() => next()}>Start</button>
        <button disabled=${!hands.length || busy !== ""} onClick=${look}>${search}</button>
        ${busy && html`<button onClick=${leave}>Stop</button>`}
        <span class="soft" role="status">${busy || (hands.length ? "" : begins ? "play a hand first" : "all hands have been checked")}</span></div>
    </section>
    <${Report} about=${about} />
    ${!begins && tour}
    <section class="panel" aria-label="How the search works"><h2>How the search works</h2>
      <p>For the curious: watch a search step by step, and guess where it stops looking.</p>
      <ul class="others">${about.examples.map((one) => html`<li><a href=${fragment("watch", { game: one.game, position: one.position, algorithm: one.algorithm })}>${one.name}</a></li>`)}</ul></section>
  </div>`;
}

/** How many hands of a game are over. */
function done(game) {
  return game.hands ?? 0;
}

/** The problems in a hand: exact mistakes of the own seat. */
function mistakes(game, at, hand, line, review) {
  const players = line.game.names.length, names = called(line.game.names, game.seat), own = ownSeats(hand.game, game.seat);
  return (review?.turns ?? []).flatMap((turn, index) => {
    if (!own.includes(turn.player) || turn.certainty !== "exact" || turn.cost <= 0) return [];
    return [{ id: `${game.id} ${at} ${index}`, game: hand.game, position: hand.position, play: hand.play.slice(0, index), seat: game.seat, played: turn.move,
      best: [turn.best], cost: turn.cost, unit: line.game.unit, trick: Math.floor(index / players) + 1, solved: 0, tried: 0, names }];
  });
}

/** What each seat gave away in a hand. */
function reported(game, at, line, review) {
  const costs = line.game.names.map((_, seat) => (review?.turns ?? []).filter((turn) => turn.player === seat && turn.certainty === "exact")
    .reduce((sum, turn) => sum + Math.max(0, turn.cost), 0));
  return { id: `${game.id} ${at}`, game: game.game, seat: game.seat, costs, names: called(line.game.names, game.seat), own: ownSeats(game.game, game.seat), unit: line.game.unit, when: game.when };
}

/** What the own seat and the others gave away, over all hands that were looked at. */
function Report({ about }) {
  const all = reports();
  if (!all.length) return null;
  const kinds = [...new Set(all.map((one) => one.game.split("(")[0]))];
  const rows = kinds.map((kind) => {
    const some = all.filter((one) => one.game.split("(")[0] === kind);
    const mine = (one) => one.own ?? [one.seat];
    const own = some.reduce((sum, one) => sum + mine(one).reduce((total, seat) => total + one.costs[seat], 0), 0) / some.length;
    const seats = new Map();
    for (const one of some) {
      for (const [seat, cost] of one.costs.entries()) {
        if (mine(one).includes(seat)) continue;
        const name = one.names?.[seat] ?? `seat ${seat + 1}`;
        seats.set(name, [...(seats.get(name) ?? []), cost]);
      }
    }
    const others = [...seats].map(([name, costs]) => `${name} ${Math.round((10 * costs.reduce((a, b) => a + b, 0)) / costs.length) / 10}`).join(", ");
    return [title(about, kind), some.length, amount(some[0].unit, own), others];
  });
  return html`<section class="panel" aria-label="Report"><h2>Given away per hand</h2>
    <${Grid} label="Given away per hand" heads=${["game", "hands", "you", "the others"]} rows=${rows} />
    <p class="soft">Against perfect play with all cards open, from where the rest can be solved.</p></section>`;
}

/** One problem: first without the answer, then in words. */
function Problem({ about, problem, left, say, onNext, onLeave }) {
  const [line, setLine] = useState(null);
  const [tried, setTried] = useState([]);
  const [given, setGiven] = useState(false);
  const [fault, setFault] = useState("");
  const { game, position, play } = problem;
  useEffect(() => { ask("line", { game, position, play }).then(setLine).catch((error) => setFault(error.message)); }, []);
  const { answer, running } = useStream("analyse", { game, position, play });
  const ready = answer?.complete || (answer && !running); // all cards that are as good are known
  const now = line?.positions.at(-1), side = line?.game.side_of[problem.seat];
  const row = (card) => answer?.moves.find((one) => one.moves.includes(card));
  const right = answer?.complete ? answer.moves.filter((one) => one.cost === 0).flatMap((one) => one.moves) : problem.best;
  const last = tried.at(-1), solved = last && right.includes(last);
  const guess = (card) => {
    if (solved || !ready) return;
    const good = right.includes(card);
    setTried([...tried, card]);
    const once = good && tried.length === 0;
    setProblem({ ...problem, tried: problem.tried + 1, solved: once ? problem.solved + 1 : 0 });
    say(good ? "Right." : "Not this one.");
  };
  printed(line?.game.suits);
  const told = () => {
    if (!last) return `Trick ${problem.trick}: you played ${short(problem.played)}. Which card is better?`;
    const value = row(last)?.words.value[side];
    if (solved) {
      const others = right.filter((card) => card !== last).map(short), worth = value === undefined ? "" : worded(problem.unit, value);
      const found = given ? `Better: ${list([short(last), ...others], "or")}${worth && `, ${worth}`}`
        : `Right: ${short(last)}${worth && ` comes to ${worth}`}${others.length ? `, and so ${others.length > 1 ? "do" : "does"} ${list(others)}` : ""}`;
      return `${found}. ${short(problem.played)} in trick ${problem.trick} cost ${amount(problem.unit, problem.cost)}.`;
    }
    const cost = row(last)?.cost;
    return `Not ${short(last)}${cost ? `: it costs ${amount(problem.unit, cost)}` : ""}. Try another.`;
  };
  const give = () => { setGiven(true); setTried([...tried, right[0]]); setProblem({ ...problem, tried: problem.tried + 1, solved: 0 }); };
  return html`<div class="learn problem">
    ${fault && html`<${Fault} why=${fault} />`}
    <p class="sentence" role="status">${told()}</p>
    <div class="actions">
      ${!solved && html`<button onClick=${give} disabled=${!line || !ready}>Show me</button>`}
      ${solved && html`<button class="main" onClick=${onNext}>Next</button>`}
      <a class="button" href=${fragment("analyse", { game, position, play: play.join(" "), seat: problem.seat, names: problem.names.join(",") })}>Analyse it</a>
      <button onClick=${onLeave}>Leave</button><span class="soft">${left} to solve</span></div>
    ${line && html`<${Stage} now=${now} about=${{ ...line.game, names: problem.names }} analysis=${solved ? answer : null} onPlay=${ready ? guess : undefined} question=${{ game, position, play }}
      below=${problem.seat} />`}
  </div>`;
}
