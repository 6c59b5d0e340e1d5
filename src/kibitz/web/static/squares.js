/** Boards of squares: discs, stacks and laid pieces. Squares are picked until they say one move. */
import { html, useEffect, useState } from "./vendor/htm-preact.js";
import { Dotted } from "./common.js";

const UNIT = 40;

/** The squares that a move names. @param {string} move @returns {string[]} */
const named = (move) => move.match(/[a-z]\d+/g) ?? [];

/** How low a disc of a stack lies; the upper ones are raised. */
const middle = (y, stack, level) => y + UNIT / 2 + 2 * (stack.length - 1) - 4 * level;

/** What each player has, by the lines that a board prints: `discs (2, 3, 5)`. @param {string} shown @param {number} player */
function counts(shown, player) {
  const found = [...shown.matchAll(/^(discs|squares|in hand|captured) \((.*)\)$/gm)];
  return found.map(([, what, inner]) => {
    const each = inner.startsWith("(") ? inner.slice(1, -1).split("), (") : inner.split(", ");
    const sum = (each[player] ?? "0").split(",").reduce((all, one) => all + (Number(one) || 0), 0);
    return `${sum} ${sum === 1 ? what.replace(/s$/, "") : what}`;
  }).join(", ");
}

/** Who has which colour, who is to move, and what each has. */
export function Legend({ now, about }) {
  return html`<p class="legend">${about.names.map((name, player) => html`<span class=${player === now.turn && !now.is_over ? "turn" : ""}>
    <${Dotted} name=${name} side=${player} /><small>${now.is_over && now.outcome ? `${now.outcome[player]} at the end` : counts(now.shown, player)}</small></span>`)}</p>`;
}

/** @param {{now: any, about: any, analysis: any, onPlay?: (move: string) => void, last?: string}} props */
export function Squares({ now, about, analysis, onPlay, last }) {
  const [picked, setPicked] = useState([]);
  useEffect(() => setPicked([]), [now.position]);
  const moves = onPlay ? now.legal_moves.map((move) => ({ move, squares: named(move) })) : [];
  const begins = (squares) => moves.filter((one) => one.squares.length &&
    (one.move.includes("-") ? squares.every((name, at) => one.squares[at] === name) : squares.every((name) => one.squares.includes(name))));
  const candidates = begins(picked);
  const next = new Set(candidates.flatMap(({ move, squares }) => (move.includes("-") ? [squares[picked.length]] : squares)));
  const whole = picked.length ? candidates.filter(({ squares }) => squares.length === picked.length) : [];
  const best = new Set(analysis?.moves.some((row) => row.cost === 0) ? named(analysis.best) : []);
  const moved = new Set(named(last ?? ""));

  const click = (name) => {
    if (picked.includes(name)) return setPicked(picked.filter((one) => one !== name));
    const more = next.has(name) ? [...picked, name] : [name];
    const left = begins(more);
    if (!left.length) return setPicked([]);
    if (left.length === 1 && left[0].squares.length === more.length) return onPlay?.(left[0].move);
    setPicked(more);
  };
  const square = ({ name, row, column, stack }) => {
    const [x, y] = [column * UNIT, row * UNIT];
    const can = onPlay && (next.has(name) || picked.includes(name));
    const owners = stack.map((owner) => about.names[owner] ?? "nobody").join(", ");
    const words = [name, owners, picked.includes(name) ? "picked" : ""].filter(Boolean).join(", ");
    const press = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      click(name);
    };
    const kind = `${can ? "can" : ""} ${picked.includes(name) ? "picked" : ""} ${best.has(name) ? "best" : ""} ${moved.has(name) ? "moved" : ""}`;
    return html`<g key=${name} data-card=${name} class="square ${kind}" role=${can ? "button" : undefined} tabindex=${can ? 0 : undefined}
      aria-label=${can ? words : undefined} onClick=${() => onPlay && click(name)} onKeyDown=${press}>
      <rect class="cell" x=${x} y=${y} width=${UNIT} height=${UNIT} />
      ${stack.map((owner, level) => {
        const kind = `piece ${owner < 0 ? "" : `player-${owner}`}`;
        return now.round ? html`<circle class=${kind} cx=${x + UNIT / 2} cy=${middle(y, stack, level)} r=${stack.length > 1 ? 12 : 15} />`
          : html`<rect class=${kind} x=${x} y=${y} width=${UNIT} height=${UNIT} />`;
      })}
      ${stack.length > 0 && stack.at(-1) >= 0 && html`<text x=${x + UNIT / 2} y=${middle(y, stack, stack.length - 1) + 4}>${about.names[stack.at(-1)][0]}</text>`}
      <title>${words}</title></g>`;
  };
  const laid = moves.some(({ move, squares }) => squares.length > 1 && !move.includes("-")) ? "the squares of a piece" : "a square";
  const edge = UNIT * (1 + Math.max(...now.squares.map(({ row }) => row)));
  const room = edge / 18; // for the names of rows and columns
  const rows = new Map(now.squares.map(({ name, row }) => [row, name.replace(/\D/g, "")]));
  const columns = new Map(now.squares.map(({ name, column }) => [column, name.replace(/\d/g, "")]));
  return html`<section class="felt star" aria-label="The board">
    <${Legend} now=${now} about=${about} />
    <svg class="squares" viewBox="${-room} -4 ${edge + room + 4} ${edge + room + 4}" role="group" aria-label="The board: pick squares until they make a move">
      ${now.squares.map(square)}
      <g class="names" aria-hidden="true" style="font-size: ${0.6 * room}px">${[...rows].map(([row, name]) => html`<text x=${-room / 2} y=${(row + 0.5) * UNIT + room / 5}>${name}</text>`)}
        ${[...columns].map(([column, name]) => html`<text x=${(column + 0.5) * UNIT} y=${edge + 0.75 * room}>${name}</text>`)}</g>
    </svg>
    <p class="soft" aria-live="polite">${picked.length ? `picked ${picked.join(" ")}: ${candidates.length} moves` : `pick ${laid}`}</p>
    ${whole.map(({ move }) => html`<button onClick=${() => onPlay(move)}>${move}</button>`)}
    ${onPlay && now.legal_moves.includes("pass") && html`<button onClick=${() => onPlay("pass")}>pass</button>`}
  </section>`;
}
