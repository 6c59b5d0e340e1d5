/** Small pictures for the games, drawn here. */
import { html } from "./vendor/htm-preact.js";

const card = (x, turn, sign, red) => html`<g transform="translate(${x} 26) rotate(${turn} 22 60)">
  <rect width="44" height="62" rx="6" fill="#fff" stroke="#9aa39d" /><text x="22" y="43" text-anchor="middle" font-size=${sign.length > 1 ? 22 : 30} fill=${red ? "#c01a1a" : "#14181a"}>${sign}</text></g>`;
const fan = (...signs) => signs.map((sign, at) => card(38 + 21 * at - 10 * (signs.length - 3), 11 * (at - (signs.length - 1) / 2), sign, "♥♦".includes(sign)));
const dots = (all) => all.map(([fill, x, y]) => html`<circle cx=${x} cy=${y} r="12" fill=${fill} />`);
const words = (text, y = 74) => html`<text x="80" y=${y} text-anchor="middle" font-size="44" font-weight="700" fill="#fff">${text}</text>`;
const star = [[80, 12], [93, 36], [120, 36], [106, 58], [120, 80], [93, 80], [80, 104], [67, 80], [40, 80], [54, 58], [40, 36], [67, 36]];
const DRAWN = {
  "whole-hearts": () => fan("♥", "♠", "♥"),
  "whole-spades": () => fan("♠", "♠", "♠"),
  "whole-oh-hell": () => html`${fan("♣", "♦")}${html`<text x="122" y="66" font-size="30" font-weight="700" fill="#ffe9a8">=</text>`}`,
  bridge: () => html`${[["N", 80, 26], ["E", 134, 66], ["S", 80, 106], ["W", 26, 66]].map(([name, x, y]) => html`<text x=${x} y=${y} text-anchor="middle"
    font-size="20" font-weight="700" fill="#fff">${name}</text>`)}<rect x="54" y="36" width="52" height="50" rx="6" fill="none" stroke="#fff" stroke-width="2" />
    <text x="80" y="69" text-anchor="middle" font-size="24" fill="#ffe9a8">♠♥</text>`,
  "whole-sergeant-major": () => html`${words("8 5 3", 60)}<path d="M56 78l24 16 24-16M56 90l24 16 24-16" fill="none" stroke="#ffe9a8" stroke-width="5" />`,
  chinese_checkers: () => html`<polygon points=${star.map((at) => at.join(",")).join(" ")} fill="#ffffff22" stroke="#fff" stroke-width="2" />
    ${[[80, 26, "#63b7ec"], [106, 70, "#f59a5c"], [54, 70, "#4fc9a4"], [80, 58, "#fff"]].map(([x, y, fill]) => html`<circle cx=${x} cy=${y} r="8" fill=${fill} />`)}`,
  skat: () => fan("♣", "♠", "♥", "♦"),
  doppelkopf: () => html`${card(30, -8, "Q♣", false)}${card(84, 8, "Q♣", false)}`,
  jass: () => html`${card(30, -8, "J", true)}${card(84, 8, "9", true)}`,
  belote: () => html`${card(30, -8, "K♥", true)}${card(84, 8, "Q♥", true)}`,
  pinochle: () => html`${card(30, -8, "Q♠", false)}${card(84, 8, "J♦", true)}`,
  sheepshead: () => html`${card(30, -8, "Q♣", false)}${card(84, 8, "J♦", true)}`,
  french_tarot: () => html`${card(20, -8, "21", true)}${card(58, 0, "★", false)}${card(96, 8, "1", true)}`,
  five_hundred: () => words("500"),
  wizard: () => html`${card(30, -8, "W", false)}${card(84, 8, "J", true)}`,
  ninety_nine: () => words("99"),
  tressette: () => html`${card(30, -8, "3", true)}${card(58, 0, "2", false)}${card(86, 8, "A", true)}`,
  briscola: () => html`${card(58, 90, "A", true)}${card(84, 8, "3", false)}`,
  knock_out_whist: () => fan("♦", "♣", "♥"),
  rolit: () => dots([["#63b7ec", 52, 32], ["#f59a5c", 80, 32], ["#4fc9a4", 108, 32], ["#f59a5c", 52, 60], ["#f59a5c", 80, 60], ["#63b7ec", 108, 60], ["#4fc9a4", 80, 88], ["#63b7ec", 108, 88]]),
  focus: () => html`${[[50, ["#63b7ec", "#f59a5c", "#63b7ec"]], [110, ["#4fc9a4", "#f59a5c"]]].map(([x, stack]) => stack.map((fill, at) =>
    html`<ellipse cx=${x} cy=${84 - 17 * at} rx="24" ry="13" fill=${fill} stroke="#164733" stroke-width="2" />`))}`,
  blokus: () => html`${[["#63b7ec", [[2, 0], [3, 0], [3, 1]]], ["#f59a5c", [[4, 2], [5, 2], [5, 3], [6, 3]]], ["#4fc9a4", [[1, 2], [1, 3], [2, 3]]]].map(([fill, cells]) =>
    cells.map(([x, y]) => html`<rect x=${10 + 18 * x} y=${20 + 18 * y} width="17" height="17" rx="2" fill=${fill} />`))}`,
  euchre: () => html`${card(40, -8, "J", false)}${card(76, 8, "J", true)}`,
};

/** A picture of a game. @param {{game: string}} props */
export function Picture({ game }) {
  return html`<svg class="picture" viewBox="0 0 160 116" aria-hidden="true">${(DRAWN[game] ?? (() => fan("♠", "♥", "♣")))()}</svg>`;
}
