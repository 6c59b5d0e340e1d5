/** The page: which view the address asks for, and settings that stay. */
import { html, render, useEffect, useState } from "./vendor/htm-preact.js";
import { ask } from "./api.js";
import { Analyse } from "./analyse.js";
import { Fault } from "./common.js";
import { route } from "./route.js";

const VIEWS = { analyse: "Analyse", table: "Table", watch: "Watch", lab: "Lab" };
const loaded = { analyse: Analyse };

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

function Page() {
  const [at, setAt] = useState(route());
  const [opened, setOpened] = useState(0);
  const [about, setAbout] = useState(null);
  const [fault, setFault] = useState("");
  const [said, say] = useState("");
  const [View, setView] = useState(() => loaded[route().view] ?? null);
  const [theme, setTheme] = useSetting("theme", "auto");
  const [deck, setDeck] = useSetting("deck", "two");
  useEffect(() => {
    ask("about").then(setAbout).catch((error) => setFault(error.message));
    const changed = () => { setAt(route()); setOpened((number) => number + 1); };
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  const name = VIEWS[at.view] ? at.view : "analyse";
  useEffect(() => {
    document.title = `${VIEWS[name]} – Kibitz`;
    view(name).then((found) => setView(() => found)).catch((error) => setFault(String(error)));
  }, [name]);
  const next = { auto: "dark", dark: "light", light: "auto" };
  return html`
    <a class="skip" href="#main" onClick=${skip}>to the table</a>
    <header class="bar">
      <span class="brand">Kibitz</span>
      <nav aria-label="Views">${Object.entries(VIEWS).map(([key, title]) => html`<a href="#/${key}"
        aria-current=${key === name ? "page" : undefined}>${title}</a>`)}</nav>
      <div class="settings">
        <button class="small" aria-pressed=${deck === "four"}
          onClick=${() => setDeck(deck === "two" ? "four" : "two")}>four colours</button>
        <button class="small" onClick=${() => setTheme(next[theme])}>theme: ${theme}</button>
      </div>
    </header>
    <main id="main" tabindex="-1">
      <h1 class="spoken">${VIEWS[name]}</h1>
      ${fault && html`<${Fault} why=${fault} />`}
      ${about && View && View === loaded[name]
        ? html`<${View} key=${`${name} ${opened}`} about=${about} words=${at.words} say=${say} />`
        : html`<p class="soft">One moment …</p>`}
    </main>
    <p class="spoken" role="status">${said}</p>
    <footer class="soft">Kibitz ${about?.version ?? ""} ${about ? `(${about.engine})` : ""}</footer>`;
}

const root = document.getElementById("page");
root.textContent = "";
render(html`<${Page} />`, root);
