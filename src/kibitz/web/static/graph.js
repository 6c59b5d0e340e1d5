/** A graph of all players' values along a hand; a click goes there. */
import { html } from "./vendor/htm-preact.js";
import { short } from "./cards.js";

const WIDTH = 640, HEIGHT = 170, LEFT = 34, RIGHT = 12, TOP = 12, BOTTOM = 22;

/**
 * `mistakes` says for each step the side that lost by the move before it, and what. What is not `exact` is faint.
 * @param {{values: (number | null)[][], exact: boolean[], names: string[], mistakes: {side: number, cost: number}[], moves: string[], at: number,
 *   length: number, onJump: (at: number) => void}} props
 */
export function Graph({ values, exact, names, mistakes, moves, at, length, onJump }) {
  const known = values.flat().filter((value) => value !== null);
  const low = Math.min(...known, 0), high = Math.max(...known, low + 1);
  const x = (step) => LEFT + ((WIDTH - LEFT - RIGHT) * step) / Math.max(1, length);
  const y = (value) => TOP + ((HEIGHT - TOP - BOTTOM) * (high - value)) / (high - low);
  const points = (side, some) => some.map((step) => (values[step][side] === null ? "" : `${x(step).toFixed(1)},${y(values[step][side]).toFixed(1)}`)).join(" ");
  const rough = values.map((_, step) => step).slice(0, exact.lastIndexOf(false, values.length - 1) + 2), settled = values.map((_, step) => step).filter((step) => exact[step]);
  const ticks = [low, Math.round((low + high) / 2), high].filter((value, at, all) => all.indexOf(value) === at);
  const wrong = (step, side) => mistakes[step]?.cost > 0 && mistakes[step].side === side;
  const jump = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const step = (((event.clientX - box.left) / box.width) * WIDTH - LEFT) / ((WIDTH - LEFT - RIGHT) / Math.max(1, length));
    onJump(Math.max(0, Math.min(length, Math.round(step))));
  };
  return html`<figure class="graph">
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" onClick=${jump}
      aria-label="Values of all players along the hand; the table of mistakes says the same in words">
      ${ticks.map((value) => html`<line class="grid" x1=${LEFT} x2=${WIDTH - RIGHT} y1=${y(value)} y2=${y(value)} />
        <text class="tick" x=${LEFT - 6} y=${y(value) + 4} text-anchor="end">${value}</text>`)}
      <line class="now" x1=${x(at)} x2=${x(at)} y1=${TOP} y2=${HEIGHT - BOTTOM} />
      ${names.map((name, side) => html`${rough.length > 1 && html`<polyline class="rough player-${side}" points=${points(side, rough)} />`}
        <polyline class="player-${side}" points=${points(side, settled)} />
        ${values.map((row, step) => row[side] === null ? null :
          html`<circle class="player-${side} ${wrong(step, side) ? "mistake" : exact[step] ? "" : "rough"}" cx=${x(step)} cy=${y(row[side])}
            r=${wrong(step, side) ? 5 : 2.5}><title>${step ? `${short(moves[step - 1])}: ` : ""}${name} ${exact[step] ? "" : "about "}${row[side]}</title></circle>`)}`)}
      <text class="tick" x=${LEFT} y=${HEIGHT - 5}>start</text>
      <text class="tick" x=${WIDTH - RIGHT} y=${HEIGHT - 5} text-anchor="end">${length} move${length === 1 ? "" : "s"}</text>
    </svg>
    <figcaption>${names.map((name, side) => html`<span class="key player-${side}"><i></i>${name}</span>`)}</figcaption>
  </figure>`;
}
