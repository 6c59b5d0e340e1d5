/** Tables of values: of every move with open cards, or of every card over deals that agree with a view. */
import { html } from "./vendor/htm-preact.js";
import { Move } from "./cards.js";
import { Dotted, Fault, Grid, thousands } from "./common.js";
import { endedWords } from "./names.js";
import { costOf, counted, shown } from "./units.js";

const LONGEST = 13; // moves of a line that are shown

/** A stream with what it has come to, and a button that stops it, or goes on from where it ended. */
function Streamed({ stream, words, title = "", onLonger = null, children }) {
  return html`<div class="values" aria-busy=${stream.running}>
    <p class="status"><span title=${title}>${words}</span>
      ${onLonger ? html`<button class="small" onClick=${onLonger}>Search longer</button>`
        : html`<button class="small" disabled=${!stream.running} onClick=${stream.stop}>Stop</button>`}</p>
    ${children}
  </div>`;
}

/** Every move with its value for all, its cost and its line. */
export function Values({ stream, about, now, onLine, onLonger, research = false, cards = true }) {
  const { answer, running, fault } = stream;
  if (fault) return html`<${Fault} why=${fault} />`;
  if (now?.is_over) return html`<p class="soft">The hand is over: ${endedWords(now, about)}.</p>`;
  const found = [...(answer?.moves ?? [])].sort((a, b) => (a.cost ?? 1e9) - (b.cost ?? 1e9));
  const sides = about?.side_names ?? [];
  const line = (row) => html`<span class="line">
    ${row.line.slice(1, LONGEST).map((move, at) => html`<button class="link" title="go there"
      onClick=${() => onLine(row.line.slice(0, at + 2))}><${Move} move=${move} /></button>`)}
    ${row.line.length > LONGEST ? "…" : ""}</span>`;
  const rows = found.map((row) => [
    row.moves.map((move) => html`<${Move} move=${move} /> `),
    ...sides.map((_, side) => (row.words.value[side] === undefined ? "…" : `${row.words.about ? "~" : ""}${counted(about?.unit, row.words.value[side])}`)),
    costOf(answer, row) === 0 ? "best" : costOf(answer, row) ?? "",
    ...(research ? [row.words.sure] : []),
    line(row),
  ]);
  const heads = [cards ? "card" : "move", ...sides.map((name, side) => html`<${Dotted} name=${name} side=${side} />`), "costs", ...(research ? ["how sure"] : []), "and then"];
  const only = found.length === 1 && found[0].moves.length === 1 && now?.hands ? "only one card may be played" : "";
  return html`<${Streamed} stream=${stream} words=${only || (research ? status(answer, running) : plainly(answer, running, about?.unit, cards))} title=${answer?.algorithm}
    onLonger=${!running && answer && !answer.complete ? onLonger : null}>
    <${Grid} label="Values of every move" heads=${heads} rows=${rows} kind=${(at) => (costOf(answer, found[at]) === 0 ? "best" : "")} tall />
  <//>`;
}

/** A number of deals, as far as anybody wants to know it. @param {string} number */
function many(number) {
  const found = Number(number);
  return found < 1e6 ? thousands(found) : ["millions of", "billions of", "trillions of"][Math.min(2, Math.floor(Math.log10(found) / 3) - 2)];
}

/** How far a search has come, for players. */
function plainly(answer, running, unit, cards) {
  const what = unit ? `${unit.one}s${unit.all ? " taken" : ""}` : "";
  if (!answer) return running ? "thinking …" : "";
  if (answer.complete) return `exact, in ${what}`;
  const deep = answer.moves.map((row) => row.depth).filter(Boolean);
  const depth = deep.length ? `, ${Math.min(...deep)} ${cards ? "cards" : "moves"} ahead` : "";
  return `${running ? "thinking" : "an estimate"}${depth}${what ? `, in ${what}` : ""}`;
}

/** How far a search has come. */
function status(answer, running) {
  if (!answer) return running ? "searching …" : "";
  const name = answer.algorithm.split("(")[0];
  const done = `${thousands(answer.stats.visited)} nodes in ${answer.seconds.toFixed(1)} s by ${name}`;
  const how = running ? "searching" : (answer.words.ended ?? "stopped: by you");
  return [how, answer.words.sure, done].filter(Boolean).join("; ");
}

/** What each card is worth over deals that agree with what the player sees, and who may hold what. */
export function Worlds({ stream, about, onPlay, own = false }) {
  const { answer, fault } = stream;
  if (fault) return html`<${Fault} why=${fault} />`;
  if (!answer) return html`<p class="soft">counting the deals …</p>`;
  const found = [...(answer.cards ?? [])].sort((a, b) => b.mean[answer.side] - a.mean[answer.side]);
  const values = found.map((row) => [
    html`<button class="link" onClick=${() => onPlay(row.card)}><${Move} move=${row.card} /></button>`,
    ...(own ? [row.mean[answer.side]] : row.mean).map((mean) => shown(about.unit, mean, 2)),
    `${Math.round(100 * row.best_in)} %`,
  ]);
  const chances = Object.entries(answer.chances).map(([card, each]) => [
    html`<${Move} move=${card} />`,
    ...each.map((chance) => (chance ? `${(100 * chance).toFixed(1)} %` : "–")),
  ]);
  const words = `${answer.worlds ?? 0} tried of ${many(answer.number)} deals that fit what ${own ? "you" : "the player"} saw`;
  const sides = about.side_names.map((name, side) => html`<${Dotted} name=${name} side=${side} />`);
  const heads = own ? [`average ${about.unit?.better === "chance" ? "win" : about.unit?.one ?? "point"}s`] : sides;
  return html`<${Streamed} stream=${stream} words=${words}>
    <${Grid} label="Average values of every card" heads=${["card", ...heads, "best in"]} rows=${values}
      kind=${(at) => ((answer.equal ?? [answer.best]).includes(found[at].card) ? "best" : "")} tall />
    <details><summary>Who may hold what</summary>
      <${Grid} label="Chances of every card" heads=${["card", ...about.names]} rows=${chances} tall />
    </details>
  <//>`;
}
