/** Small pictures for the games, drawn here. */
import { html } from "./vendor/htm-preact.js";

const card = (x, turn, sign, red) => html`<g transform="translate(${x} 14) rotate(${turn} 22 60)">
  <rect width="44" height="62" rx="6" fill="#fff" stroke="#9aa39d" /><text x="22" y="43" text-anchor="middle" font-size="30" fill=${red ? "#c01a1a" : "#14181a"}>${sign}</text></g>`;
const fan = (...signs) => signs.map((sign, at) => card(38 + 21 * at - 10 * (signs.length - 3), 11 * (at - (signs.length - 1) / 2), sign, "♥♦".includes(sign)));
const words = (text) => html`<text x="80" y="60" text-anchor="middle" font-size="44" font-weight="700" fill="#fff">${text}</text>`;
const star = [[80, 12], [93, 36], [120, 36], [106, 58], [120, 80], [93, 80], [80, 104], [67, 80], [40, 80], [54, 58], [40, 36], [67, 36]];
const DRAWN = {
  "whole-hearts": () => fan("♥", "♠", "♥"),
  "whole-spades": () => fan("♠", "♠", "♠"),
  "whole-oh-hell": () => html`${fan("♣", "♦")}${html`<text x="122" y="40" font-size="30" font-weight="700" fill="#ffe9a8">=</text>`}`,
  bridge: () => html`${[["N", 80, 26], ["E", 134, 66], ["S", 80, 106], ["W", 26, 66]].map(([name, x, y]) => html`<text x=${x} y=${y} text-anchor="middle"
    font-size="20" font-weight="700" fill="#fff">${name}</text>`)}<rect x="54" y="36" width="52" height="50" rx="6" fill="none" stroke="#fff" stroke-width="2" />
    <text x="80" y="69" text-anchor="middle" font-size="24" fill="#ffe9a8">♠♥</text>`,
  "whole-sergeant-major": () => html`${words("8 5 3")}<path d="M56 78l24 16 24-16M56 90l24 16 24-16" fill="none" stroke="#ffe9a8" stroke-width="5" />`,
  chinese_checkers: () => html`<polygon points=${star.map((at) => at.join(",")).join(" ")} fill="#ffffff22" stroke="#fff" stroke-width="2" />
    ${[[80, 26, "#63b7ec"], [106, 70, "#f59a5c"], [54, 70, "#4fc9a4"], [80, 58, "#fff"]].map(([x, y, fill]) => html`<circle cx=${x} cy=${y} r="8" fill=${fill} />`)}`,
  skat: () => fan("♣", "♠", "♥", "♦"),
  euchre: () => html`${card(40, -8, "J", false)}${card(76, 8, "J", true)}`,
};

/** A picture of a game. @param {{game: string}} props */
export function Picture({ game }) {
  return html`<svg class="picture" viewBox="0 0 160 116" aria-hidden="true">${(DRAWN[game] ?? (() => fan("♠", "♥", "♣")))()}</svg>`;
}
