/** Cards, hands and tricks as they lie on a table. */
import { html } from "./vendor/htm-preact.js";

const SYMBOLS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const RANKS = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten" };

/** A card in words. @param {string} card */
export function spoken(card) {
  return `${RANKS[card[1]] ?? card[1]} of ${SUITS[card[0]]}`;
}

/** A card in two signs. @param {string} card */
export function short(card) {
  return /^[SHDC][AKQJT2-9]$/.test(card) ? `${card[1] === "T" ? "10" : card[1]}${SYMBOLS[card[0]]}` : card;
}

/** A move in colour, if it is a card. */
export function Move({ move }) {
  const suit = /^[SHDC][AKQJT2-9]$/.test(move) ? `suit-${move[0]}` : "";
  return html`<span class="move ${suit}">${short(move)}</span>`;
}

/** What suit is trump, in words. @param {string | null} trump */
export function trumpWords(trump) {
  return trump ? html`<span class="suit-${trump}">${SYMBOLS[trump]}</span> trump` : "no trump";
}

/**
 * A card: a button where it can be played, else a picture.
 * @param {{card: string, onPlay?: (card: string) => void, badge?: string, tone?: string, said?: string,
 *   drag?: object, chosen?: boolean}} props
 */
export function Card({ card, onPlay, badge = "", tone = "", said = "", drag = {}, chosen = false }) {
  const face = html`<span class="rank">${card[1] === "T" ? "10" : card[1]}</span
    ><span class="pip" aria-hidden="true">${SYMBOLS[card[0]]}</span>`;
  const label = `${spoken(card)}${said ? `, ${said}` : ""}`;
  const kind = `card suit-${card[0]} ${tone} ${chosen ? "chosen" : ""}`;
  if (!onPlay) return html`<span class=${kind} role="img" aria-label=${label} ...${drag}>${face}</span>`;
  return html`<button class=${kind} aria-label=${label} aria-pressed=${chosen || undefined}
    onClick=${() => onPlay(card)} data-card=${card} ...${drag}>
    ${face}<span class="badge" aria-hidden="true">${badge}</span>
  </button>`;
}

/** The back of so many cards. */
export function Backs({ count }) {
  return html`<span class="backs" role="img" aria-label="${count} cards, face down">
    ${Array.from({ length: Math.min(count, 20) }, () => html`<span class="card back"></span>`)}
  </span>`;
}

/** A player's place: its name, what is known of it, and its cards. */
export function Seat({ name, side, about, turn = false, own = false, children }) {
  return html`<div class="seat ${turn ? "turn" : ""} ${own ? "own" : ""}">
    <h2><span class="dot player-${side}"></span>${name}<small>${about}</small></h2>
    <div class="hand">${children}</div>
  </div>`;
}

/** Who is to do what, and the trump, above a table. */
export function State({ left, over, who, what }) {
  return html`<p class="state"><span>${left}</span>
    <span>${over ? `the end${over === true ? "" : `: ${over}`}` : html`<b>${who}</b> to ${what}`}</span></p>`;
}

/** The trick on the table, a card before each who has played. */
export function Trick({ cards, names, label = "On the table", winner }) {
  return html`<div class="trick" aria-label=${label} role="group">
    ${cards.length === 0 && html`<span class="empty">nothing on the table</span>`}
    ${cards.map(
      ({ player, card }) => html`<figure class=${player === winner ? "won" : ""}>
        <${Card} card=${card} /><figcaption>${names[player]}</figcaption>
      </figure>`,
    )}
  </div>`;
}
