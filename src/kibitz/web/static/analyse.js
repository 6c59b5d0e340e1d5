/** Analyse: a hand with every move valued, stepped through, changed and shared. */
import { html, useEffect, useRef, useState } from "./vendor/htm-preact.js";
import { ask } from "./api.js";
import { Move, printed, short } from "./cards.js";
import { Choice, Copied, Fault, Grid, Line, Load, Stepper, payoffs, save, thousands, useKeys, useLatest, useStream } from "./common.js";
import { Edit } from "./edit.js";
import { Graph } from "./graph.js";
import { fragment, go, remember } from "./route.js";
import { Stage } from "./stage.js";
import { Values, Worlds } from "./values.js";

const FIRST = { game: "spades(players=3,bids=1/1/2,utility=mot,breaking=false)", position: "7..K.4 .2..K7 J...A3" };

/** What a route says of a hand. */
function read(words) {
  const play = (words.play ?? "").split(" ").filter(Boolean);
  const base = words.position ? { game: words.game ?? "", position: words.position } : FIRST;
  return { ...base, play, at: Math.min(Number(words.at ?? play.length) || 0, play.length), view: words.view ?? "" };
}

/** @param {{about: any, words: Record<string, string>, say: (words: string) => void}} props */
export function Analyse({ about, words, say }) {
  const [hand, setHand] = useState(() => read(words));
  const [line, setLine] = useState(null);
  const [fault, setFault] = useState("");
  const [algorithm, setAlgorithm] = useState(words.algorithm ?? "");
  const [cards, setCards] = useState(words.view ? "view" : "open");
  const [mode, setMode] = useState("");
  const [boards, setBoards] = useState(about.boards);

  const { game, position, play, at } = hand;
  const here = { game, position, play: play.slice(0, at) };

  const latestLine = useLatest(), latestHand = useLatest();
  useEffect(() => {
    latestLine(ask("line", { game, position, play }))
      .then((answer) => {
        setLine({ ...answer, of: [game, position, ...play] });
        setFault("");
      })
      .catch((error) => setFault(error.message));
  }, [game, position, play.join(" ")]);
  useEffect(() => remember("analyse", { game, position, play: play.join(" "), algorithm, view: hand.view,
    at: at === play.length ? undefined : at }));

  // The position, once it is there; until then the one before stays on the screen.
  const ready = line && [game, position, ...here.play].every((word, index) => line.of[index] === word);
  const now = ready ? line.positions[at] : null;
  const screen = useRef(null);
  if (now) screen.current = { now, about: line.game };
  printed(screen.current?.about.suits);
  const usual = now && !now.is_over && cards === "open" ? { ...here, algorithm } : null;
  const analysis = useStream("analyse", usual);
  const seen = now && !now.is_over && cards === "view" ? (hand.view && at === 0 ? { view: hand.view } : here) : null;
  const worlds = useStream("worlds", seen);
  const review = useStream("review", play.length && line ? { game, position, play, algorithm } : null);

  const set = (change) => setHand((old) => ({ ...old, ...change }));
  const step = (to) => set({ at: Math.max(0, Math.min(play.length, to)) });
  const playMoves = (moves) => {
    const same = moves.every((move, index) => play[at + index] === move);
    set({ play: same ? play : [...play.slice(0, at), ...moves], at: at + moves.length });
  };
  const open = (found) => {
    setBoards(found.boards ?? []);
    setCards(found.view ? "view" : "open");
    setMode("");
    setFault("");
    setHand({ game: found.game, position: found.position, play: found.play, at: 0, view: found.view });
  };
  const openLatest = (coming) => latestHand(coming).then(open);
  const from = (name, question) => openLatest(ask(name, question)).catch((error) => setFault(error.message));
  const pick = (board) => latestHand(Promise.resolve(board))
    .then(() => (board.error ? setFault(board.error) : open({ ...board, boards })));

  const wheel = (event) => {
    const to = at + Math.sign(event.deltaY);
    if (event.ctrlKey || to < 0 || to > play.length) return;
    event.preventDefault();
    step(to);
  };
  useKeys((key) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: play.length }[key];
    if (to === undefined || mode === "edit") return false;
    step(to);
    return true;
  });
  useEffect(() => {
    const found = analysis.answer;
    const best = found?.moves.find((row) => row.moves.includes(found.best));
    if (best?.words.value.length && !analysis.running)
      say(`${line.game.names[found.turn]} to move. Best is ${found.best}, ${best.words.about}${
        payoffs(best.words.value)}.`);
  }, [analysis.running, analysis.answer?.position]);

  const names = line?.game.names ?? [];
  return html`<div class="analyse">
    <${Toolbar} about=${about} game=${game} from=${from} mode=${mode} setMode=${setMode} line=${line} />
    ${fault && html`<${Fault} why=${fault} />`}
    ${boards.length > 1 && html`<${Choice} label="Board" onPick=${(index) => pick(boards[index])}
      value=${String(boards.findIndex((one) => one.game === game && one.position === position))}
      options=${boards.map(({ board }, index) => [String(index), board])} />`}
    ${mode === "paste" && html`<${Paste} onText=${(text) => from("read", { text, game })} />`}
    ${mode === "share" && html`<${Share} question=${{ ...here, algorithm }}
      words=${{ game, position, play: play.join(" "), at, algorithm }} />`}
    ${mode === "edit" && now?.hands && html`<${Edit} about=${line.game} position=${now} onDone=${openLatest} />`}
    <div class="columns">
      <div class="stage" onWheel=${wheel}>
        ${screen.current && html`<${Stage} ...${screen.current} analysis=${analysis.answer} worlds=${worlds.answer}
          hidden=${cards === "view"} onPlay=${now ? (move) => playMoves([move]) : undefined} last=${play[at - 1]} question=${here} />`}
        ${line && html`<${Steps} play=${play} at=${at} names=${names} line=${line} review=${review.answer}
          onStep=${step} />`}
      </div>
      <aside class="side">
        <section aria-label="Values">
          <div class="row">
            <h2>Every move</h2>
            <${Choice} label="by" value=${algorithm} onPick=${setAlgorithm}
              options=${[["", "the strongest"], ...about.algorithms.map(({ name }) => [name, name])]} />
            ${now?.hands && html`<${Choice} label="cards" value=${cards} onPick=${setCards}
              options=${[["open", "open"], ["view", "as it sees them"]]} />`}
          </div>
          ${cards === "open"
            ? html`<${Values} stream=${analysis} about=${line?.game} now=${now} onLine=${playMoves} />`
            : html`<${Worlds} stream=${worlds} about=${line?.game} onPlay=${(card) => playMoves([card])} />`}
        </section>
        ${play.length > 0 && line && html`<${Reviewed} stream=${review} about=${line.game} play=${play} at=${at}
          onStep=${step} />`}
        ${now && !now.is_over && html`<${Beside} about=${about} now=${now} question=${here} />`}
      </aside>
    </div>
  </div>`;
}

