/** Cards, hands and tricks as they lie on a table. */
import { html } from "./vendor/htm-preact.js";

const FRENCH = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };
const RANKS = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", C: "knight" };
const ODD = { O: "joker", X: "Excuse" }, NUMBERED = { wizards: "wizard", jesters: "jester" };
/** @typedef {{letter: string, sign: string, name: string, cards?: string[]}} Suit a printed suit: its letter, its sign and name; its cards,
 *   where some are printed otherwise */
/** @type {Suit[]} */
const STANDARD = [["S", "♠", "spades"], ["H", "♥", "hearts"], ["D", "♦", "diamonds"], ["C", "♣", "clubs"]].map(([letter, sign, name]) => ({ letter, sign, name }));
let suits = STANDARD;

/** What is printed on the cards that are shown from here on. @param {Suit[] | undefined} printed */
export function printed(printed) {
  suits = printed?.length ? printed : STANDARD;
}

/** The suit and the rank of a card; none for another move. @param {string} card */
function parts(card) {
  const suit = suits.find(({ letter }) => letter && card.startsWith(letter) && card.length > letter.length);
  const rank = suit && card.slice(suit.letter.length);
  if (!suit || !/^([A-Z]|[0-9]{1,2})$/.test(rank)) return null;
  const kind = FRENCH[suit.sign] ?? `other other-${suits.indexOf(suit)}`;
  return { rank: rank === "T" ? "10" : rank, sign: suit.sign, kind, spoken: ODD[rank] ?? (NUMBERED[suit.name] ? `${NUMBERED[suit.name]} ${rank}` : `${RANKS[rank] ?? rank} of ${suit.name}`) };
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

/** A call such as 4S by its sign. @param {string} call */
const call = ([level, suit]) => level + "♠♥♦♣"["SHDC".indexOf(suit)];

/** Calls of a sentence by their signs. @param {string} words */
export function calls(words) {
  return words.replaceAll(/\b[1-7][SHDC](?=X{0,2}\b)/g, call);
}

/** Cards and calls of a sentence by their signs; a five of cups, 5C, is no call. @param {string} words */
export function signs(words) {
  return words.replaceAll(/\b[A-Z](?:[A-Z]|[0-9]{1,2})\b|\b[1-7][SHDC](?=X{0,2}\b)/g, (found) => (/^\d/.test(found) ? call(found) : short(found)));
}

/** A suit by its name. @param {string} letter */
export function suitName(letter) {
  return suits.find((suit) => suit.letter === letter)?.name ?? letter;
}

/** A move in colour, if it is a card. */
export function Move({ move }) {
  const found = parts(move);
  return html`<span class="move ${found ? `suit-${found.kind}` : ""}">${short(move)}</span>`;
}

/** What suit is trump, in words; nothing is said of a game that knows none. @param {string | null} trump @param {string} [game] */
export function trumpWords(trump, game = "") {
  if (!trump) return /^(bridge|oh_hell|whole-oh|wizard)/.test(game) ? "no trump" : "";
  const suit = suits.find(({ letter }) => letter === trump);
  if (!suit) return `${RANKS[trump] ?? trump}s are trumps`;
  if (!FRENCH[suit.sign]) return suit.name === "trumps" ? "" : `${suit.name} (${suit.sign}) are trumps`;
  return html`<span class="suit-${FRENCH[suit.sign]}">${suit.sign}</span> trump`;
}

/** Whether a card is of a suit. @param {Suit} suit @param {string} card */
function belongs(suit, card) {
  return suit.cards ? suit.cards.includes(card) : parts(card)?.sign === suit.sign && card.startsWith(suit.letter);
}

/** Suits for a hand held in fingers: red and black in turn, as far as there are both. @param {string[]} cards */
export function inTurn(cards) {
  const groups = suits.map((suit) => ({
    red: ["♥", "♦"].includes(suit.sign),
    cards: cards.filter((card) => belongs(suit, card)),
  })).filter((group) => group.cards.length);
  const others = cards.filter((card) => !groups.some((group) => group.cards.includes(card)));
  const red = groups.filter((group) => group.red), black = groups.filter((group) => !group.red);
  const [first, second] = red.length > black.length ? [red, black] : [black, red];
  const sorted = first.flatMap((group, at) => [group, ...second.slice(at, at + 1)]);
  return [...sorted, ...second.slice(first.length)].flatMap((group) => group.cards).concat(others);
}

/** The cards of a hand, suit by suit, with a row for each suit of the hand that it once was. @param {string[]} cards @param {string[]} [once] @returns {string[][]} */
export function bySuit(cards, once = cards) {
  const known = suits.map((suit) => (card) => belongs(suit, card));
  const rows = [...known, (card) => !known.some((is) => is(card))];
  return rows.filter((is) => once.some(is) || cards.some(is)).map((is) => cards.filter(is));
}

/**
 * A card: a button where it can be played, else a picture. One that is `refused` is a button that says why not.
 * @param {{card: string, onPlay?: (card: string) => void, badge?: string, tone?: string, said?: string,
 *   drag?: object, chosen?: boolean, refused?: boolean}} props
 */
export function Card({ card, onPlay, badge = "", tone = "", said = "", drag = {}, chosen = false, refused = false }) {
  const found = parts(card) ?? { rank: card, sign: "", kind: "other" };
  const face = html`<span class="rank ${found.rank.length > 1 ? "wide" : ""}">${found.rank}</span
    ><span class="pip" aria-hidden="true">${found.sign}</span><span class="big" aria-hidden="true">${found.sign || found.rank}</span>`;
  const label = `${spoken(card)}${said ? `, ${said}` : ""}`;
  const kind = `card suit-${found.kind} ${tone} ${chosen ? "chosen" : ""}`;
  if (!onPlay) return html`<span class=${kind} role="img" aria-label=${label} ...${drag}>${face}</span>`;
  return html`<button class=${kind} aria-label=${label} aria-pressed=${chosen || undefined} aria-disabled=${refused || undefined}
    onClick=${() => onPlay(card)} data-card=${card} ...${drag}>
    ${face}<span class="badge" aria-hidden="true">${badge}</span>
  </button>`;
}

const MOST_BACKS = 13; // for which a seat has room

/** The back of so many cards. */
export function Backs({ count }) {
  return html`<span class="backs" role="img" aria-label="${count} cards, face down">
    ${Array.from({ length: Math.min(count, MOST_BACKS) }, () => html`<span class="card back"></span>`)}
  </span>`;
}

/** A player's place: its name, what is known of it, and its cards. */
export function Seat({ name, side, about, turn = false, place = "", children }) {
  return html`<div class="seat ${turn ? "turn" : ""} ${place}">
    <h2><span class="dot player-${side}"></span>${name}<small>${about}</small></h2>
    <div class="hand">${children}</div>
  </div>`;
}

/** Who is to do what, and the trump, above a table. */
export function State({ left, over, who, what }) {
  return html`<p class="state"><span>${left}</span>
    <span>${over ? `the end${over === true ? "" : `: ${over}`}` : html`<b>${who}</b> to ${what}`}</span></p>`;
}

/** Where a seat is at a round table, by how many places it is to the left of the one below. */
export function place(after, players) {
  const angle = Math.PI / 2 + (2 * Math.PI * after) / players;
  return { x: Math.cos(angle), y: Math.sin(angle) };
}

/**
 * The trick in the middle: each card before the player who played it.
 * @param {{cards: {player: number, card: string}[], names: string[], below?: number, winner?: number, label?: string, done?: boolean}} props
 */
export function Trick({ cards, names, below = 0, winner, label = "On the table", done = false }) {
  const lying = ({ player, card }, at) => {
    const { x, y } = place((player - below + names.length) % names.length, names.length);
    const home = winner === undefined ? { x: 0, y: 0 } : place((winner - below + names.length) % names.length, names.length);
    const style = { "--x": x.toFixed(3), "--y": y.toFixed(3), "--hx": home.x.toFixed(3), "--hy": home.y.toFixed(3), zIndex: at + 1 };
    return html`<figure key=${card + player} style=${style} class=${player === winner ? "won" : ""}>
      <${Card} card=${card} /><figcaption>${names[player]}</figcaption></figure>`;
  };
  return html`<div class="trick ${done ? "done" : ""}" aria-label=${label} role="group">${cards.map(lying)}</div>`;
}
