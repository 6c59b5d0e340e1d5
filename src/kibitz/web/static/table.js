/** Table: play any game against any players, with hints, undo, save and load. */
import { html, useEffect, useRef, useState } from "./vendor/htm-preact.js";
import { stream } from "./api.js";
import { Backs, Card, Seat, State, Trick, printed, short, trumpWords } from "./cards.js";
import { Choice, Fault, Grid, Line, Load, Tick, save, useStream } from "./common.js";
import { go, remember } from "./route.js";
import { Stage, average, copy, worth } from "./stage.js";
import { Values, Worlds } from "./values.js";

const PAUSE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 420;

/** @param {{about: any, words: Record<string, string>, say: (words: string) => void}} props */
export function Table({ about, words, say }) {
  const [setup, setSetup] = useState({
    game: words.game ?? about.games.find((one) => one.name === "hearts")?.text ?? about.games[0].text,
    seed: Number(words.seed ?? 1) || 0, seat: words.seat ?? "0", players: words.players ?? "sampling", forced: words.forced !== "no",
  });
  const [state, setState] = useState(null);
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
  /** Ask for what happens next and show it, one choice after the other. */
  const run = (question, at = seat) => {
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
        setState(now);
        printed(now.suits);
        if (now.choice) say(spoken(now));
        timer = setTimeout(next, waiting.length || !ended ? PAUSE : 0);
      } else if (ended) setBusy(false);
    };
    const wake = () => { timer ??= setTimeout(next, 0); };
    const abort = stream("table", { ...question, seat: at, players: [setup.players], forced: setup.forced }, {
      answer: (data) => { waiting.push(data); wake(); },
      end: () => { ended = true; wake(); },
      fault: (why) => { setFault(why); setBusy(false); },
    });
    stop.current = () => { abort(); clearTimeout(timer); setBusy(false); };
  };
  const start = (seed = setup.seed, at = seat) => {
    change({ seed });
    setRedo([]);
    setState(null);
    run({ game: setup.game, seed }, at);
  };
  useEffect(() => { start(); }, []);

  const choose = (move) => {
    if (busy || !state) return;
    setRedo([]);
    run({ log: state.log, move });
  };
  /** Back to before the own choice that came last. */
  const undo = () => {
    const lines = state.log.trimEnd().split("\n");
    const own = lastOwn(state.log, seat);
    setRedo([...redo, state]);
    run({ log: lines.slice(0, own).join("\n") + "\n" });
  };
  const again = () => {
    const back = redo.at(-1);
    setRedo(redo.slice(0, -1));
    stop.current();
    setHow("");
    setState(back);
  };
  const load = (log) => {
    const [, game] = log.match(/^game\s+(.*)/) ?? [];
    if (game) change({ game: game.trim() });
    setRedo([]);
    run({ log });
  };
  const watch = () => {
    change({ seat: "" });
    start(setup.seed, null);
  };
  const mine = state && !state.is_over && state.turn === seat && !busy;
  const hint = useStream("hint", how && mine ? { log: state.log, how } : null);
  const names = state?.names ?? [];
  printed(state?.suits);
  const games = [...about.whole.map((text) => ({ text, about: "a whole game" })), ...about.games];
  const toggle = (kind) => setHow(how === kind ? "" : kind);
  const seats = names.length ? names.map((name, at) => [String(at), name]) : [["0", "P0"]];
  return html`<div class="table">
    <form class="toolbar" onSubmit=${(event) => { event.preventDefault(); start(); }}>
      <${Line} label="Game" value=${setup.game} onSet=${(game) => change({ game })} list="games" size="26" />
      <datalist id="games">${games.map((one) => html`<option value=${one.text}>${one.about}</option>`)}</datalist>
      <${Line} label="Seed" type="number" min="0" value=${setup.seed} onSet=${(value) => change({ seed: Number(value) || 0 })} />
      <${Choice} label="You are" value=${setup.seat} onPick=${(value) => change({ seat: value })}
        options=${[...seats, ["", "nobody: watch"]]} />
      <${Line} label="Others" value=${setup.players} onSet=${(players) => change({ players })} list="players" size="14" />
      <datalist id="players">${about.players.map((name) => html`<option value=${name} />`)}</datalist>
      <${Tick} label="play forced cards" on=${setup.forced} onSet=${(forced) => change({ forced })} />
      <button>New game</button>
      <button type="button" onClick=${() => start(setup.seed + 1)}>Next deal</button>
    </form>
    ${fault && html`<${Fault} why=${fault} />`}
    <div class="columns">
      <div>
        ${state && (state.open
          ? html`<${Stage} now=${state} about=${board(state)} analysis=${hint.answer} onPlay=${mine ? choose : undefined}
            question=${{ game: state.game, position: state.position, play: [] }} last=${state.choice?.move} />`
          : html`<${Felt} state=${state} mine=${mine} hint=${how ? hint.answer : null} onChoose=${choose} />`)}
        <div class="row actions">
          <button class="small" disabled=${!state || lastOwn(state.log, seat) < 0} onClick=${undo}>Undo</button>
          <button class="small" disabled=${!redo.length} onClick=${again}>Redo</button>
          <button class="small" disabled=${!mine} aria-pressed=${how === "worlds"} onClick=${() => toggle("worlds")}>Hint</button>
          ${state && !state.open && html`<button class="small" disabled=${!mine} aria-pressed=${how === "open"}
            onClick=${() => toggle("open")}>Hint, all cards open</button>`}
          <button class="small" disabled=${!state} onClick=${() => save("game.log", state.log)}>Save</button>
          <${Load} label="Load" accept=".log,.txt" onText=${load} />
          <button class="small" disabled=${!state} onClick=${watch}>Let players play it</button>
        </div>
      </div>
      <aside class="side"><section aria-label="What is known">
        ${state && html`<${Told} state=${state} busy=${busy} />`}
        ${how && mine && html`<h2>Hint</h2>${hinted(hint, state, choose)}`}
      </section></aside>
    </div>
  </div>`;
}