/** Where a hand comes from. */
function Toolbar({ about, game, from, mode, setMode, line }) {
  const [chosen, setChosen] = useState(game);
  const [seed, setSeed] = useState(1);
  useEffect(() => setChosen(game), [game]);
  const toggle = (name) => setMode(mode === name ? "" : name);
  const deal = (number) => { setSeed(number); from("deal", { game: chosen, seed: number }); };
  return html`<form class="toolbar" onSubmit=${(event) => { event.preventDefault(); deal(seed); }}>
    <${Line} label="Game" value=${chosen} onSet=${setChosen} list="games" size="30" />
    <datalist id="games">${about.games.map((one) => html`<option value=${one.text}>${one.about}</option>`)}</datalist>
    <${Line} label="Seed" type="number" min="0" value=${seed} onSet=${(value) => setSeed(Number(value) || 0)} size="6" />
    <button>Deal</button>
    <button type="button" onClick=${() => deal(seed + 1)}>Next deal</button>
    <button type="button" aria-expanded=${mode === "paste"} onClick=${() => toggle("paste")}>Paste</button>
    <button type="button" aria-expanded=${mode === "edit"} disabled=${!line?.game.cards} onClick=${() => toggle("edit")}>Edit</button>
    <button type="button" aria-expanded=${mode === "share"} onClick=${() => toggle("share")}>Share, export</button>
  </form>`;
}

/** A text of any kind. */
function Paste({ onText }) {
  const [text, setText] = useState("");
  return html`<section class="panel" aria-label="Paste">
    <label class="field wide"><span>A position, PBN, LIN, a log or a view; moves after a stroke: <code>spades 7..K.4 .2..K7 J...A3 | DK</code></span>
      <textarea rows="5" value=${text} spellcheck="false" onInput=${(event) => setText(event.target.value)}></textarea></label>
    <div class="row"><button onClick=${() => onText(text)}>Open it</button>
      <${Load} label="or a file" accept=".pbn,.lin,.txt,.log" onText=${onText} /></div>
  </section>`;
}

/** The screen as an address and as texts. */
function Share({ question, words }) {
  const [texts, setTexts] = useState(null);
  const latest = useLatest();
  useEffect(() => { latest(ask("export", question)).then(setTexts).catch(() => setTexts(null)); }, [JSON.stringify(question)]);
  const address = location.origin + "/" + fragment("analyse", words);
  return html`<section class="panel" aria-label="Share and export">
    <p>The address says all that is shown: <a href=${address}>this hand</a>. It opens where <code>kibitz serve</code> runs.</p>
    ${texts && html`<div class="texts">
      <${Copied} label="text" text=${texts.text} />
      <${Copied} label="shell" text=${texts.shell} />
      <${Copied} label="Python" text=${texts.python} />
      ${texts.pbn && html`<${Copied} label="PBN" text=${texts.pbn} />`}
    </div>
    <div class="row">
      ${texts.svg && html`<button class="small" onClick=${() => save("position.svg", texts.svg, "image/svg+xml")}>save SVG</button>`}
      ${texts.pbn && html`<button class="small" onClick=${() => save("deal.pbn", texts.pbn)}>save PBN</button>`}
      <span class="soft">one static page: <code>kibitz serve … --export FILE.html</code></span></div>`}
  </section>`;
}

