/** Watch: a search event by event, with what each cut is good for, and a quiz. */
import { html, useEffect, useState } from "./vendor/htm-preact.js";
import { ask } from "./api.js";
import { short } from "./cards.js";
import { Choice, Fault, Line, useKeys } from "./common.js";
import { remember } from "./route.js";

/** @param {{about: any, words: Record<string, string>, say: (words: string) => void}} props */
export function Watch({ about, words, say }) {
  const first = words.position ? words : about.examples[1];
  const [asked, setAsked] = useState({ game: first.game || "tree", position: first.position, algorithm: first.algorithm ?? "" });
  const [film, setFilm] = useState(null);
  const [at, setAt] = useState(Number(words.at ?? 0) || 0);
  const [playing, setPlaying] = useState(false);
  const [quiz, setQuiz] = useState(false);
  const [score, setScore] = useState({ right: 0, asked: 0, told: "" });
  const [fault, setFault] = useState("");
  useEffect(() => {
    let wanted = true;
    ask("watch", { ...asked, play: [] }).then((found) => {
      if (!wanted) return;
      setFilm(found);
      setFault("");
      setAt((old) => Math.min(old, found.steps.length - 1));
    }).catch((error) => wanted && setFault(error.message));
    return () => { wanted = false; };
  }, [JSON.stringify(asked)]);
  useEffect(() => remember("watch", { ...asked, at: at || undefined }));
  const last = film ? film.steps.length - 1 : 0;
  const step = film?.steps[Math.min(at, last)];
  const question = quiz && film && isQuestion(film, at);
  const move = (to) => { setAt(Math.max(0, Math.min(last, to))); setScore((old) => ({ ...old, told: "" })); };
  useEffect(() => {
    if (!playing || question) return undefined;
    if (at >= last) { setPlaying(false); return undefined; }
    const timer = setTimeout(() => move(at + 1), 700);
    return () => clearTimeout(timer);
  }, [playing, at, question]);
  useEffect(() => { if (step) say(step.words); }, [at, film]);
  useKeys((key) => {
    const to = { ArrowLeft: at - 1, ArrowRight: question ? at : at + 1, Home: 0, End: last }[key];
    if (to === undefined) return false;
    move(to);
    return true;
  });
  const choose = (example) => { setAsked({ game: example.game, position: example.position, algorithm: example.algorithm }); setAt(0); setPlaying(false); setScore({ right: 0, asked: 0, told: "" }); };
  const guess = (cut) => {
    const is = film.steps[at + 1].kind === "cut";
    setAt(at + 1);
    setScore({ right: score.right + (is === cut), asked: score.asked + 1, told: is === cut ? "Right." : is ? "No: it is cut here." : "No: it goes on here." });
  };
  const known = about.examples.findIndex((one) => one.position === asked.position && one.algorithm === asked.algorithm);
  return html`<div class="watch">
    <form class="toolbar" onSubmit=${(event) => event.preventDefault()}>
      <${Choice} label="Example" value=${String(known)} onPick=${(value) => value >= 0 && choose(about.examples[value])}
        options=${[...(known < 0 ? [["-1", "your own"]] : []), ...about.examples.map((one, index) => [String(index), one.name])]} />
      <${Choice} label="Search" value=${asked.algorithm} onPick=${(algorithm) => { setAsked({ ...asked, algorithm }); setAt(0); }}
        options=${[["", "the usual"], ...(about.algorithms.some((one) => one.name === asked.algorithm) || !asked.algorithm ? [] : [[asked.algorithm, asked.algorithm]]), ...about.algorithms.map((one) => [one.name, one.name])]} />
      <${Line} label="Game" value=${asked.game} onSet=${(game) => { setAsked({ ...asked, game }); setAt(0); }} list="games" size="16" />
      <datalist id="games">${about.games.map((one) => html`<option value=${one.text} />`)}</datalist>
      <${Line} label="Position" value=${asked.position} onSet=${(position) => { setAsked({ ...asked, position }); setAt(0); }} size="44" />
    </form>
    ${fault && html`<${Fault} why=${fault} />`}
    ${film && step && html`
    <section class="panel player" aria-label="Steps">
      <div class="row">
        <button class="small" aria-label="to the start" disabled=${at === 0} onClick=${() => move(0)}>|◀</button>
        <button class="small" aria-label="one step back" disabled=${at === 0} onClick=${() => move(at - 1)}>◀</button>
        <button class="small" onClick=${() => setPlaying(!playing)} disabled=${at >= last}>${playing ? "Pause" : "Play"}</button>
        <button class="small" aria-label="one step on" disabled=${at >= last || question} onClick=${() => move(at + 1)}>▶</button>
        <input class="scrub" type="range" min="0" max=${last} value=${at} aria-label="Step" aria-valuetext="step ${at + 1} of ${last + 1}: ${step.words}"
          onInput=${(event) => move(Number(event.target.value))} />
        <span class="soft count">${at + 1} of ${last + 1}</span>
        <label class="field"><input type="checkbox" checked=${quiz} onChange=${(event) => { setQuiz(event.target.checked); setScore({ right: 0, asked: 0, told: "" }); }} /><span>quiz</span></label>
      </div>
      <p class="sentence ${step.kind}">${sentence(step)}</p>
      <p class="bounds">${Object.keys(step.bounds).length ? html`to matter here: ${Object.entries(step.bounds).map(([side, bound]) => html`<span class="bound"><span class="dot player-${side}"></span>P${side} > ${bound}</span>`)}` : "nothing has to be exceeded here yet"}</p>
      <div class="quiz" aria-live="polite">${question ? html`<b>Is the rest of this node cut now?</b> <button class="small" onClick=${() => guess(true)}>Cut</button> <button class="small" onClick=${() => guess(false)}>Search on</button>`
        : quiz ? html`<b>${score.told}</b> ${score.asked ? `${score.right} of ${score.asked} right` : "The search stops where you can guess."}` : ""}</div>
    </section>
    <div class="columns wide-left">
      <section class="felt scroll" tabindex="0" role="region" aria-label="The tree"><${Tree} film=${film} step=${step} /></section>
      <aside class="side">
        ${film.rows.length > 0 && html`<section aria-label="Leaf-value table"><h2>Outcomes that still matter <small>${step.left.length} of ${film.rows.length - 1}</small></h2>
          <div class="scroll outcomes" tabindex="0" role="region" aria-label="Outcomes"><table><thead><tr>${film.rows[0].map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
          <tbody>${film.rows.slice(1).map((row, index) => html`<tr class=${step.left.includes(index) ? "" : "crossed"}>${row.map((cell, column) => column ? html`<td>${cell}</td>` : html`<th scope="row">${cell}</th>`)}</tr>`)}</tbody></table></div></section>`}
        <section aria-label="Sentences"><h2>What happened</h2><ol class="log sentences" tabindex="0">${film.steps.slice(Math.max(0, at - 11), at + 1).map((one) => html`<li class=${one.kind}>${sentence(one)}</li>`)}</ol></section>
      </aside>
    </div>
    ${!film.whole && html`<p class="soft">Only the beginning of this search is shown; choose a smaller position.</p>`}`}
  </div>`;
}

