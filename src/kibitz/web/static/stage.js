/** A position: hands and a trick, a board, or moves as buttons; each move with its value. */
import { html, useEffect, useState } from "./vendor/htm-preact.js";
import { ask } from "./api.js";
import { Board } from "./board.js";
import { Backs, Card, Seat, State, Trick, bySuit, printed, trumpWords } from "./cards.js";
import { picture, useLatest } from "./common.js";
import { endedWords } from "./names.js";
import { Squares } from "./squares.js";
import { costOf, counted, shown, values } from "./units.js";

/** @typedef {{badge: string, tone: string, said: string}} Dress what a card wears: a number, a colour, words */

/** What a move is worth to the side of the one who moves, by an analysis. @returns {Dress} */
export function worth(analysis, side, move, unit) {
  const row = analysis?.moves.find((one) => one.moves.includes(move));
  if (!row?.value) return { badge: "", tone: "waiting", said: "no value yet" };
  const { about, value } = row.words;
  const own = counted(unit, value[side]), cost = costOf(analysis, row);
  return {
    badge: `${about ? "~" : ""}${own}`,
    tone: `${cost === null ? "rough" : cost ? "worse" : "best"} ${about ? "unsure" : ""}`,
    said: `${about}${own} for the player, ${values(unit, value)} for all${cost === null ? "" : cost ? `, costs ${cost}` : ", best"}`,
  };
}

/** What a card is worth on average, by an appraisal over deals; those that are not told apart look alike. @returns {Dress} */
export function average(worlds, side, card, unit) {
  const row = worlds?.cards?.find((one) => one.card === card);
  if (!row) return { badge: "", tone: "waiting", said: "" };
  const mean = shown(unit, row.mean[side]);
  const equal = worlds.equal?.includes(card) ?? worlds.best === card;
  return { badge: mean, tone: equal ? "best" : "worse", said: `${mean} on average${equal ? ", as good as the best" : ""}` };
}

const AROUND = { 2: ["above"], 3: ["left", "right"], 4: ["left", "above", "right"], 5: ["left", "left2", "right2", "right"],
  6: ["left", "left2", "above", "right2", "right"], 7: ["left", "left2", "left3", "right3", "right2", "right"] };

/** Where a hand lies: below, and from there around the table. */
function where(after, players) {
  return after ? AROUND[players]?.[after - 1] ?? "" : "below";
}

/**
 * @param {{now: any, about: any, analysis: any, worlds?: any, hidden?: boolean, onPlay?: (move: string) => void,
 *   last?: string, question: any, trick?: any, below?: number, first?: any}} props
 */
export function Stage({ now, about, analysis, worlds, hidden = false, onPlay, last, question, trick = null, below = 0, first = null }) {
  const current = analysis?.position === now.position ? analysis : null;
  const parts = { now, about, analysis: current, onPlay, question };
  if (now.points) return html`<${Board} ...${parts} last=${last} />`;
  if (now.squares) return html`<${Squares} ...${parts} last=${last} />`;
  if (!now.hands) return html`<${Plain} ...${parts} />`;
  printed(about.suits);
  const players = now.hands.length, side = now.turn === null ? 0 : about.side_of[now.turn];
  const seer = hidden ? (worlds?.seat ?? -1) : now.turn; // whose cards are shown
  const legal = new Set(onPlay ? now.legal_moves : []);
  const dress = (card) => (hidden ? average(worlds, side, card, about.unit) : worth(current, side, card, about.unit));
  const lone = (card, player, at) =>
    player === now.turn && legal.has(card)
      ? html`<${Card} key=${card + at} card=${card} onPlay=${onPlay} ...${dress(card)} />`
      : html`<${Card} key=${card + at} card=${card} tone=${player === now.turn ? "barred" : ""} />`;
  const hand = (cards, player) => bySuit(cards, first?.hands?.[player]).map((row) => html`<div class="suit">${row.map((card, at) => lone(card, player, copy(row, at)))}</div>`);
  const lying = now.table.length ? { cards: now.table } : trick;
  const order = now.hands.map((_, at) => (at + below) % players);
  const drawn = (player) => html`<${Seat} key=${player} name=${about.names[player]} side=${about.side_of[player]} turn=${player === now.turn}
    place=${where((player - below + players) % players, players)}
    about=${`${now.taken[player]} ${now.taken[player] === 1 ? about.counts.replace(/s$/, "") : about.counts}${now.bids ? `, bid ${now.bids[player]}` : ""}`}>
    ${hidden && player !== seer ? html`<${Backs} count=${now.hands[player].length} />` : hand(now.hands[player], player)}<//>`;
  const many = (first ?? now).hands.some((cards) => cards.length > 9) ? "many" : "";
  return html`<section class="felt open players-${players} ${many}" aria-label="The table">
    <${State} left=${trumpWords(now.trump, about.text)} over=${now.is_over && endedWords(now, about)}
      who=${about.names[now.turn]} what=${now.table.length ? "play" : "lead"} />
    <div class="around">${order.map(drawn)}
      <${Trick} key=${lying === trick ? "done" : "lying"} cards=${lying?.cards ?? []} names=${about.names} below=${below} winner=${lying?.by}
        label=${lying === trick && trick ? "The last trick" : "On the table"} /></div>
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
    const { badge, tone, said } = worth(analysis, side, move, about.unit);
    return html`<button class="choice ${tone}" aria-label="${move}, ${said}" disabled=${!onPlay} data-card=${move}
      onClick=${() => onPlay(move)}>${move}<span class="badge" aria-hidden="true">${badge}</span></button>`;
  };
  return html`<section class="felt plain" aria-label="The position">
    <${State} left=${about.text} over=${now.is_over && endedWords(now, about)} who=${about.names[now.turn]} what="move" />
    ${svg && html`<img class="drawing" alt="a drawing of the position below" src=${picture(svg)} />`}
    <pre class="shown" tabindex="0">${now.shown}</pre>
    <div class="buttons">${now.legal_moves.map(button)}</div>
  </section>`;
}
