/** Watch: a search event by event, with what each cut is good for, and a quiz. */
import { html, useEffect, useState } from "./vendor/htm-preact.js";
import { ask } from "./api.js";
import { short } from "./cards.js";
import { Choice, Dotted, Fault, Grid, Line, Stepper, Tick, useKeys, useLatest } from "./common.js";
import { remember } from "./route.js";

const WIDEST = 1300; // pixels of a tree that is made to fit
const NOTHING = { right: 0, asked: 0, told: "" };

/** @param {{about: any, words: Record<string, string>, say: (words: string) => void}} props */
export function Watch({ about, words, say }) {
  const first = words.position ? words : about.examples[1];
  const [asked, setAsked] = useState({ game: first.game || "tree", position: first.position, algorithm: first.algorithm ?? "" });
  const [film, setFilm] = useState(null);
  const [at, setAt] = useState(Number(words.at ?? 0) || 0);
  const [playing, setPlaying] = useState(false);
  const [quiz, setQuiz] = useState(false);
  const [score, setScore] = useState(NOTHING);
  const [fault, setFault] = useState("");
  const latest = useLatest();
  useEffect(() => {
    latest(ask("watch", { ...asked, play: [] })).then((found) => {
      setFilm(found);
      setFault("");
      setAt((old) => Math.min(old, found.steps.length - 1));
    }).catch((error) => setFault(error.message));
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
  const show = (change) => {
    setAsked({ ...asked, ...change });
    setAt(0);
    setPlaying(false);
    setScore(NOTHING);
  };
  const guess = (cut) => {
    const is = film.steps[at + 1].kind === "cut";
    setAt(at + 1);
    const told = is === cut ? "Right." : is ? "No: it is cut here." : "No: it goes on here.";
    setScore({ right: score.right + Number(is === cut), asked: score.asked + 1, told });
  };
  return html`<div class="watch">
    <${Toolbar} about=${about} asked=${asked} onShow=${show} />
    ${fault && html`<${Fault} why=${fault} />`}
    ${film && step && html`
      <section class="panel" aria-label="Steps">
        <div class="row">
          <${Stepper} at=${at} last=${last} what="step" onStep=${(to) => question && to > at ? undefined : move(to)}>
            <button class="small" onClick=${() => setPlaying(!playing)} disabled=${at >= last}>${playing ? "Pause" : "Play"}</button>
          <//>
          <input class="scrub" type="range" min="0" max=${last} value=${at} aria-label="Step"
            aria-valuetext="step ${at + 1} of ${last + 1}: ${step.words}" onInput=${(event) => move(Number(event.target.value))} />
          <span class="soft count">${at + 1} of ${last + 1}</span>
          <${Tick} label="quiz" on=${quiz} onSet=${(on) => { setQuiz(on); setScore(NOTHING); }} />
        </div>
        <p class="sentence ${step.kind}">${sentence(step)}</p>
        <${Bounds} bounds=${step.bounds} names=${film.side_names} />
        <div class="quiz" aria-live="polite">${quiz && html`<${Quiz} question=${question} score=${score} onGuess=${guess} />`}</div>
      </section>
      <div class="columns wide-left">
        <section class="felt scroll" tabindex="0" role="region" aria-label="The tree"><${Tree} film=${film} step=${step} /></section>
        <aside class="side">
          ${film.rows.length > 0 && html`<${Outcomes} rows=${film.rows} left=${step.left} />`}
          <section aria-label="Sentences"><h2>What happened</h2>
            <ol class="log sentences" tabindex="0">${film.steps.slice(Math.max(0, at - 11), at + 1)
              .map((one) => html`<li class=${one.kind}>${sentence(one)}</li>`)}</ol>
          </section>
        </aside>
      </div>
      ${!film.whole && html`<p class="soft">Only the beginning of this search is shown; choose a smaller position.</p>`}`}
  </div>`;
}

/** What to watch. */
function Toolbar({ about, asked, onShow }) {
  const { game, position, algorithm } = asked;
  const known = about.examples.findIndex((one) => one.position === position && one.algorithm === algorithm);
  const examples = about.examples.map((one, index) => [String(index), one.name]);
  const names = about.algorithms.map((one) => one.name);
  const searches = !algorithm || names.includes(algorithm) ? names : [algorithm, ...names];
  return html`<form class="toolbar" onSubmit=${(event) => event.preventDefault()}>
    <${Choice} label="Example" value=${String(known)} onPick=${(value) => value >= 0 && onShow(about.examples[value])}
      options=${known < 0 ? [["-1", "your own"], ...examples] : examples} />
    <${Choice} label="Search" value=${algorithm} onPick=${(value) => onShow({ algorithm: value })}
      options=${[["", "the usual"], ...searches.map((name) => [name, name])]} />
    <${Line} label="Game" value=${game} onSet=${(value) => onShow({ game: value })} list="games" size="16" />
    <datalist id="games">${about.games.map((one) => html`<option value=${one.text} />`)}</datalist>
    <${Line} label="Position" value=${position} onSet=${(value) => onShow({ position: value })} size="44" />
  </form>`;
}

/** What must be exceeded in a node to matter. */
function Bounds({ bounds, names }) {
  const each = Object.entries(bounds);
  if (!each.length) return html`<p class="bounds">no bound to exceed here yet</p>`;
  return html`<p class="bounds">to matter here: ${each.map(([side, bound]) => html`<span class="bound">
    <${Dotted} name=${`${names[side]} > ${bound}`} side=${side} /></span>`)}</p>`;
}

/** A question where a node may be cut, or what came of the last one. */
function Quiz({ question, score, onGuess }) {
  if (question) return html`<b>Is the rest of this node cut now?</b>${" "}
    <button class="small" onClick=${() => onGuess(true)}>Cut</button>${" "}
    <button class="small" onClick=${() => onGuess(false)}>Search on</button>`;
  return html`<b>${score.told}</b> ${score.asked ? `${score.right} of ${score.asked} right` : "The search stops where you can guess."}`;
}

/** The leaf-value table, without what cannot matter any more. */
function Outcomes({ rows: [heads, ...rows], left }) {
  return html`<section aria-label="Leaf-value table">
    <h2>Outcomes that still matter <small>${left.length} of ${rows.length}</small></h2>
    <${Grid} label="Outcomes" heads=${heads} rows=${rows} kind=${(at) => (left.includes(at) ? "" : "crossed")} tall />
  </section>`;
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

/** The tree as far as it has come: what was cut off is grey, what comes later is faint. */
function Tree({ film, step }) {
  const { nodes, width, height } = film;
  const cuts = nodes.map(() => Infinity), parents = [];
  film.steps.forEach((one) => { if (one.kind === "cut") cuts[one.node] = one.at; });
  nodes.forEach((node, index) => node.children.forEach((child) => { parents[child] = index; }));
  const seen = (node) => !node.unseen && node.steps[0] <= step.at;
  const gone = (index) => nodes[index].unseen && (nodes[parents[index]].unseen || cuts[parents[index]] <= step.at);
  const best = (node) => node.kept.filter(([when]) => when <= step.at).at(-1)?.[1];
  const stage = (index) => (gone(index) ? "gone" : seen(nodes[index]) ? "" : "later");

  const edge = (child, index) => {
    if (parents[index] === undefined) return null;
    const node = nodes[parents[index]];
    const x = node.x + 0.58 * (child.x - node.x), y = node.y + 0.58 * (child.y - node.y);
    return html`<g class="edge ${stage(index) || (best(node) === index ? "best" : "")}">
      <line x1=${node.x} y1=${node.y} x2=${child.x} y2=${child.y} /><text x=${x} y=${y + 4}>${short(child.move)}</text></g>`;
  };
  const leaf = ({ x, y, value, unseen }, known) => html`<rect x=${x - 30} y=${y - 12} width="60" height="24" rx="6" />
    <text x=${x} y=${y + 5}>${unseen || known ? value : "·"}</text>`;
  const inner = (node, known) => html`<circle class="player-${node.mover}" cx=${node.x} cy=${node.y} r="13" />
    <text class="who" x=${node.x} y=${node.y + 5}>${node.who}</text>
    <text class="value" x=${node.x + 18} y=${node.y + 1}>${known ? node.value : ""}</text>
    <text class="note" x=${node.x + 18} y=${node.y + 15}>${seen(node) ? node.note : ""}</text>`;
  const drawn = (node, index) => {
    const known = !node.unseen && node.steps.at(-1) <= step.at;
    return html`<g class="node ${stage(index)} ${index === step.node ? "here" : ""}">
      ${node.mover === null ? leaf(node, known) : inner(node, known)}
      ${cuts[index] <= step.at && html`<text class="cutmark" x=${node.x - 22} y=${node.y + 6}>✂</text>`}</g>`;
  };
  return html`<svg class="searchtree ${width < WIDEST ? "fits" : ""}" viewBox="0 0 ${width} ${height}" width=${width} height=${height}
    role="img" aria-label="The tree of the search; the sentences say the same in words">
    ${nodes.map(edge)}${nodes.map(drawn)}
  </svg>`;
}
