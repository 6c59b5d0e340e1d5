/** Table: play any game against any players. A game is kept in this browser after every choice. */
import { html, useEffect, useRef, useState } from "./vendor/htm-preact.js";
import { ask, last, stream } from "./api.js";
import { printed, spoken, suitName } from "./cards.js";
import { Fault, Load, save, useFocusKept, useKeys, useStream } from "./common.js";
import { Felt, hinted, prompt, winners } from "./felt.js";
import { fragment, go, remember } from "./route.js";
import { anySeed, fresh, games, keep, kept } from "./saved.js";
import { Details, Ended, Sheet, Told } from "./sheet.js";
import { Stage } from "./stage.js";
import { board, called, list, sides, title } from "./names.js";

const PACES = { calm: [700, 1900], usual: [420, 1250], quick: [60, 200] };
const still = matchMedia("(prefers-reduced-motion: reduce)").matches;

const NOWHERE = "none"; // the seat of whoever watches

/** What an address asks for: a game that is kept, or a new one. */
function read(words) {
  const all = games(), old = kept(words.id) ?? (Object.keys(words).length ? undefined : all.find((one) => !one.over) ?? all[0]);
  if (old) return { ...old, first: { log: old.log } };
  const seat = words.seat === NOWHERE ? null : Number(words.seat) || 0;
  const setup = { id: fresh(), game: words.game ?? "whole-hearts", seat, forced: words.forced !== "no",
    players: (words.players ?? "medium").split(";").filter(Boolean), contract: words.contract ?? "" };
  const seed = Number(words.seed) || anySeed();
  if (words.declare) return { ...setup, declare: seed, first: {} };
  return { ...setup, first: words.log ? { log: words.log } : { game: setup.game, seed } };
}

/** @param {{about: any, words: Record<string, string>, say: (words: string) => void, settings: any}} props */
export function Table(props) {
  const { id, game } = props.words;
  const [missing] = useState(() => id && !game && !kept(id));
  if (!missing) return html`<${Sat} ...${props} />`;
  return html`<section class="panel"><p role="alert">This game is not kept in this browser.</p><a class="button" href="#/home">Games</a></section>`;
}