/** The moves of the hand, with mistakes marked; a click goes there. */
function Steps({ play, at, names, line, review, onStep }) {
  const step = (move, index) => {
    const cost = review?.turns[index]?.cost ?? 0, now = index + 1 === at;
    const who = names[line.positions[index]?.turn];
    return html`<li><button class="step ${now ? "now" : ""} ${cost > 0 ? "mistake" : ""}" aria-current=${now ? "step" : undefined}
      title="${who}${cost > 0 ? `, costs ${cost}` : ""}" onClick=${() => onStep(index + 1)}><${Move} move=${move} />
      ${cost > 0 ? html`<sub>−${cost}</sub>` : ""}</button></li>`;
  };
  return html`<nav class="steps" aria-label="Moves of the hand">
    <${Stepper} at=${at} last=${play.length} what="move" onStep=${onStep} />
    <ol>${play.map(step)}</ol>
    ${play.length === 0 && html`<span class="soft">a click plays a move; arrow keys and the wheel step</span>`}
  </nav>`;
}

/** The graph of the hand and its mistakes. */
function Reviewed({ stream, about, play, at, onStep }) {
  const { answer, running, fault, stop } = stream;
  const turns = answer?.turns ?? [];
  const mistakes = turns.map((turn, index) => ({ ...turn, at: index + 1 })).filter((turn) => turn.cost > 0);
  const costs = about.names.map((name, player) => `${name} ${answer?.costs[player]}`).join(", ");
  const words = running ? `valued ${turns.length} of ${play.length} moves` : mistakes.length ? `costs: ${costs}` : "no mistakes";
  const rows = mistakes.map((turn) => [
    html`<button class="link" onClick=${() => onStep(turn.at - 1)}>${turn.at}</button>`,
    about.names[turn.player],
    html`<${Move} move=${turn.move} />`,
    html`<${Move} move=${turn.best} />`,
    `${turn.words.about}${turn.cost}`,
  ]);
  return html`<section class="reviewed" aria-label="The hand">
    <div class="row"><h2>The hand</h2><span class="soft">${words}</span>
      ${running && html`<button class="small" onClick=${stop}>Stop</button>`}</div>
    ${fault && html`<${Fault} why=${fault} />`}
    <${Graph} values=${answer ? [answer.value, ...turns.map((turn) => turn.value)] : []} names=${about.side_names}
      mistakes=${[{}, ...turns.map((turn) => ({ side: about.side_of[turn.player], cost: turn.cost }))]}
      moves=${play} at=${at} length=${play.length} onJump=${onStep} />
    ${rows.length > 0 && html`<${Grid} label="Mistakes" heads=${["move", "player", "played", "better", "cost"]} rows=${rows} />`}
  </section>`;
}

/** Two algorithms side by side, under either tie rule. */
function Beside({ about, now, question }) {
  const [pair, setPair] = useState(["", "maxn"]);
  const [ties, setTies] = useState("first");
  const [asked, setAsked] = useState(null);
  const { answer, running, fault } = useStream("solve", asked, (before, now) => [...(before ?? []), now]);
  useEffect(() => setAsked(null), [JSON.stringify(question)]);
  const options = [["", "the strongest"], ...about.algorithms.map(({ name }) => [name, name])];
  const compare = () => setAsked({ ...question, algorithms: pair, ties, again: (asked?.again ?? 0) + 1 });
  const watch = () => go("watch", { game: now.game, position: now.position, algorithm: pair[0] });
  /** @type {[string, (one: any) => any][]} */
  const lines = [
    ["move", (one) => (one.move ? short(one.move) : "–")],
    ["value", (one) => one.words.value.join(one.value ? " " : ", ") || "–"],
    ["how sure", (one) => one.words.sure],
    ["visited", (one) => thousands(one.stats.visited)],
    ["expanded", (one) => thousands(one.stats.expanded)],
    ["cuts", (one) => thousands(Object.values(one.stats.cuts).reduce((a, b) => a + b, 0))],
    ["seconds", (one) => one.seconds.toFixed(3)],
  ];
  return html`<section class="beside" aria-label="Side by side">
    <h2>Side by side</h2>
    <div class="row">
      ${pair.map((name, index) => html`<${Choice} label=${index ? "and" : "search"} value=${name} options=${options}
        onPick=${(value) => setPair(pair.map((old, at) => (at === index ? value : old)))} />`)}
      <${Choice} label="equal moves" value=${ties} onPick=${setTies}
        options=${[["first", "the first stays"], ["against-root", "others hurt who moves now"]]} />
      <button class="small" disabled=${running} onClick=${compare}>Compare</button>
      <button class="small" onClick=${watch}>Watch the first</button>
    </div>
    ${fault && html`<${Fault} why=${fault} />`}
    ${answer && html`<${Grid} label="Results" heads=${["", ...answer.map((one) => one.algorithm)]}
      rows=${lines.map(([name, cell]) => [name, ...answer.map(cell)])} />`}
  </section>`;
}