/** The line of a log in which a seat chose last; below zero if it has not. */
function lastOwn(log, seat) {
  return log.trimEnd().split("\n").findLastIndex((line, at) => at > 1 && line.startsWith(`${seat} `));
}

/** What the parts of the other views need to know of a game. */
function board(state) {
  return { text: state.game, names: state.names, side_names: sides(state), side_of: state.sides };
}

/** A choice in words. */
function spoken(state) {
  const { player, asks, move } = state.choice;
  const name = state.names[player];
  if (asks === "pass") return `${name} ${state.to === null ? "lays away" : "passes"} cards`;
  return asks === "play" ? `${name} plays ${short(move)}` : `${name} ${asks}: ${move}`;
}

/** The sides of a game by their names. */
function sides(state) {
  const count = Math.max(...state.sides) + 1;
  return Array.from({ length: count }, (_, side) => state.names.filter((_, at) => state.sides[at] === side).join("-"));
}

function hinted(hint, state, choose) {
  const about = board(state), answer = hint.answer;
  if (answer?.choice) return html`<p>${answer.asks} <b>${answer.choice.split("/").map(short).join(" ")}</b></p>`;
  const hidden = answer ? answer.chances : !state.open && !hint.fault;
  if (hidden) return html`<${Worlds} stream=${hint} about=${about} onPlay=${choose} />`;
  return html`<${Values} stream=${hint} about=${about} now=${null} onLine=${(line) => choose(line[0])} />`;
}

/** What happened, and how it stands. */
function Told({ state, busy }) {
  const names = state.names;
  const log = state.log.trimEnd().split("\n").slice(2).map((line) => {
    const [player, move] = line.split(" ");
    return `${names[player]} ${move.split("/").map(short).join(" ")}`;
  });
  const open = () => go("analyse", { ...state.hand, play: state.hand.play.join(" "), at: 0 });
  const title = state.is_over ? "The end" : state.number ? `Hand ${state.number + 1}` : "The game";
  return html`<div class="row"><h2>${title}</h2><span class="soft">${busy ? "they think …" : ""}</span></div>
    ${state.score.length > 0 && html`<${Grid} label="Scores" heads=${["", ...sides(state)]} rows=${[["score", ...state.score]]} />`}
    ${state.hand && state.is_over && html`<p><button onClick=${open}>Analyse this hand</button></p>`}
    <details><summary>Choices so far: ${log.length}</summary>
      <ol class="log" tabindex="0">${log.map((line) => html`<li>${line}</li>`)}</ol>
    </details>`;
}

/** The table as a player sees it. */
function Felt({ state, mine, hint, onChoose }) {
  const [picked, setPicked] = useState([]);
  useEffect(() => setPicked([]), [state.log]);
  const legal = new Set(mine ? state.moves : []);
  const passing = mine && state.asks === "pass";
  const side = state.seat === null ? 0 : state.sides[state.seat];
  const dress = (card) => (!hint ? {} : hint.moves ? worth(hint, side, card) : average(hint, side, card));
  const pick = (card) => setPicked(picked.includes(card)
    ? picked.filter((one) => one !== card)
    : [...picked, card].slice(-state.choices[0]));
  const lying = state.table.length > 0 || !state.last;
  const names = state.names.map((name, at) => (at === state.seat ? "you" : name));
  const bid = (at) => (state.bids[at] === null || state.bids[at] === undefined ? "" : `, bid ${state.bids[at]}`);
  const shown = (card, at, number) => legal.has(card)
    ? html`<${Card} key=${card + number} card=${card} onPlay=${passing ? pick : onChoose} chosen=${picked.includes(card)} ...${dress(card)} />`
    : html`<${Card} key=${card + number} card=${card} tone=${mine && at === state.seat ? "barred" : ""} />`;
  return html`<section class="felt" aria-label="The table">
    <${State} left=${trumpWords(state.trump)} over=${state.is_over} who=${names[state.turn]} what=${state.asks} />
    ${state.hands.map((cards, at) => html`<${Seat} name=${names[at]} side=${state.sides[at]} turn=${at === state.turn}
      own=${at === state.seat} about=${`taken ${state.taken[at]}${bid(at)}`}>
      ${cards === null ? html`<${Backs} count=${state.sizes[at]} />` : cards.map((card, one) => shown(card, at, copy(cards, one)))}
    <//>`)}
    ${mine && ["bid", "trump"].includes(state.asks) && html`<div class="row buttons"><b>Your ${state.asks}</b>
      ${state.moves.map((move) => html`<button class="choice" onClick=${() => onChoose(move)}>${move}</button>`)}</div>`}
    ${passing && html`<div class="row">
      <button disabled=${picked.length !== state.choices[0]} onClick=${() => onChoose(picked.join("/"))}>
        ${state.to === null ? "Lay away" : "Pass"} ${picked.length} of ${state.choices[0]} cards${
          state.to === null ? "" : ` to ${names[state.to]}`}</button></div>`}
    <${Trick} cards=${lying ? state.table : state.last.cards} names=${names} winner=${lying ? undefined : state.last.by}
      label=${lying ? "On the table" : "The last trick"} />
  </section>`;
}
