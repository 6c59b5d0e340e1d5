/** Table: play any game against any players, with hints, undo, save and load. */
import { html, useEffect, useRef, useState } from "./vendor/htm-preact.js";
import { ask, stream } from "./api.js";
import { Stage, Values, Worlds } from "./analyse.js";
import { Backs, Card, Trick, short, trumpWords } from "./cards.js";
import { Choice, Fault, Line, Load, payoffs, save, useStream } from "./common.js";
import { go, remember } from "./route.js";

const PAUSE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 420;
const OPEN_PLAYERS = ["search", "glance"];

/** @param {{about: any, words: Record<string, string>, say: (words: string) => void}} props */
export function Table({ about, words, say }) {
  const [setup, setSetup] = useState({
    game: words.game ?? about.games.find((one) => one.name === "hearts")?.text ?? about.games[0].text,
    seed: Number(words.seed ?? 1) || 0, seat: words.seat ?? "0", players: words.players ?? "sampling", forced: words.forced !== "no",
  });
  const [state, setState] = useState(null);
  const [kind, setKind] = useState(null); // what the game is, if its cards are not hidden
  const [begin, setBegin] = useState(""); // where a game with open cards began
  const [redo, setRedo] = useState([]);
  const [how, setHow] = useState("");
  const [fault, setFault] = useState("");
  const [busy, setBusy] = useState(false);
  const stop = useRef(() => {});
  const change = (more) => setSetup((old) => ({ ...old, ...more }));
  useEffect(() => () => stop.current(), []);
  useEffect(() => remember("table", { game: setup.game, seed: setup.seed, seat: setup.seat, players: setup.players,
    forced: setup.forced ? undefined : "no" }));

  const seat = setup.seat === "" ? null : Number(setup.seat);
  const who = (open) => [open && !OPEN_PLAYERS.includes(setup.players) ? "search" : setup.players];

  /** Ask for what happens next and show it, one choice after the other. */
  const run = (question, open, at = seat) => {
    stop.current();
    setHow("");
    setFault("");
    setBusy(true);
    const waiting = [];
    let timer = null, ended = false;
    const next = () => {
      timer = null;
      const now = waiting.shift();
      if (now) {
        setState({ ...now, open });
        if (now.choice) say(spoken(now));
        timer = setTimeout(next, waiting.length || !ended ? PAUSE : 0);
      } else if (ended) setBusy(false);
    };
    const wake = () => { timer ??= setTimeout(next, 0); };
    const abort = stream("table", { ...question, seat: at, players: who(open), forced: setup.forced }, {
      answer: (data) => { waiting.push(data); wake(); },
      end: () => { ended = true; wake(); },
      fault: (why) => { setFault(why); setBusy(false); },
    });
    stop.current = () => { abort(); clearTimeout(timer); setBusy(false); };
  };
  const start = async (seed = setup.seed, at = seat) => {
    change({ seed });
    setRedo([]);
    setState(null);
    try {
      const whole = setup.game.startsWith("whole-");
      const found = whole ? { cards: true } : await ask("game", { game: setup.game });
      setKind(found.cards ? null : found);
      if (found.cards) run({ game: setup.game, seed }, false, at);
      else {
        const dealt = await ask("deal", { game: setup.game, seed });
        run({ game: dealt.game, position: dealt.position, play: [] }, true, at);
        setBegin(dealt.position);
      }
    } catch (error) { setFault(error.message); }
  };
  useEffect(() => { start(); }, []);

  /** The question that says how the game has come here. */
  const here = () => (state.open ? { game: setup.game, position: begin, play: state.play } : { log: state.log });
  const choose = (move) => {
    if (busy || !state) return;
    setRedo([]);
    run({ ...here(), move }, state.open);
  };
  /** Back to before the own choice that came last. */
  const undo = () => {
    stop.current();
    setRedo([...redo, state]);
    if (state.open) {
      const own = state.movers.lastIndexOf(seat);
      if (own >= 0) run({ game: setup.game, position: begin, play: state.play.slice(0, own) }, true);
      return;
    }
    const lines = state.log.trimEnd().split("\n");
    const own = lines.findLastIndex((line, at) => at > 1 && line.startsWith(`${seat} `));
    if (own > 1) run({ log: lines.slice(0, own).join("\n") + "\n" }, false);
  };
  const again = () => {
    const back = redo.at(-1);
    setRedo(redo.slice(0, -1));
    stop.current();
    setHow("");
    setState(back);
  };
  const load = (log) => {
    const game = log.split("\n")[0].replace(/^game\s+/, "").trim();
    change({ game });
    setKind(null);
    setRedo([]);
    run({ log }, false);
  };
  const mine = state && !state.is_over && state.turn === seat && !busy;
  const hint = useStream("hint", how && mine ? { ...here(), how } : null);
  const names = state?.names ?? kind?.names ?? [];
  const seats = names.length ? names.map((name, at) => [String(at), name]) : [["0", "P0"]];
  return html`<div class="table">
    <form class="toolbar" onSubmit=${(event) => { event.preventDefault(); start(); }}>
      <${Line} label="Game" value=${setup.game} onSet=${(game) => change({ game })} list="games" size="26" />
      <datalist id="games">${[...about.whole.map((text) => ({ text, about: "a whole game" })), ...about.games].map((one) => html`<option value=${one.text}>${one.about}</option>`)}</datalist>
      <${Line} label="Seed" type="number" min="0" value=${setup.seed} onSet=${(value) => change({ seed: Number(value) || 0 })} />
      <${Choice} label="You are" value=${setup.seat} onPick=${(value) => change({ seat: value })} options=${[...seats, ["", "nobody: watch"]]} />
      <${Line} label="Others" value=${setup.players} onSet=${(players) => change({ players })} list="players" size="14" />
      <datalist id="players">${[...about.players, ...OPEN_PLAYERS].map((name) => html`<option value=${name} />`)}</datalist>
      <label class="field"><input type="checkbox" checked=${setup.forced} onChange=${(event) => change({ forced: event.target.checked })} /><span>play forced cards</span></label>
      <button>New game</button>
      <button type="button" onClick=${() => start(setup.seed + 1)}>Next deal</button>
    </form>
    ${fault && html`<${Fault} why=${fault} />`}
    <div class="columns">
      <div>
        ${state && (state.open ? html`<${Stage} now=${state} about=${kind} analysis=${hint.answer} onPlay=${mine ? choose : undefined} question=${here()} last=${state.play.at(-1)} />`
          : html`<${Felt} state=${state} mine=${mine} hint=${how ? hint.answer : null} onChoose=${choose} />`)}
        <div class="row actions">
          <button class="small" disabled=${!state || !canUndo(state, seat)} onClick=${undo}>Undo</button>
          <button class="small" disabled=${!redo.length} onClick=${again}>Redo</button>
          <button class="small" disabled=${!mine} aria-pressed=${how === "worlds"} onClick=${() => setHow(how === "worlds" ? "" : "worlds")}>Hint</button>
          ${state && !state.open && html`<button class="small" disabled=${!mine} aria-pressed=${how === "open"} onClick=${() => setHow(how === "open" ? "" : "open")}>Hint, all cards open</button>`}
          ${state && !state.open && html`<button class="small" onClick=${() => save("game.log", state.log)}>Save</button>`}
          <${Load} label="Load" accept=".log,.txt" onText=${load} />
          <button class="small" disabled=${!state} onClick=${() => { change({ seat: "" }); start(setup.seed, null); }}>Let players play it</button>
        </div>
      </div>
      <aside class="side"><section aria-label="What is known">
        ${state && html`<${Told} state=${state} kind=${kind} busy=${busy} />`}
        ${how && mine && html`<h2>Hint</h2>${hinted(hint, state, kind, choose)}`}
      </section></aside>
    </div>
  </div>`;
}

