/** A position: hands and a trick, a board, or moves as buttons; each move with its value. */
import { html, useEffect, useState } from "./vendor/htm-preact.js";
import { ask } from "./api.js";
import { Board } from "./board.js";
import { Backs, Card, Seat, State, Trick, printed, trumpWords } from "./cards.js";
import { payoffs, picture, useLatest } from "./common.js";

/** @typedef {{badge: string, tone: string, said: string}} Dress what a card wears: a number, a colour, words */

/** What a move is worth to the side of the one who moves, by an analysis. @returns {Dress} */
export function worth(analysis, side, move) {
  const row = analysis?.moves.find((one) => one.moves.includes(move));
  if (!row?.value) return { badge: "", tone: "waiting", said: "no value yet" };
  const { about, value } = row.words;
  const own = value[side];
  return {
    badge: `${about ? "~" : ""}${own}`,
    tone: `${row.cost === 0 ? "best" : "worse"} ${about ? "unsure" : ""}`,
    said: `${about}${own} for the player, ${payoffs(value)} for all${row.cost ? `, costs ${row.cost}` : ", best"}`,
  };
}

/** What a card is worth on average, by an appraisal over deals. @returns {Dress} */
export function average(worlds, side, card) {
  const mean = worlds?.cards?.find((row) => row.card === card)?.mean[side].toFixed(1);
  if (mean === undefined) return { badge: "", tone: "waiting", said: "" };
  return { badge: mean, tone: worlds.best === card ? "best" : "worse", said: `${mean} on average` };
}

/**
 * @param {{now: any, about: any, analysis: any, worlds?: any, hidden?: boolean, onPlay?: (move: string) => void,
 *   last?: string, question: any}} props
 */
export function Stage({ now, about, analysis, worlds, hidden = false, onPlay, last, question }) {
  const current = analysis?.position === now.position ? analysis : null;
  const parts = { now, about, analysis: current, onPlay, question };
  if (now.points) return html`<${Board} ...${parts} last=${last} />`;
  if (!now.hands) return html`<${Plain} ...${parts} />`;
  printed(about.suits);
  const side = now.turn === null ? 0 : about.side_of[now.turn];
  const seer = hidden ? (worlds?.seat ?? -1) : now.turn; // whose cards are shown
  const legal = new Set(onPlay ? now.legal_moves : []);
  const dress = (card) => (hidden ? average(worlds, side, card) : worth(current, side, card));
  const shown = (card, player, at) =>
    player === now.turn && legal.has(card)
      ? html`<${Card} key=${card + at} card=${card} onPlay=${onPlay} ...${dress(card)} />`
      : html`<${Card} key=${card + at} card=${card} tone=${player === now.turn ? "barred" : ""} />`;
  return html`<section class="felt" aria-label="The table">
    <${State} left=${trumpWords(now.trump)} over=${now.is_over && payoffs(now.outcome)}
      who=${about.names[now.turn]} what=${now.table.length ? "play" : "lead"} />
    ${now.hands.map((cards, player) => html`<${Seat} name=${about.names[player]} side=${about.side_of[player]}
      about=${`${about.counts} ${now.taken[player]}${now.bids ? `, bid ${now.bids[player]}` : ""}`} turn=${player === now.turn}>
      ${hidden && player !== seer ? html`<${Backs} count=${cards.length} />` : cards.map((card, at) => shown(card, player, copy(cards, at)))}
    <//>`)}
    <${Trick} cards=${now.table} names=${about.names} />
  </section>`;
}

/** Which of the equal cards of a hand one is. @param {string[]} cards @param {number} at */
export function copy(cards, at) {
  return cards.slice(0, at).filter((card) => card === cards[at]).length;
}

/** A game of one's own: as it draws and shows itself, its moves as buttons. */
function Plain({ now, about, analysis, onPlay, question }) {
  const [svg, setSvg] = useState("");
  const latest = useLatest();
  useEffect(() => {
    latest(ask("draw", question)).then((found) => setSvg(found.svg)).catch(() => setSvg(""));
  }, [now.position]);
  const side = now.turn === null ? 0 : about.side_of[now.turn];
  const button = (move) => {
    const { badge, tone, said } = worth(analysis, side, move);
    return html`<button class="choice ${tone}" aria-label="${move}, ${said}" disabled=${!onPlay} data-card=${move}
      onClick=${() => onPlay(move)}>${move}<span class="badge" aria-hidden="true">${badge}</span></button>`;
  };
  return html`<section class="felt plain" aria-label="The position">
    <${State} left=${about.text} over=${now.is_over && payoffs(now.outcome)} who=${about.names[now.turn]} what="move" />
    ${svg && html`<img class="drawing" alt="a drawing of the position below" src=${picture(svg)} />`}
    <pre class="shown" tabindex="0">${now.shown}</pre>
    <div class="buttons">${now.legal_moves.map(button)}</div>
  </section>`;
}