/** What a step does, in the words of the trace. */
function sentence(step) {
  if (step.kind !== "visit") return step.words;
  return step.move === null ? "begin at the root" : `go down by ${step.words}`;
}

/** Whether a learner can guess here: the next step cuts the node, or goes on below it. */
function isQuestion(film, at) {
  const now = film.steps[at], next = film.steps[at + 1];
  if (!next || !["keep", "visit"].includes(now.kind) || !Object.keys(now.bounds).length) return false;
  if (next.kind === "cut") return next.node === now.node;
  return now.kind === "keep" ? next.kind === "visit" && film.nodes[now.node].children.includes(next.node) : next.kind === "expand";
}

/** The tree as far as it has come. */
function Tree({ film, step }) {
  const { nodes, width, height } = film;
  const seen = (node) => !node.unseen && node.steps[0] <= step.at;
  const cutAt = (node) => film.steps.find((one) => one.kind === "cut" && one.node === nodes.indexOf(node))?.at ?? Infinity;
  const cuts = nodes.map(cutAt);
  const best = (node) => node.kept.filter(([when]) => when <= step.at).at(-1)?.[1];
  const done = (node) => node.steps.at(-1) <= step.at;
  const parts = [];
  nodes.forEach((node, index) => node.children.forEach((below) => {
    const child = nodes[below];
    const gone = child.unseen && (node.unseen || cuts[index] <= step.at);
    const kind = gone ? "gone" : child.unseen || !seen(child) ? "later" : best(node) === below ? "best" : "";
    const x = node.x + 0.58 * (child.x - node.x), y = node.y + 0.58 * (child.y - node.y);
    parts.push(html`<g class="edge ${kind}"><line x1=${node.x} y1=${node.y} x2=${child.x} y2=${child.y} />
      <text x=${x} y=${y + 4}>${short(child.move)}</text></g>`);
  }));
  nodes.forEach((node, index) => {
    const gone = node.unseen && nodes.some((above, at) => above.children.includes(index) && (above.unseen || cuts[at] <= step.at));
    const kind = `${gone ? "gone" : !seen(node) ? "later" : ""} ${index === step.node ? "here" : ""}`;
    const value = node.unseen || done(node) ? node.value : "";
    parts.push(html`<g class="node ${kind}">
      ${node.mover === null
        ? html`<rect x=${node.x - 30} y=${node.y - 12} width="60" height="24" rx="6" /><text x=${node.x} y=${node.y + 5}>${node.unseen ? node.value : value || "·"}</text>`
        : html`<circle class="player-${node.mover}" cx=${node.x} cy=${node.y} r="13" /><text class="who" x=${node.x} y=${node.y + 5}>${node.mover}</text>
          <text class="value" x=${node.x + 18} y=${node.y + 1}>${seen(node) ? value : ""}</text><text class="note" x=${node.x + 18} y=${node.y + 15}>${seen(node) ? node.note : ""}</text>`}
      ${cuts[index] <= step.at && html`<text class="cutmark" x=${node.x - 22} y=${node.y + 6}>✂</text>`}
    </g>`);
  });
  return html`<svg class="searchtree" viewBox="0 0 ${width} ${height}" width=${width} height=${height} style=${{ maxWidth: width < 1300 ? "100%" : "none", height: width < 1300 ? "auto" : height }} role="img" aria-label="The tree of the search; the sentences say the same in words">${parts}</svg>`;
}
