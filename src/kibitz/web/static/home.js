/** Home: games as tiles, games that were left, a deal to analyse, a file to open, something to learn. */
import { html, useState } from "./vendor/htm-preact.js";
import { ask } from "./api.js";
import { Fault, Load, useDrop } from "./common.js";
import { title } from "./names.js";
import { Picture } from "./pictures.js";
import { fragment, go } from "./route.js";
import { forget, games, keepFile, problems } from "./saved.js";

const SEEN = 6; // games to go on with that need no click to be seen

/** @param {{about: any}} props */
export function Home({ about, settings }) {
  const [fault, setFault] = useState("");
  const [left, setLeft] = useState(() => games());
  const [reading, setReading] = useState(false); // a file of many boards takes seconds
  const open = (text) => {
    const game = text.match(/^\s*game\s+(\S.*)/)?.[1];
    if (game) return go("table", { game, log: text }); // which keeps it once it can be played
    setReading(true);
    return ask("read", { text }).then((found) => {
      about.boards = found.boards;
      about.said = found.said;
      if (found.boards.length > 1) keepFile(text);
      go("analyse", { game: found.game, position: found.position, play: found.play.join(" "), at: 0, view: found.view,
        board: found.at || undefined });
    }).catch((error) => setFault(error.message)).finally(() => setReading(false));
  };
  useDrop(open);
  const drop = (id) => { forget(id); setLeft(games()); };
  const going = left.filter((one) => !one.over), over = left.filter((one) => one.over);
  const others = about.games.filter((one) => (one.name !== "tree" || settings.research) && !about.menus.some((known) => known.key.replace(/^whole-/, "").replaceAll("-", "_") === one.name));
  const groups = [...new Set(about.menus.map((one) => one.group))];
  const waiting = problems().filter((one) => one.solved < 2).length;
  const listed = (some) => html`<ul class="kept">${some.map((one) => html`<${Kept} key=${one.id} one=${one} about=${about} onDrop=${drop} />`)}</ul>`;
  return html`<div class="home">
    ${fault && html`<${Fault} why=${fault} />`}
    ${going.length > 0 && html`<section class="going" aria-label="Your games"><h2>Go on with your game</h2>
      ${listed(going.slice(0, SEEN))}
      ${going.length > SEEN && html`<details><summary>Earlier ones: ${going.length - SEEN}</summary>${listed(going.slice(SEEN))}</details>`}</section>`}
    ${groups.map((group, at) => html`<section aria-label=${group}><h2>${group}</h2>
      <ul class="tiles ${at ? "few" : ""}">${about.menus.filter((one) => one.group === group).map((one) => html`<li><a class="tile" href=${fragment("start", { game: one.key })}>
        <${Picture} game=${one.key} /><span class="what"><b>${one.title}</b><small>${one.about}</small></span></a></li>`)}</ul></section>`)}
    ${others.length > 0 && html`<section aria-label="More games"><details open=${others.length < 3}><summary>More games: ${others.length}</summary>
        <ul class="others">${others.map((one) => html`<li><a href=${fragment("start", { game: one.text })}>${title(about, one.name)}</a>
          <span class="soft">${one.about}</span></li>`)}</ul></details></section>`}
    <section class="doors" aria-label="More">
      <a class="door" href="#/analyse"><b>Analyse a deal</b><span>Every card with its value, for all players</span></a>
      <div class="door"><b role="status">${reading ? "Reading …" : "Open a file"}</b><span>PBN, LIN, or a saved game</span><${Load} label="Choose a file" accept=".pbn,.lin,.txt,.log" onText=${open} /></div>
      <a class="door" href="#/learn"><b>Learn</b><span>${waiting ? `${waiting} of your own mistakes to put right` : "Find the better card; how the search works"}</span></a>
    </section>
    ${over.length > 0 && html`<section aria-label="Finished games"><details><summary>Finished games: ${over.length}</summary>
      ${listed(over.slice(0, 40))}</details></section>`}
  </div>`;
}

/** A game that was left, to go on with or to drop; that is asked twice. */
function Kept({ one, about, onDrop }) {
  const [sure, setSure] = useState(false);
  const when = new Date(one.when).toLocaleDateString("en", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
  return html`<li><a href=${fragment("table", { id: one.id })}><b>${title(about, one.game)}</b> <span>${one.words}</span> <span class="soft">${when}</span></a>
    ${sure
      ? html`<span>Throw it away? <button class="small" onClick=${() => onDrop(one.id)}>Yes</button>${" "}<button class="small" onClick=${() => setSure(false)}>No</button></span>`
      : html`<button class="small" aria-label="throw this game away" onClick=${() => setSure(true)}>✕</button>`}</li>`;
}
