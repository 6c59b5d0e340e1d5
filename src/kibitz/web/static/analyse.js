/** Analyse: a hand with every move valued, stepped through, changed and shared. */
import { html, useEffect, useState } from "./vendor/htm-preact.js";
import { ask } from "./api.js";
import { Board } from "./board.js";
import { Backs, Card, Move, Trick, short, trumpWords } from "./cards.js";
import { Choice, Copied, Fault, Line, Load, payoffs, save, thousands, useKeys, useStream } from "./common.js";
import { Edit } from "./edit.js";
import { Graph } from "./graph.js";
import { remember, fragment } from "./route.js";

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
  const [boards, setBoards] = useState([]);

  const { game, position, play, at } = hand;
  const here = { game, position, play: play.slice(0, at) };

  useEffect(() => {
    let wanted = true;
    ask("line", { game, position, play })
      .then((answer) => wanted && (setLine({ ...answer, asked: JSON.stringify([game, position, play]) }), setFault("")))
      .catch((error) => wanted && setFault(error.message));
    return () => { wanted = false; };
  }, [game, position, play.join(" ")]);
  useEffect(() => remember("analyse", { game, position, play: play.join(" "), algorithm, view: hand.view,
    at: at === play.length ? undefined : at }));

  const ready = line && line.positions.length > at;
  const now = ready ? line.positions[at] : null;
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
  const from = (name, question) => ask(name, question).then(open).catch((error) => setFault(error.message));

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
    if (found && !analysis.running && found.best)
      say(`${line.game.names[found.turn]} to move. Best is ${found.best}, ${found.complete ? "exactly" : "about"} ${
        payoffs(found.moves.find((row) => row.moves.includes(found.best)).value)}.`);
  }, [analysis.running, analysis.answer?.position]);

  const names = line?.game.names ?? [];
  return html`<div class="analyse">
    <${Toolbar} about=${about} game=${game} from=${from} mode=${mode} setMode=${setMode} line=${line} />
    ${fault && html`<${Fault} why=${fault} />`}
    ${boards.length > 1 && html`<${Choice} label="Board" value=${position} onPick=${(value) => {
      const board = boards.find((one) => one.position === value);
      setHand({ ...board, at: 0, view: "" });
    }} options=${boards.map((board) => [board.position, board.board])} />`}
    ${mode === "paste" && html`<${Paste} onText=${(text) => from("read", { text, game })} />`}
    ${mode === "share" && html`<${Share} question=${{ ...here, algorithm }} words=${{ game, position, play: play.join(" "), at }} />`}
    ${mode === "edit" && now?.hands && html`<${Edit} about=${line.game} position=${now} onDone=${open} />`}
    <div class="columns">
      <div class="stage" onWheel=${wheel}>
        ${now && html`<${Stage} now=${now} about=${line.game} analysis=${analysis.answer} worlds=${worlds.answer}
          hidden=${cards === "view"} onPlay=${(move) => playMoves([move])} last=${play[at - 1]} question=${here} />`}
        ${line && html`<${Steps} play=${play} at=${at} names=${names} line=${line} review=${review.answer} onStep=${step} />`}
      </div>
      <aside class="side">
        <section aria-label="Values">
          <div class="row">
            <h2>Every move</h2>
            <${Choice} label="by" value=${algorithm} onPick=${setAlgorithm}
              options=${[["", "the strongest search"], ...about.algorithms.map(({ name }) => [name, name])]} />
            ${now?.hands && html`<${Choice} label="cards" value=${cards} onPick=${setCards}
              options=${[["open", "open"], ["view", "as the player sees them"]]} />`}
          </div>
          ${cards === "open"
            ? html`<${Values} stream=${analysis} about=${line?.game} now=${now} onLine=${playMoves} />`
            : html`<${Worlds} stream=${worlds} about=${line?.game} onPlay=${(card) => playMoves([card])} />`}
        </section>
        ${play.length > 0 && line && html`<${Reviewed} stream=${review} about=${line.game} play=${play} at=${at} onStep=${step} />`}
        ${now && !now.is_over && html`<${Beside} about=${about} game=${line.game} question=${here} />`}
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
    <label class="field wide"><span>A position, PBN, a log or a view; moves after a stroke: <code>spades 7..K.4 .2..K7 J...A3 | DK</code></span>
      <textarea rows="5" value=${text} spellcheck="false" onInput=${(event) => setText(event.target.value)}></textarea></label>
    <div class="row"><button onClick=${() => onText(text)}>Open it</button>
      <${Load} label="or a file" accept=".pbn,.txt,.log" onText=${onText} /></div>
  </section>`;
}

