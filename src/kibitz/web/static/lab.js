/** Lab: what the stores of results hold, beside the published numbers; a click opens a deal. */
import { html, useEffect, useState } from "./vendor/htm-preact.js";
import { ask } from "./api.js";
import { Fault, Grid, picture, thousands, useLatest } from "./common.js";
import { go, remember } from "./route.js";

/** @param {{words: Record<string, string>}} props */
export function Lab({ words }) {
  const [stores, setStores] = useState(null);
  const [chosen, setChosen] = useState(words.name ? { store: words.store, name: words.name } : null);
  const [found, setFound] = useState(null);
  const [fault, setFault] = useState("");
  useEffect(() => { ask("lab").then((answer) => setStores(answer.stores)).catch((error) => setFault(error.message)); }, []);
  const latest = useLatest();
  useEffect(() => {
    setFound(null);
    setFault("");
    if (chosen) latest(ask("results", chosen)).then(setFound).catch((error) => setFault(error.message));
  }, [JSON.stringify(chosen)]);
  useEffect(() => remember("lab", chosen ?? {}));
  const open = (deal) => {
    if (deal.game.startsWith("whole-")) return go("table", { game: deal.game, seed: deal.seed, seat: "" });
    return ask("deal", { game: deal.game, seed: deal.seed }).then((hand) => go("analyse", { game: hand.game, position: hand.position }))
      .catch((error) => setFault(error.message));
  };
  if (!stores) return fault ? html`<${Fault} why=${fault} />` : html`<p class="soft">Reading …</p>`;
  return html`<div class="lab columns narrow-left">
    <nav class="side" aria-label="Results"><section>
      ${stores.length === 0 && html`<p>There is no store of results here.
        ${" "}<code>kibitz reproduce</code> and <code>kibitz match</code> make one; <code>kibitz serve --store FILE</code> shows it.</p>`}
      ${stores.map((store) => html`<h2>${store.name}</h2><ul class="works">${store.works.map((work) => html`<li>
        <button class="step ${chosen?.name === work.name ? "now" : ""}" aria-current=${chosen?.name === work.name ? "true" : undefined}
          onClick=${() => setChosen({ store: store.name, name: work.name })}>${work.title ?? work.name}</button>
        <small>${work.kind}, ${work.kind === "match" ? "blocks" : "results"}: ${thousands(work.results)}</small></li>`)}</ul>`)}
    </section></nav>
    <div>
      ${fault && html`<${Fault} why=${fault} />`}
      ${chosen && !found && !fault && html`<p class="soft">One moment …</p>`}
      ${!chosen && stores.length > 0 && html`<p class="soft">Choose an experiment or a match.</p>`}
      ${found && html`<${Results} found=${found} onOpen=${open} />`}
    </div>
  </div>`;
}

function Results({ found, onOpen }) {
  const [heads, ...lines] = found.rows;
  const rows = lines.map(([name, ...cells]) => [html`<span class=${name.startsWith(" ") ? "inner" : ""}>${name.trim()}</span>`, ...cells]);
  const deals = found.deals.map((deal) => [
    html`<button class="link" onClick=${() => onOpen(deal)}>${deal.label}</button>`,
    thousands(deal.number),
    html`<code>${deal.game}</code>`,
  ]);
  return html`<section class="panel" aria-label="Results"><h2>${found.title}</h2>
    ${found.remarks.map((remark) => html`<p class="soft">${remark}</p>`)}
    ${heads
      ? html`<${Grid} label="Our numbers beside the published ones" heads=${heads} rows=${rows} />`
      : html`<p>None of these results is valid any more: the program has changed since.</p>`}
    <div class="plots">${found.plots.map((plot) => html`<figure>
      <img alt=${plot.caption} src=${picture(plot.svg)} /><figcaption>${plot.caption}</figcaption></figure>`)}</div>
    ${deals.length > 0 && html`<h2>Deals, the largest first</h2>
      <${Grid} label="Deals" heads=${["deal", found.heading, "game"]} rows=${deals} tall />`}
  </section>`;
}