/** Whether there is a choice of one's own to take back. */
function canUndo(state, seat) {
  if (seat === null) return false;
  return state.open ? state.movers.includes(seat) : state.log.split("\n").some((line, at) => at > 1 && line.startsWith(`${seat} `));
}

/** A choice in words. */
function spoken(state) {
  const { player, asks, move } = state.choice;
  const name = state.names?.[player] ?? `P${player}`;
  return asks === "bid" ? `${name} bids ${move}` : asks === "pass" ? `${name} passes cards` : `${name} plays ${short(move)}`;
}

/** The sides of a game by their names. */
function sides(state) {
  const count = Math.max(...state.sides) + 1;
  return Array.from({ length: count }, (_, side) => state.names.filter((_, at) => state.sides[at] === side).join("-"));
}

function hinted(hint, state, kind, choose) {
  const about = kind ?? { names: state.names, side_names: sides(state), side_of: state.sides };
  const answer = hint.answer;
  if (answer?.choice) return html`<p>${answer.asks === "bid" ? "bid" : "pass"} <b>${answer.choice.split("/").map(short).join(" ")}</b></p>`;
  if (answer?.chances || (!answer && !kind && !hint.fault)) return html`<${Worlds} stream=${hint} about=${about} onPlay=${choose} />`;
  return html`<${Values} stream=${hint} about=${about} now=${null} onLine=${(line) => choose(line[0])} />`;
}

