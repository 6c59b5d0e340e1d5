/** Start: players, rules and strength of a game by menus and switches; its text for programmers. */
import { html, useState } from "./vendor/htm-preact.js";
import { Choice, Line, Tick } from "./common.js";
import { called, title } from "./names.js";
import { Picture } from "./pictures.js";
import { go } from "./route.js";
import { anySeed } from "./saved.js";

/** The arguments of a text. @param {string} text @returns {Record<string, string>} */
function given(text) {
  const inner = text.match(/\((.*)\)$/)?.[1] ?? "";
  return Object.fromEntries(inner.split(",").map((part) => part.split("=")).filter((pair) => pair.length === 2));
}

/** The text that menus say. */
function written(menu, chosen) {
  const said = menu.options.filter(({ key, usual }) => (chosen[key] ?? usual) !== usual).map(({ key }) => `${key}=${chosen[key]}`);
  if (menu.key === "bridge" && said.length) said.push("dummy=N"); // you are South, and declare
  return said.length ? `${menu.key}(${said.join(",")})` : menu.key;
}

/** @param {{about: any, words: Record<string, string>}} props */
export function Start({ about, words }) {
  const first = words.game ?? "whole-hearts";
  const menu = about.menus.find((one) => one.key === first.split("(")[0].trim());
  const [chosen, setChosen] = useState(() => given(first));
  const [own, setOwn] = useState("");
  const [level, setLevel] = useState(() => localStorage.getItem("kibitz.level") ?? "medium");
  const [each, setEach] = useState(/** @type {Record<number, string>} */ ({}));
  const [seat, setSeat] = useState(menu?.key === "bridge" ? "2" : "0");
  const [forced, setForced] = useState(true);
  const [seed, setSeed] = useState("");
  const text = own || (menu ? written(menu, chosen) : first);
  const players = Number(given(text).players ?? menu?.options.find((one) => one.key === "players")?.usual ?? (text.includes("sergeant") ? 3 : about.games.find((one) => one.name === text.split("(")[0])?.players ?? 4));
  const usual = text.startsWith("bridge") ? ["North", "East", "South", "West"] : Array.from({ length: players }, (_, at) => `P${at}`);
  const names = called(usual, seat === "none" ? null : Number(seat));
  const known = about.levels.find((one) => one.name === level); // whose line keeps its place for others, so that nothing moves
  const levels = [...about.levels.map((one) => [one.name, one.name]), ...(known ? [] : [[level, level]])];
  const play = (event) => {
    event.preventDefault();
    localStorage.setItem("kibitz.level", level);
    const list = usual.map((_, at) => each[at] || level);
    const same = list.every((one) => one === list[0]);
    const declare = text === "bridge" ? "yes" : undefined;
    const begins = menu?.begins && !text.includes(" from ") ? ` from ${menu.begins}` : "";
    go("table", { game: text + begins, declare, seat, players: same ? list[0] : list.join(";"), forced: forced ? undefined : "no", seed: seed || anySeed() });
  };
  return html`<form class="start panel" onSubmit=${play}>
    <div class="startwith"><div class="tile still"><${Picture} game=${menu?.key ?? ""} /></div>
      <div><h2>${title(about, first)}</h2><p class="soft">${menu?.about ?? about.games.find((one) => one.text === first)?.about ?? ""}</p></div></div>
    <div class="options">
      ${menu?.options.filter((one) => one.values.length).map((one) => html`<${Choice} label=${one.label} value=${chosen[one.key] ?? one.usual} options=${one.values}
        onPick=${(value) => setChosen({ ...chosen, [one.key]: value })} />`)}
    </div><div class="options">
      <${Choice} label="Opponents" value=${level} options=${levels} onPick=${setLevel} />
      <span class=${known ? "soft" : "soft unsaid"}>${(known ?? about.levels[0]).about}</span>
    </div><div class="options">
      ${menu?.options.filter((one) => !one.values.length).map((one) => html`<${Tick} label=${one.label} on=${(chosen[one.key] ?? one.usual) === "true"}
        onSet=${(on) => setChosen({ ...chosen, [one.key]: String(on) })} />`)}
      <${Tick} label="play forced cards for me" on=${forced} onSet=${setForced} />
    </div>
    <details><summary>Each opponent</summary><div class="options">
      ${names.map((name, at) => (String(at) === seat ? null : html`<${Choice} label=${name} value=${each[at] ?? ""} options=${[["", "as above"], ...about.levels.map((one) => [one.name, one.name])]}
        onPick=${(value) => setEach({ ...each, [at]: value })} />`))}
      <${Choice} label="You sit" value=${seat} onPick=${setSeat} options=${[...usual.map((name, at) => [String(at), /^P\d/.test(name) ? `in seat ${at + 1}` : name]), ["none", "nowhere: watch"]]} />
    </div></details>
    <details><summary>For programmers</summary><div class="options">
      <${Line} label="Game" value=${text} onSet=${setOwn} list="games" size="34" />
      <datalist id="games">${[...about.whole, ...about.games.map((one) => one.text)].map((one) => html`<option value=${one} />`)}</datalist>
      <${Line} label="Players" value=${level} onSet=${setLevel} list="players" size="24" />
      <datalist id="players">${about.players.map((name) => html`<option value=${name} />`)}</datalist>
      <${Line} label="Seed" type="number" min="0" value=${seed} onSet=${setSeed} />
      <ul class="soft">${about.levels.map((one) => html`<li><code>${one.name}</code> is <code>${one.text}</code></li>`)}</ul>
    </div></details>
    <div class="row"><button class="main" autofocus>Play</button></div>
  </form>`;
}
