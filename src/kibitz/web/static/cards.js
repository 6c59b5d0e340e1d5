/** Cards, hands and tricks as they lie on a table. */
import { html } from "./vendor/htm-preact.js";

const FRENCH = { "♠": ["S", "spades"], "♥": ["H", "hearts"], "♦": ["D", "diamonds"], "♣": ["C", "clubs"] };
const RANKS = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten" };
/** @typedef {{letter: string, sign: string}} Suit a printed suit: its letter, and what stands for it */
/** @type {Suit[]} */
const STANDARD = Object.entries(FRENCH).map(([sign, [letter]]) => ({ letter, sign }));
let suits = STANDARD;

/** What is printed on the cards that are shown from here on. @param {Suit[] | undefined} printed */
export function printed(printed) {
  suits = printed?.length ? printed : STANDARD;
}

/** The suit and the rank of a card; none for another move. @param {string} card */
function parts(card) {
  const suit = suits.find(({ letter }) => card.startsWith(letter) && card.length > letter.length);
  const rank = suit && card.slice(suit.letter.length);
  if (!suit || !/^([A-Z]|[0-9]{1,2})$/.test(rank)) return null;
  const [kind, name] = FRENCH[suit.sign] ?? ["other", suit.letter];
  return { rank: rank === "T" ? "10" : rank, sign: suit.sign, kind, spoken: `${RANKS[rank] ?? rank} of ${name}` };
}

/** A card in words. @param {string} card */
export function spoken(card) {
  return parts(card)?.spoken ?? card;
}

/** A card in two signs. @param {string} card */
export function short(card) {
  const found = parts(card);
  return found ? `${found.rank}${found.sign}` : card;
}

/** A move in colour, if it is a card. */
export function Move({ move }) {
  const found = parts(move);
  return html`<span class="move ${found ? `suit-${found.kind}` : ""}">${short(move)}</span>`;
}

/** What suit is trump, in words. @param {string | null} trump */
export function trumpWords(trump) {
  if (!trump) return "no trump";
  const suit = suits.find(({ letter }) => letter === trump);
  if (!suit) return `${RANKS[trump] ?? trump}s are trumps`;
  return html`<span class="suit-${FRENCH[suit.sign]?.[0] ?? "other"}">${suit.sign}</span> trump`;
}

/**
 * A card: a button where it can be played, else a picture.
 * @param {{card: string, onPlay?: (card: string) => void, badge?: string, tone?: string, said?: string,
 *   drag?: object, chosen?: boolean}} props
 */
export function Card({ card, onPlay, badge = "", tone = "", said = "", drag = {}, chosen = false }) {
  const found = parts(card) ?? { rank: card, sign: "", kind: "other" };
  const face = html`<span class="rank">${found.rank}</span
    ><span class="pip" aria-hidden="true">${found.sign}</span>`;
  const label = `${spoken(card)}${said ? `, ${said}` : ""}`;
  const kind = `card suit-${found.kind} ${tone} ${chosen ? "chosen" : ""}`;
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