/** What happened, and how it stands. */
function Told({ state, kind, busy }) {
  const names = kind?.names ?? state.names;
  const log = state.open ? state.play.map((move, at) => `${names[state.movers[at]]} ${move}`) : state.log.trimEnd().split("\n").slice(2).map((line) => {
    const [player, move] = line.split(" ");
    return `${names[player]} ${move.split("/").map(short).join(" ")}`;
  });
  return html`<div class="row"><h2>${state.is_over ? "The end" : state.number ? `Hand ${state.number + 1}` : "The game"}</h2>
      <span class="soft">${busy ? "they think …" : ""}</span></div>
    ${!state.open && state.points.length > 0 && html`<table><thead><tr>${sides(state).map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody><tr>${state.points.map((points) => html`<td>${points}</td>`)}</tr></tbody></table>`}
    ${state.open && state.is_over && html`<p>the end: ${payoffs(state.outcome)}</p>`}
    ${state.hand && state.is_over && html`<p><button onClick=${() => go("analyse", { game: state.hand.game, position: state.hand.position, play: state.hand.play.join(" "), at: 0 })}>Analyse this hand</button></p>`}
    <details><summary>Choices so far: ${log.length}</summary><ol class="log" tabindex="0">${log.map((line) => html`<li>${line}</li>`)}</ol></details>`;
}

/** The table as a player sees it. */
function Felt({ state, mine, hint, onChoose }) {
  const [picked, setPicked] = useState([]);
  useEffect(() => setPicked([]), [state.log]);
  const legal = new Set(mine ? state.moves : []);
  const passing = mine && state.asks === "pass";
  const side = state.seat === null ? 0 : state.sides[state.seat];
  const rows = Object.fromEntries((hint?.cards ?? []).map((row) => [row.card, row]));
  const dress = (card) => {
    const row = rows[card], open = hint?.moves?.find((one) => one.moves.includes(card));
    if (row) return { badge: row.mean[side].toFixed(1), tone: hint.best === card ? "best" : "worse", said: `${row.mean[side].toFixed(1)} on average` };
    if (open?.value) return { badge: String(open.value[side]), tone: open.cost === 0 ? "best" : "worse", said: `worth ${payoffs(open.value)}` };
    return {};
  };
  const pick = (card) => setPicked(picked.includes(card) ? picked.filter((one) => one !== card) : [...picked, card].slice(-state.choices[0]));
  const trick = state.table.length || !state.last ? state.table : state.last.cards;
  const names = state.names.map((name, at) => (at === state.seat ? "you" : name));
  return html`<section class="felt" aria-label="The table">
    <p class="state"><span>${trumpWords(state.trump)}</span><span>${state.is_over ? "the end" : html`<b>${names[state.turn]}</b> to ${state.asks}`}</span></p>
    ${state.hands.map((cards, at) => html`<div class="seat ${at === state.turn ? "turn" : ""} ${at === state.seat ? "own" : ""}">
      <h2><span class="dot player-${state.sides[at]}"></span>${names[at]}
        <small>taken ${state.taken[at]}${state.bids.length && state.bids[at] !== null ? `, bid ${state.bids[at]}` : ""}</small></h2>
      <div class="hand">${cards === null ? html`<${Backs} count=${state.sizes[at]} />` : cards.map((card) => legal.has(card)
        ? html`<${Card} key=${card} card=${card} onPlay=${passing ? pick : onChoose} chosen=${picked.includes(card)} ...${dress(card)} />`
        : html`<${Card} key=${card} card=${card} tone=${mine && at === state.seat ? "barred" : ""} />`)}</div></div>`)}
    ${mine && state.asks === "bid" && html`<div class="row buttons"><b>Your bid</b>${state.moves.map((bid) => html`<button class="choice" onClick=${() => onChoose(bid)}>${bid}</button>`)}</div>`}
    ${passing && html`<div class="row"><button disabled=${picked.length !== state.choices[0]} onClick=${() => onChoose(picked.join("/"))}>Pass ${picked.length} of ${state.choices[0]} cards to ${names[state.to]}</button></div>`}
    <${Trick} cards=${trick} names=${names} winner=${state.table.length ? undefined : state.last?.by} label=${state.table.length ? "On the table" : "The last trick"} />
  </section>`;
}