/** A game that somebody plays or watches. */
function Sat({ about, words, say, settings }) {
  const [setup, setSetup] = useState(() => read(words));
  const [state, setState] = useState(null);
  const [result, setResult] = useState(null);
  const [redo, setRedo] = useState([]);
  const [how, setHow] = useState("");
  const [told, setTold] = useState("");
  const [fault, setFault] = useState("");
  const [busy, setBusy] = useState(false);
  const [lastTrick, setLastTrick] = useState(false);
  const stop = useRef(() => {}), goOn = useRef(() => {}), now = useRef(null);
  const { id, seat } = setup;
  useEffect(() => () => stop.current(), []);
  useEffect(() => remember("table", { id }), []);

  const show = (next) => {
    now.current = next;
    setState(next);
    printed(next.suits);
    const names = called(next.names, seat);
    keep({ id, game: next.log.match(/^game (.*)/)?.[1] ?? setup.game, seat, players: setup.players, forced: setup.forced, log: next.log,
      contract: next.contract?.text ?? "", when: Date.now(), over: next.is_over, hands: next.sheet?.length ?? 0, words: standing(next, names) });
    const words = heard(next, names);
    if (words) say(words);
  };
  /** Ask for what happens next and show it, one choice after the other. */
  const run = (question) => {
    stop.current();
    setHow(""); setFault(""); setTold(""); setResult(null); setLastTrick(false);
    setBusy(true);
    const [pause, look] = PACES[settings.pace] ?? PACES.usual;
    let after = null; // what is said of a hand, once its last trick was seen
    const waiting = [];
    let timer = null, ended = false, held = false;
    const next = () => {
      clearTimeout(timer);
      timer = null;
      if (after) {
        setResult(after);
        after = null;
        if (!held) timer = setTimeout(next, 0);
        return;
      }
      held = false;
      const one = waiting.shift();
      if (!one) { if (ended) setBusy(false); return; }
      setResult(null);
      if (one.choice?.ended && !one.is_over) { // the hand that is over stays, until the next is asked for
        const { taken, tricks } = one.choice.ended, old = now.current;
        show({ ...one, ...over(old, taken, tricks[0]) });
        held = true;
        after = one.choice.ended;
        waiting.unshift({ ...one, choice: null });
        timer = setTimeout(next, look);
        return;
      }
      show(one);
      if (one.is_over && !one.open) {
        after = one.choice?.ended ?? null;
        if (!one.choice) setResult(one.sheet?.at(-1) ?? null); // of a game that is looked at again
      }
      const trick = one.choice?.asks === "play" && !one.table?.length;
      const wait = trick ? look : still ? Math.min(pause, 150) : pause;
      timer = setTimeout(next, waiting.length || !ended || after ? wait : 0);
    };
    const wake = () => { if (!timer && !held) timer = setTimeout(next, 0); };
    goOn.current = () => { if (held || timer) next(); };
    const abort = stream("table", { contract: setup.contract, ...question, seat, players: setup.players, forced: setup.forced }, {
      answer: (data) => { waiting.push(data); wake(); },
      end: () => { ended = true; wake(); },
      fault: (why) => { if (question.claim) setTold(why); else setFault(why); setBusy(false); },
    });
    stop.current = () => { abort(); clearTimeout(timer); setBusy(false); };
  };
  useEffect(() => {
    if (!setup.declare) { run(setup.first); return; }
    last("declare", { seed: setup.declare }).then(({ game, contract }) => { // a deal with its contract
      setSetup({ ...setup, game, contract });
      run({ game, seed: setup.declare, contract });
    }).catch((error) => setFault(error.message));
  }, []);

  /** Go on from where another tab has left this game, if it has. */
  const follow = () => {
    const log = kept(id)?.log;
    if (!log || !now.current || log === now.current.log) return false;
    setRedo([]);
    run({ log });
    return true;
  };
  const back = useRef(follow);
  back.current = follow;
  useEffect(() => {
    const came = () => back.current();
    addEventListener("focus", came);
    return () => removeEventListener("focus", came);
  }, []);
  const choose = (move) => {
    if (busy || !state || follow()) return;
    setRedo([]);
    run({ log: state.log, move });
  };
  /** Back to before the own choice that came last. */
  const undo = () => {
    const lines = state.log.trimEnd().split("\n");
    setRedo([...redo, state.log]);
    run({ log: lines.slice(0, lastOwn(state.log, yours)).join("\n") + "\n" });
  };
  const again = () => {
    run({ log: redo.at(-1) });
    setRedo(redo.slice(0, -1));
  };
  const load = (log) => go("table", { game: log.match(/^\s*game\s+(\S.*)/)?.[1] ?? "", seat: seat ?? NOWHERE, players: setup.players.join(";"), log });
  const copied = (change) => {
    const other = fresh();
    keep({ ...kept(id), ...setup, id: other, log: state.log, over: false, when: Date.now(), words: "", ...change });
    go("table", { id: other });
  };
  const declares = setup.contract && !words.game?.includes(" from ");
  const deal = (event) => event.detail > 1 || go("table", { game: declares ? "bridge" : setup.game, declare: declares ? "yes" : undefined, seat: seat ?? NOWHERE, players: setup.players.join(";"), forced: setup.forced ? undefined : "no" });
  const analyse = (number) => ask("hand", { log: state.log, number })
    .then((hand) => go("analyse", { ...hand, play: hand.play.join(" "), at: 0, seat: seat ?? undefined, contract: setup.contract || undefined, names: names.join(",") }))
    .catch((error) => setFault(error.message));

  const yours = state?.yours ?? [seat];
  const mine = state && !state.is_over && yours.includes(state.turn) && !busy && !result;
  const hint = useStream("hint", how && mine ? { log: state.log, how } : null);
  useEffect(() => { // for those who listen
    const aloud = (words) => words.replaceAll(/\b[A-Z]([A-Z]|[0-9]{1,2})\b/g, spoken);
    if (hint.answer && !hint.running) say(hinted(hint.answer, state, aloud, spoken));
  }, [hint.running]);
  const names = called(state?.names ?? [], seat);
  printed(state?.suits);
  const toggle = (kind) => setHow(how === kind ? "" : kind);
  useKeys((key) => {
    if (result && key === "Enter" && !document.activeElement?.closest?.("button")) { goOn.current(); return true; }
    if (key === "h" && mine) { toggle("worlds"); return true; }
    if (key === "u" && state && lastOwn(state.log, yours) >= 0) { undo(); return true; }
    return false;
  });
  useFocusKept((last) => {
    const one = (where) => document.querySelector(where);
    if (result || !mine) return one(".result .main") ?? one(".fan");
    const cards = [...document.querySelectorAll(state.turn === seat ? ".fan button" : ".dummy button")];
    const may = (card) => card.ariaDisabled !== "true";
    return one(".asked .best, .asked button") ?? cards.slice(last).find(may) ?? cards.findLast(may);
  }, ".fan button, .dummy button", [mine, result, state?.log]);
  const levels = names.map((_, at) => (at === seat ? "" : setup.players[setup.players.length > 1 ? at : 0] ?? ""));
  const cards = state && !state.open;
  const claims = cards && state.counts === "tricks" && state.asks === "play";
  return html`<div class="table">
    ${fault && html`<${Fault} why=${fault} />`}
    <div class="play">
      <div class="board">
        ${state && (cards
          ? html`<${Felt} state=${state} names=${names} levels=${levels} mine=${mine} busy=${busy} hint=${how ? hint.answer : null} told=${told}
              onChoose=${choose} onTell=${setTold} onSkip=${() => goOn.current()} lastTrick=${lastTrick} setup=${setup}
              result=${result && html`<${Ended} result=${result} state=${state} names=${names} seat=${seat} onNext=${() => goOn.current()}
                onAnalyse=${() => analyse(state.sheet.length - 1)} onDeal=${deal} />`} />`
          : html`<${Stage} now=${state} about=${{ ...board(state), names, side_names: sides(state, names) }} analysis=${hint.answer} onPlay=${mine ? choose : undefined}
              question=${{ game: state.game, position: state.position, play: [] }} last=${state.choice?.move} />
            <p class="mine ${mine ? "turn" : ""}"><span class="prompt">${prompt(state, names, mine, busy, told, how ? hint.answer : null, setup)}</span>
              ${state.is_over && html`<button class="main" onClick=${deal}>Play again</button>`}</p>`)}
        ${!state && !fault && html`<div class="green"><p class="middle">One moment …</p></div>`}
        <div class="actions" role="toolbar" aria-label="What you can do">
          <button disabled=${!mine} aria-pressed=${how === "worlds"} onClick=${() => toggle("worlds")}>Hint</button>
          <button disabled=${!state || lastOwn(state.log, yours) < 0} onClick=${undo}>Undo</button>
          <button disabled=${!redo.length} onClick=${again}>Redo</button>
          ${cards && html`<button disabled=${!state.last} aria-pressed=${lastTrick} onClick=${() => setLastTrick(!lastTrick)}>Last trick</button>`}
          ${claims && html`<button disabled=${!mine} onClick=${() => run({ log: state.log, claim: true })}
            title="the rest of the tricks is mine: the solver checks it">Claim</button>`}
        </div>
      </div>
      <aside class="side">
        ${state && html`<${Sheet} state=${state} names=${names} onAnalyse=${analyse} />`}
        ${how && mine && html`<${Details} hint=${hint} state=${state} names=${names} onChoose=${choose} />`}
        ${state && html`<${Told} state=${state} names=${names} />`}
        <section aria-label="This game"><h2>This game</h2>
          <p class="soft">${state?.goal || title(about, setup.game)}${cards && against(state, names)}. It is kept in this browser after every choice.</p>
          <div class="row">
            <button class="small" onClick=${deal}>${state?.goal || state?.open ? "New game" : "New deal"}</button>
            <a class="button small" href=${fragment("start", { game: setup.game })}>Change players or rules</a>
            <button class="small" disabled=${!state} onClick=${() => copied({ seat: null })}>Watch it played</button>
            ${cards && html`<button class="small" disabled=${!mine} aria-pressed=${how === "open"} onClick=${() => toggle("open")}>Hint, all cards open</button>`}
            <button class="small" disabled=${!state} onClick=${() => save("game.log", state.log)}>Save a file</button>
            <${Load} label="Open a file" accept=".log,.txt" onText=${load} />
          </div>
          <${Pupil} state=${state} setup=${setup} />
        </section>
      </aside>
    </div>
  </div>`;
}

