/** The page: which view the address asks for, and settings that stay. */
import { html, render, useEffect, useState } from "./vendor/htm-preact.js";
import { ask } from "./api.js";
import { Choice, Fault, Tick } from "./common.js";
import { Home } from "./home.js";
import { route } from "./route.js";

const VIEWS = { home: "Home", start: "Start", table: "Table", analyse: "Analyse", learn: "Learn", watch: "Watch", lab: "Lab" };
const NAV = { home: "Games", table: "Table", analyse: "Analyse", learn: "Learn" };
const RESEARCH = { watch: "Watch", lab: "Lab" };
const loaded = { home: Home };
const HEARD = 20; // lines that somebody who listens can go back to

/** The other views come when they are asked for. @param {string} name */
async function view(name) {
  loaded[name] ??= (await import(`./${name}.js`))[VIEWS[name]];
  return loaded[name];
}

/** A setting that stays. @param {string} key @param {string} usual @returns {[string, (value: string) => void]} */
function useSetting(key, usual) {
  const [value, setValue] = useState(() => localStorage.getItem(key) ?? usual);
  useEffect(() => {
    localStorage.setItem(key, value);
    document.documentElement.dataset[key] = value;
  }, [value]);
  return [value, setValue];
}

/** To what the page is about, past what stands above it. */
function skip(event) {
  event.preventDefault();
  document.getElementById("main").focus();
}

/** What was opened over the page is shut by a click beside it, and by Escape. */
function useShut() {
  useEffect(() => {
    const shut = (event) => {
      const open = document.querySelector(".settings[open]");
      if (!open || (event.type === "keydown" ? event.key !== "Escape" : open.contains(event.target))) return;
      open.open = false;
      if (event.type === "keydown") open.querySelector("summary").focus();
    };
    for (const kind of ["keydown", "pointerdown"]) addEventListener(kind, shut);
    return () => { for (const kind of ["keydown", "pointerdown"]) removeEventListener(kind, shut); };
  }, []);
}

function Page() {
  const [at, setAt] = useState(route());
  const [opened, setOpened] = useState(0);
  const [about, setAbout] = useState(null);
  const [fault, setFault] = useState("");
  const [said, setSaid] = useState(/** @type {[number, string][]} */ ([])); // numbered, so that each is read, also one said twice
  const say = (words) => setSaid((old) => [...old, [(old.at(-1)?.[0] ?? 0) + 1, words]].slice(-HEARD));
  const [View, setView] = useState(() => loaded[route().view] ?? null);
  const [theme, setTheme] = useSetting("theme", "auto");
  const [deck, setDeck] = useSetting("deck", "two");
  const [size, setSize] = useSetting("size", "usual");
  const [pace, setPace] = useSetting("pace", "usual");
  const [research, setResearch] = useSetting("research", "off");
  useShut();
  useEffect(() => {
    ask("about").then(setAbout).catch((error) => setFault(error.message));
    const changed = () => { setAt(route()); setOpened((number) => number + 1); };
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  const name = VIEWS[at.view] ? at.view : "home";
  const lab = research === "on";
  useEffect(() => {
    document.title = `${VIEWS[name]} – Kibitz`;
    let wanted = true; // unless another view is asked for before it has come
    view(name).then((found) => { if (wanted) setView(() => found); }).catch((error) => setFault(String(error)));
    return () => { wanted = false; };
  }, [name]);
  useEffect(() => document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" }), [name]);
  const shown = { ...NAV, ...(lab || RESEARCH[name] ? RESEARCH : {}) };
  useEffect(() => { // so that one Tab is enough to come to the first card
    if (View && about) document.getElementById("main")?.focus({ preventScroll: true });
  }, [View, opened, Boolean(about)]);
  return html`
    <a class="skip" href="#main" onClick=${skip}>to the table</a>
    <header class="bar">
      <a class="brand" href="#/home">Kibitz</a>
      <nav aria-label="Views">${Object.entries(shown).map(([key, title]) => html`<a href="#/${key}"
        aria-current=${key === name ? "page" : undefined}>${title}</a>`)}</nav>
      <details class="settings"><summary>Settings</summary><div class="panel">
        <${Choice} label="Theme" value=${theme} onPick=${setTheme} options=${[["auto", "as the system"], ["light", "light"], ["dark", "dark"]]} />
        <${Choice} label="Pace" value=${pace} onPick=${setPace} options=${[["calm", "calm"], ["usual", "usual"], ["quick", "quick"]]} />
        <${Tick} label="four-colour deck" on=${deck === "four"} onSet=${(on) => setDeck(on ? "four" : "two")} />
        <${Tick} label="larger cards" on=${size === "large"} onSet=${(on) => setSize(on ? "large" : "usual")} />
        <${Tick} label="for researchers" on=${lab} onSet=${(on) => setResearch(on ? "on" : "off")} />
      </div></details>
    </header>
    <main id="main" tabindex="-1">
      <h1 class="spoken">${VIEWS[name]}</h1>
      ${fault && html`<${Fault} why=${fault} />`}
      ${about && View && View === loaded[name]
        ? html`<${View} key=${`${name} ${opened}`} about=${about} words=${at.words} say=${say} settings=${{ pace, research: lab }} />`
        : html`<p class="soft">One moment …</p>`}
    </main>
    <div class="spoken" role="log" aria-label="What happened">${said.map(([at, words]) => html`<p key=${at}>${words}</p>`)}</div>
    <footer class="soft">Kibitz ${about?.version ?? ""} ${about ? `(${about.engine})` : ""}</footer>`;
}

const root = document.getElementById("page");
root.textContent = "";
render(html`<${Page} />`, root);
