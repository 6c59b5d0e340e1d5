/** Chinese Checkers: the star, pieces to pick and put, and the hops of a move. */
import { html, useEffect, useState } from "./vendor/htm-preact.js";
import { ask } from "./api.js";
import { useLatest } from "./common.js";
import { Legend } from "./squares.js";

/** @param {{now: any, about: any, analysis: any, onPlay?: (move: string) => void, question: any, last?: string}} props */
export function Board({ now, about, analysis, onPlay, question, last }) {
  const [picked, setPicked] = useState("");
  const [path, setPath] = useState([]);
  const at = Object.fromEntries(now.points.map((point) => [point.name, point]));
  const moves = now.legal_moves.map((move) => move.split("-"));
  const starts = new Set(moves.map(([start]) => start));
  const ends = new Set(moves.filter(([start]) => start === picked).map(([, end]) => end));
  const best = analysis?.moves.some((row) => row.cost === 0) ? analysis.best : "";
  const value = (move) => analysis?.moves.find((row) => row.moves.includes(move));
  useEffect(() => { setPicked(""); setPath([]); }, [now.position]);

  const latest = useLatest();
  const show = (move) => latest(ask("path", { ...question, move })).then((found) => setPath(found.path)).catch(() => setPath([]));
  const click = (name) => {
    if (!onPlay) return;
    if (ends.has(name)) onPlay(`${picked}-${name}`);
    else if (starts.has(name)) { setPicked(name === picked ? "" : name); setPath([]); }
  };
  const point = ({ name, x, y, owner, goal }) => {
    const can = onPlay && (ends.has(name) || starts.has(name));
    const row = ends.has(name) ? value(`${picked}-${name}`) : null;
    const words = [name, owner === null ? "" : about.names[owner], ends.has(name) ? "move here" : "", row ? row.words.value.join(" ") : ""]
      .filter(Boolean).join(", ");
    const preview = () => ends.has(name) && show(`${picked}-${name}`);
    const press = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      click(name);
    };
    return html`<g key=${name} data-card=${name} role=${can ? "button" : undefined} tabindex=${can ? 0 : undefined}
      class="point ${can ? "can" : ""} ${picked === name ? "picked" : ""} ${ends.has(name) ? "end" : ""}"
      aria-label=${can ? words : undefined} onClick=${() => click(name)} onKeyDown=${press} onMouseEnter=${preview} onFocus=${preview}>
      <circle class="hole ${goal === null ? "" : `goal player-${goal}`}" cx=${x} cy=${y} r="11" />
      ${owner !== null && html`<circle class="piece player-${owner}" cx=${x} cy=${y} r="13" />
        <text x=${x} y=${y + 4}>${about.names[owner][0]}</text>`}
      ${row?.words.value.length && html`<text class="worth" x=${x} y=${y + 4}>${row.words.value[about.side_of[now.turn]]}</text>`}
      <title>${words}</title></g>`;
  };
  const line = (kind, start, end) => at[start] && at[end] &&
    html`<line class=${kind} x1=${at[start].x} y1=${at[start].y} x2=${at[end].x} y2=${at[end].y} />`;
  const way = path.length > 1 ? `by ${path.join(" – ")}` : picked ? `${picked} picked: choose where it goes` : "pick a piece";
  return html`<section class="felt star" aria-label="The board">
    <${Legend} now=${now} about=${about} />
    <svg viewBox="-250 -275 500 550" role="group" aria-label="The star: pick a piece, then where it goes">
      ${line("last", ...(last ?? "").split("-"))}
      ${now.points.map(point)}
      ${line("bestmove", ...best.split("-"))}
      ${path.length > 1 && html`<polyline class="path" points=${path.map((name) => `${at[name].x},${at[name].y}`).join(" ")} />`}
    </svg>
    <p class="soft" aria-live="polite">${way}</p>
    ${now.legal_moves.includes("pass") && onPlay && html`<button onClick=${() => onPlay("pass")}>pass</button>`}
  </section>`;
}