/** The deal as an address that somebody else can open: the same cards, the same seat, the play so far. */
function Pupil({ state, setup }) {
  const [done, setDone] = useState("");
  if (!state || setup.seat === null) return null;
  const copy = async () => {
    const words = { game: setup.game, seat: setup.seat, players: setup.players.join(";"), contract: setup.contract, log: state.log };
    const address = `${location.origin}/${fragment("table", words)}`;
    try { await navigator.clipboard.writeText(address); setDone("copied: it opens where kibitz serve runs"); } catch { setDone(address); }
  };
  return html`<div class="row"><button class="small" onClick=${copy}>Copy a link to this deal</button><span class="soft" role="status">${done}</span></div>`;
}

/** The line of a log in which one of some seats chose last; below zero if none has. */
function lastOwn(log, seats) {
  return log.trimEnd().split("\n").findLastIndex((line, at) => at > 1 && seats.some((seat) => line.startsWith(`${seat} `)));
}

/** The table after a hand, while the next is not yet begun. */
function over(old, taken, last) {
  const hands = old.hands.map((cards) => (cards ? [] : cards));
  return { number: old.number, dealer: old.dealer, bids: old.bids, trump: old.trump, turned: old.turned, names: old.names, got: [],
    tricks: [...(old.tricks ?? []), last], hands, sizes: old.sizes.map(() => 0), table: [], last, taken, turn: null, asks: "", moves: [], barred: {} };
}