/** The screen as an address and as texts. */
function Share({ question, words }) {
  const [texts, setTexts] = useState(null);
  useEffect(() => { ask("export", question).then(setTexts).catch(() => setTexts(null)); }, [JSON.stringify(question)]);
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

/** What a move is worth to the one who plays it: a tone and a number. */
function worth(analysis, side, move) {
  const row = analysis?.moves.find((one) => one.moves.includes(move));
  if (!row?.value) return { badge: "", tone: "waiting", said: "no value yet" };
  const own = row.value[side];
  const tone = row.cost === 0 ? "best" : "worse";
  const sure = row.certainty === "exact" ? "" : "about ";
  return {
    badge: `${sure ? "~" : ""}${own ?? "–"}`,
    tone: `${tone} ${sure ? "unsure" : ""}`,
    said: `${sure}${own} for the player, ${payoffs(row.value)} for all${row.cost ? `, costs ${row.cost}` : ", best"}`,
  };
}

/** The position: hands and trick, a board, or moves as buttons. */
export function Stage({ now, about, analysis, worlds, hidden, onPlay, last, question }) {
  const side = now.turn === null ? 0 : about.side_of[now.turn];
  const current = analysis?.position === now.position ? analysis : null;
  if (now.points) return html`<${Board} now=${now} about=${about} analysis=${current} onPlay=${onPlay} question=${question} last=${last} />`;
  if (!now.hands) return html`<${Plain} now=${now} about=${about} analysis=${current} onPlay=${onPlay} />`;
  const legal = new Set(now.legal_moves);
  const means = Object.fromEntries((worlds?.cards ?? []).map((row) => [row.card, row]));
  const dress = (card) => {
    if (!hidden) return worth(current, side, card);
    const row = means[card];
    return row ? { badge: row.mean[side].toFixed(1), tone: worlds.best === card ? "best" : "worse", said: `${row.mean[side].toFixed(1)} on average` }
      : { badge: "", tone: "waiting", said: "" };
  };
  return html`<section class="felt" aria-label="The table">
    <p class="state"><span>${trumpWords(now.trump)}</span>
      <span>${now.is_over ? html`the end: ${payoffs(now.outcome)}` : html`<b>${about.names[now.turn]}</b> ${now.table.length ? "to play" : "to lead"}`}</span></p>
    ${now.hands.map((cards, player) => html`<div class="seat ${player === now.turn ? "turn" : ""}">
      <h2><span class="dot player-${about.side_of[player]}"></span>${about.names[player]}
        <small>${about.counts} ${now.taken[player]}${now.bids ? `, bid ${now.bids[player]}` : ""}</small></h2>
      <div class="hand">${hidden && player !== now.turn
        ? html`<${Backs} count=${cards.length} />`
        : cards.map((card) => onPlay && player === now.turn && legal.has(card)
          ? html`<${Card} key=${card} card=${card} onPlay=${onPlay} ...${dress(card)} />`
          : html`<${Card} key=${card} card=${card} tone=${player === now.turn ? "barred" : ""} />`)}</div>
    </div>`)}
    <${Trick} cards=${now.table} names=${about.names} />
  </section>`;
}

/** A game of one's own: as it shows itself, its moves as buttons. */
function Plain({ now, about, analysis, onPlay }) {
  const side = now.turn === null ? 0 : about.side_of[now.turn];
  return html`<section class="felt plain" aria-label="The position">
    <p class="state"><span>${about.text}</span><span>${now.is_over ? html`the end: ${payoffs(now.payoffs ?? now.outcome)}` : html`<b>${about.names[now.turn]}</b> to move`}</span></p>
    <pre class="shown" tabindex="0">${now.shown}</pre>
    <div class="buttons">${now.legal_moves.map((move) => {
      const { badge, tone, said } = worth(analysis, side, move);
      return html`<button class="choice ${tone}" aria-label="${move}, ${said}" disabled=${!onPlay} onClick=${() => onPlay(move)} data-card=${move}>${move}<span class="badge" aria-hidden="true">${badge}</span></button>`;
    })}</div>
  </section>`;
}

/** The moves of the hand, with mistakes marked; a click goes there. */
function Steps({ play, at, names, line, review, onStep }) {
  const turns = review?.turns ?? [];
  return html`<nav class="steps" aria-label="Moves of the hand">
    <button class="small" aria-label="to the start" disabled=${at === 0} onClick=${() => onStep(0)}>|◀</button>
    <button class="small" aria-label="one move back" disabled=${at === 0} onClick=${() => onStep(at - 1)}>◀</button>
    <button class="small" aria-label="one move on" disabled=${at === play.length} onClick=${() => onStep(at + 1)}>▶</button>
    <button class="small" aria-label="to the end" disabled=${at === play.length} onClick=${() => onStep(play.length)}>▶|</button>
    <ol>${play.map((move, index) => html`<li><button class="step ${index + 1 === at ? "now" : ""} ${turns[index]?.cost > 0 ? "mistake" : ""}"
      aria-current=${index + 1 === at ? "step" : undefined} onClick=${() => onStep(index + 1)}
      title="${names[line.positions[index]?.turn]}${turns[index]?.cost > 0 ? `, costs ${turns[index].cost}` : ""}"
      ><${Move} move=${move} />${turns[index]?.cost > 0 ? html`<sub>−${turns[index].cost}</sub>` : ""}</button></li>`)}</ol>
    ${play.length === 0 && html`<span class="soft">click a card to play it; arrow keys and the wheel step</span>`}
  </nav>`;
}

/** Every move with its value for all, its cost and its line. */
export function Values({ stream, about, now, onLine }) {
  const { answer, running, fault, stop } = stream;
  if (fault) return html`<${Fault} why=${fault} />`;
  if (now?.is_over) return html`<p class="soft">the hand is over: ${payoffs(now.outcome)}</p>`;
  const rows = [...(answer?.moves ?? [])].sort((a, b) => (a.cost ?? 1e9) - (b.cost ?? 1e9));
  const sides = about?.side_names ?? [];
  return html`<div class="values" aria-busy=${running}>
    <p class="status" aria-live="off"><span>${status(answer, running)}</span>
      <button class="small" disabled=${!running} onClick=${stop}>Stop</button></p>
    <div class="scroll" tabindex="0" role="region" aria-label="Values of every move"><table>
      <thead><tr><th scope="col">move</th>${sides.map((name, side) => html`<th scope="col"><span class="dot player-${side}"></span>${name}</th>`)}
        <th scope="col">cost</th><th scope="col">how sure</th><th scope="col" class="line">and then</th></tr></thead>
      <tbody>${rows.map((row) => html`<tr class=${row.cost === 0 ? "best" : ""}>
        <th scope="row">${row.moves.map((move) => html`<${Move} move=${move} /> `)}</th>
        ${sides.map((_, side) => html`<td>${row.value ? row.value[side] ?? "–" : "…"}</td>`)}
        <td>${row.cost ?? ""}</td>
        <td>${row.certainty === "exact" ? "exact" : row.certainty === "unknown" ? "not yet" : `${row.depth} plies`}</td>
        <td class="line">${row.line.slice(1, 13).map((move, index) => html`<button class="link" title="go there"
          onClick=${() => onLine(row.line.slice(0, index + 2))}><${Move} move=${move} /></button>`)}${row.line.length > 13 ? "…" : ""}</td>
      </tr>`)}</tbody></table></div>
  </div>`;
}

function status(answer, running) {
  if (!answer) return running ? "searching …" : "";
  const nodes = `${thousands(answer.stats.visited)} nodes in ${answer.seconds.toFixed(1)} s`;
  if (answer.complete) return `exact; ${nodes}, ${answer.algorithm}`;
  return `${running ? "searching" : `stopped: ${answer.stopped || "by you"}`}; ${nodes}, ${answer.algorithm}`;
}

/** What each card is worth over deals that agree with what the player sees, and who may hold what. */
export function Worlds({ stream, about, onPlay }) {
  const { answer, running, fault, stop } = stream;
  if (fault) return html`<${Fault} why=${fault} />`;
  if (!answer) return html`<p class="soft">counting the deals …</p>`;
  const rows = [...(answer.cards ?? [])].sort((a, b) => b.mean[answer.side] - a.mean[answer.side]);
  return html`<div class="values" aria-busy=${running}>
    <p class="status"><span>${BigInt(answer.number).toLocaleString("en")} deals agree; ${answer.worlds ?? 0} of them searched</span>
      <button class="small" disabled=${!running} onClick=${stop}>Stop</button></p>
    <div class="scroll" tabindex="0" role="region" aria-label="Average values of every card"><table>
      <thead><tr><th scope="col">card</th>${about.side_names.map((name, side) => html`<th scope="col"><span class="dot player-${side}"></span>${name}</th>`)}<th scope="col">best in</th></tr></thead>
      <tbody>${rows.map((row) => html`<tr class=${row.card === answer.best ? "best" : ""}>
        <th scope="row"><button class="link" onClick=${() => onPlay(row.card)}><${Move} move=${row.card} /></button></th>
        ${row.mean.map((mean) => html`<td>${mean.toFixed(2)}</td>`)}<td>${Math.round(100 * row.best_in)} %</td></tr>`)}</tbody>
    </table></div>
    <details><summary>Who may hold what</summary><div class="scroll" tabindex="0" role="region" aria-label="Chances of every card"><table>
      <thead><tr><th scope="col">card</th>${about.names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
      <tbody>${Object.entries(answer.chances).map(([card, chances]) => html`<tr><th scope="row"><${Move} move=${card} /></th>
        ${chances.map((chance) => html`<td>${chance ? `${(100 * chance).toFixed(1)} %` : "–"}</td>`)}</tr>`)}</tbody>
    </table></div></details>
  </div>`;
}

/** The graph of the hand and its mistakes. */
function Reviewed({ stream, about, play, at, onStep }) {
  const { answer, running, fault, stop } = stream;
  const turns = answer?.turns ?? [];
  const mistakes = turns.map((turn, index) => ({ ...turn, at: index + 1 })).filter((turn) => turn.cost > 0);
  return html`<section aria-label="The hand">
    <div class="row"><h2>The hand</h2><span class="soft">${running ? `valued ${turns.length} of ${play.length} moves` :
      mistakes.length ? `costs: ${about.names.map((name, player) => `${name} ${answer?.costs[player]}`).join(", ")}` : "no mistakes"}</span>
      ${running && html`<button class="small" onClick=${stop}>Stop</button>`}</div>
    ${fault && html`<${Fault} why=${fault} />`}
    <${Graph} values=${answer ? [answer.value, ...turns.map((turn) => turn.value)] : []} names=${about.side_names} moves=${play}
      mistakes=${[{}, ...turns.map((turn) => ({ side: about.side_of[turn.player], cost: turn.cost }))]} at=${at} length=${play.length} onJump=${onStep} />
    ${mistakes.length > 0 && html`<table class="mistakes"><thead><tr><th scope="col">move</th><th scope="col">player</th><th scope="col">played</th><th scope="col">better</th><th scope="col">cost</th></tr></thead>
      <tbody>${mistakes.map((turn) => html`<tr><td><button class="link" onClick=${() => onStep(turn.at - 1)}>${turn.at}</button></td>
        <td>${about.names[turn.player]}</td><td><${Move} move=${turn.move} /></td><td><${Move} move=${turn.best} /></td>
        <td>${turn.certainty === "exact" ? "" : "about "}${turn.cost}</td></tr>`)}</tbody></table>`}
  </section>`;
}

/** Two algorithms side by side, under either tie rule. */
function Beside({ about, game, question }) {
  const [pair, setPair] = useState(["", "maxn"]);
  const [ties, setTies] = useState("first");
  const [asked, setAsked] = useState(null);
  const { answer, running, fault } = useStream("solve", asked, (before, now) => [...(before ?? []), now]);
  useEffect(() => setAsked(null), [JSON.stringify(question)]);
  const options = [["", "the strongest"], ...about.algorithms.map(({ name }) => [name, name])];
  const rows = [
    ["search", (one) => one.algorithm], ["move", (one) => (one.move ? short(one.move) : "–")], ["value", (one) => payoffs(one.value)],
    ["how sure", (one) => one.certainty], ["visited", (one) => thousands(one.stats.visited)], ["expanded", (one) => thousands(one.stats.expanded)],
    ["cuts", (one) => thousands(Object.values(one.stats.cuts).reduce((a, b) => a + b, 0))], ["seconds", (one) => one.seconds.toFixed(3)],
  ];
  return html`<section aria-label="Side by side">
    <div class="row"><h2>Side by side</h2></div>
    <div class="row">
      ${pair.map((name, index) => html`<${Choice} label=${index ? "and" : "search"} value=${name} options=${options}
        onPick=${(value) => setPair(pair.map((old, at) => (at === index ? value : old)))} />`)}
      <${Choice} label="equal moves" value=${ties} onPick=${setTies}
        options=${[["first", "the first stays"], ["against-root", "others hurt who moves now"]]} />
      <button class="small" disabled=${running} onClick=${() => setAsked({ ...question, algorithms: pair, ties, again: (asked?.again ?? 0) + 1 })}>Compare</button>
    </div>
    ${fault && html`<${Fault} why=${fault} />`}
    ${answer && html`<table class="beside"><tbody>${rows.map(([name, cell]) => html`<tr><th scope="row">${name}</th>${answer.map((one) => html`<td>${cell(one)}</td>`)}</tr>`)}</tbody></table>`}
  </section>`;
}
