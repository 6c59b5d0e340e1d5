/** Beside the table: the sheet of scores, a hand that is over, tricks so far, and what a hint rests on. */
import { html } from "./vendor/htm-preact.js";
import { Move, short } from "./cards.js";
import { Grid } from "./common.js";
import { winners } from "./felt.js";
import { board, sides } from "./names.js";
import { shown, worded } from "./units.js";
import { Values, Worlds } from "./values.js";

/** A hand that is over: what it was worth, and what comes next. */
export function Ended({ result, state, names, seat, onNext, onAnalyse, onDeal }) {
  const same = state.goal && result.taken.every((taken, at) => taken === result.points[at]); // what was taken is what counts
  const rows = sides(state, names).map((name, side) => {
    const players = names.map((_, at) => at).filter((at) => state.sides[at] === side);
    const sum = (list) => players.reduce((total, at) => total + (list[at] ?? 0), 0);
    const bid = result.bids.length ? [sum(result.bids)] : [];
    const points = state.goal ? [signed(result.points[side]), result.total[side]] : [];
    return [name, ...bid, ...(same ? [] : [sum(result.taken)]), ...points];
  });
  const heads = [html`<span class="spoken">side</span>`, ...(result.bids.length ? ["bid"] : []), ...(same ? [] : [state.counts === "points" ? "points" : "took"]), ...(state.goal ? ["this hand", "in all"] : [])];
  const last = state.is_over;
  return html`<div class="result" role="dialog" aria-label="The hand is over">
    <h2>${last ? "The end" : `Hand ${result.number + 1} is over`}</h2>
    ${last && html`<p class="won">${winners(state, names)}</p>`}
    <${Grid} label="What the hand was worth" heads=${heads} rows=${rows} />
    <div class="row">
      ${last ? html`<button class="main" onClick=${onDeal}>${state.goal ? "New game" : "New deal"}</button>` : html`<button class="main" onClick=${onNext}>Next hand</button>`}
      <button onClick=${onAnalyse}>Analyse this hand</button></div>
  </div>`;
}

function signed(number) {
  return number > 0 ? `+${number}` : String(number);
}

/** The scores, hand by hand; a click opens one. */
export function Sheet({ state, names, onAnalyse }) {
  if (!state.sheet?.length || state.open) return null;
  const who = sides(state, names), bids = state.sheet.some((row) => row.bids.length);
  const rows = state.sheet.map((row, at) => [
    html`<button class="link" onClick=${() => onAnalyse(at)} title="open this hand in Analyse">${row.number + 1}</button>`,
    ...who.map((_, side) => html`${state.goal ? row.total[side] ?? "" : worded(state.unit, row.total[side])}${state.goal && who.length < 5 ? html`<small>${signed(row.points[side])}</small>` : ""}`),
  ]);
  const bags = state.sheet.at(-1).bags;
  return html`<section aria-label="Score" class=${who.length > 4 ? "narrow" : ""}><h2>Score${bids && bags.length ? html`<small>bags ${bags.join(", ")}</small>` : ""}</h2>
    <${Grid} label="Scores by hand" heads=${["hand", ...who]} rows=${rows} tall /></section>`;
}

/** The tricks of this hand; before there is one, what was bid. */
export function Told({ state, names }) {
  if (state.open) {
    const log = state.log.trimEnd().split("\n").slice(2).map((line) => line.split(" "));
    return html`<section aria-label="Moves"><h2>Moves<small>${log.length}</small></h2>
      <ol class="log" tabindex="0">${log.slice(-60).map(([player, move]) => html`<li>${names[player]} ${move}</li>`)}</ol></section>`;
  }
  const rows = state.tricks.map((trick, at) => [
    at + 1,
    html`${names[trick.cards[0].player]}: ${trick.cards.map(({ player, card }) => html`<span class=${player === trick.by ? "took" : ""}><${Move} move=${card} /></span> `)}`,
    names[trick.by],
  ]);
  return html`<section aria-label="Tricks"><h2>Tricks<small>${state.tricks.length || "none yet"}</small></h2>
    ${rows.length > 0 && html`<${Grid} label="Tricks so far" heads=${["trick", "cards, from the lead on", "taken by"]} rows=${rows.reverse()} tall />`}</section>`;
}

/** What a hint rests on. */
export function Details({ hint, state, names, onChoose }) {
  if (hint.answer?.choice && !hint.answer.rows) return null; // the sentence says all
  const about = { ...board(state), names, side_names: sides(state, names) }, answer = hint.answer;
  const inner = () => {
    if (answer?.rows) {
      return html`<${Grid} label="Choices tried out" heads=${["choice", `average ${state.goal && state.unit.all === null ? "point" : state.unit.one}s`, "best in"]}
        rows=${answer.rows.map((row) => [html`<span class="line">${row.card.split("/").map(short).join(" ")}</span>`, shown(state.unit, row.mean[answer.side], 2), `${Math.round(100 * row.best_in)} %`])} tall />`;
    }
    const hidden = answer ? answer.chances : !state.open && !hint.fault;
    if (hidden) return html`<${Worlds} stream=${hint} about=${about} onPlay=${onChoose} own />`;
    return html`<${Values} stream=${hint} about=${about} now=${null} cards=${!state.open} onLine=${(line) => onChoose(line[0])} />`;
  };
  return html`<section aria-label="Hint"><h2>Hint</h2>${inner()}</section>`;
}