/** Who plays with whom, where not everybody is alone. */
function against(state, names) {
  const found = sides(state, names);
  return found.length < names.length ? `: ${found.join(" against ")}` : "";
}

/** How a game stands, for the list of games. */
function standing(state, names) {
  if (state.is_over) return state.won.length ? `over: ${list(state.won.map((at) => names[at]))} won` : "over";
  const score = state.score?.length ? `, ${sides(state, names).map((name, at) => `${name} ${state.score[at]}`).join(", ")}` : "";
  return `hand ${state.number + 1}${score}`;
}

/** What happened and what is asked for, for those who listen. */
function heard(state, names) {
  return [happened(state, names), asked(state, names)].filter(Boolean).join(" ");
}

function happened(state, names) {
  if (!state.choice) return "";
  const { player, asks, move, ended } = state.choice, name = names[player], you = name === "You";
  if (asks === "pass") return `${name} ${you ? "pass" : "passes"} cards.`;
  if (asks === "trump") return `${name} ${you ? "name" : "names"} ${suitName(move)} as trumps.`;
  if (asks !== "play") return `${name} ${you ? asks : `${asks}s`} ${move}.`;
  const trick = !state.table?.length && state.last ? ` ${names[state.last.by]} ${names[state.last.by] === "You" ? "take" : "takes"} the trick.` : "";
  const hand = ended && state.goal ? ` The hand is over: ${sides(state, names).map((side, at) => `${side} ${ended.points[at]}, in all ${ended.total[at]}`).join("; ")}.` : "";
  return `${name} ${you ? "play" : "plays"} ${spoken(move)}.${trick}${hand}`;
}

function asked(state, names) {
  if (state.is_over) return `The game is over. ${winners(state, names)}`;
  if (!state.yours?.includes(state.turn)) return "";
  if (["pass", "bid", "trump"].includes(state.asks)) return prompt(state, names, true, false, "", null, {});
  if (state.turn !== state.seat) return `Play for ${names[state.turn]}.`;
  const got = state.tricks?.length ? [] : (state.got ?? []).map(({ player, cards }) => `${names[player]} gave you ${list(cards.map(spoken))}. `);
  return `${got.join("")}It is your turn.`;
}
