/** Analyse: a hand with every move valued, stepped through, changed and shared. */
import { html, useEffect, useMemo, useRef, useState } from "./vendor/htm-preact.js";
import { ask } from "./api.js";
import { Boards, BridgePanel, contractOf, declared, dummyOf, isBridge, own, sameDeal } from "./bridge.js";
import { Move, printed, short } from "./cards.js";
import { Choice, Fault, Grid, Line, Load, Stepper, thousands, useDrop, useKeys, useLatest, useStream } from "./common.js";
import { Edit } from "./edit.js";
import { Graph } from "./graph.js";
import { called, sides, title } from "./names.js";
import { go, remember } from "./route.js";
import { anySeed, keepFile, keptFile } from "./saved.js";
import { Share } from "./share.js";
import { Stage } from "./stage.js";
import { Ties } from "./ties.js";
import { amount, values } from "./units.js";
import { Values, Worlds } from "./values.js";

/** A deal to begin with: South can make four spades. */
const FIRST = { game: "bridge(trump=S)", position: "K763.A85.K62.T43 T2.KJ73.QT74.KJ8 AQJ84.62.A85.A75 95.QT94.J93.Q962 3 - 0,0,0,0" };

/** What a route says of a hand. */
function read(words) {
  const play = (words.play ?? "").split(" ").filter(Boolean);
  const base = words.position ? { game: words.game ?? "", position: words.position } : FIRST;
  const names = (words.names ?? "").split(",").filter(Boolean);
  return { ...base, play, names, seat: words.seat, contract: words.contract, board: Number(words.board ?? 0) || 0, at: Math.min(Number(words.at ?? play.length) || 0, play.length), view: words.view ?? "" };
}

/** @param {{about: any, words: Record<string, string>, say: (words: string) => void}} props */
export function Analyse({ about, words, say, settings }) {
  const [hand, setHand] = useState(() => read(words));
  const [line, setLine] = useState(null);
  const [fault, setFault] = useState("");
  const [algorithm, setAlgorithm] = useState(words.algorithm ?? "");
  const [cards, setCards] = useState(words.view ? "view" : "open");
  const [mode, setMode] = useState("");
  const [boards, setBoards] = useState(about.boards);
  const [said, setSaid] = useState(about.said);

  const { game, position, play, at } = hand;
  const research = settings.research;
  const here = { game, position, play: play.slice(0, at) };
  const contract = isBridge(game) ? contractOf(boards[hand.board], hand.contract, game, position) : "";

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
    at: at === play.length ? undefined : at, seat: hand.seat, contract: hand.contract, names: hand.names.join(","), board: boards.length > 1 ? hand.board : undefined }));

  // The position, once it is there; until then the one before stays on the screen.
  const ready = line && [game, position, ...here.play].every((word, index) => line.of[index] === word);
  const now = ready ? line.positions[at] : null;
  const screen = useRef(null);
  const people = own(boards[hand.board], game, position)?.names ?? [];
  const named = line && { ...line.game, names: hand.names.length === line.game.names.length ? hand.names
    : (research ? line.game.names : called(line.game.names, null)).map((name, seat) => (people[seat] ? `${name} ${people[seat]}` : name)) };
  if (named && named.names.join() !== line.game.names.join() && /^P\d/.test(line.game.names[0])) named.side_names = sides({ sides: named.side_of }, named.names);
  if (now) screen.current = { now, about: named, trick: ended(line, play, at), first: line.positions[0], below: Number(hand.seat ?? (game.startsWith("bridge") ? 2 : 0)) || 0 };
  printed(screen.current?.about.suits);
  const usual = now && !now.is_over && cards === "open" ? { ...here, algorithm } : null;
  const [more, setMore] = useState({ of: "", times: 0 }), asked = JSON.stringify(usual);
  const longer = more.of === asked ? more.times : 0;
  const analysis = useStream("analyse", usual && longer ? { ...usual, longer } : usual);
  const seen = now && !now.is_over && cards === "view" ? (hand.view && at === 0 ? { view: hand.view } : here) : null;
  const worlds = useStream("worlds", seen);
  const review = useStream("review", play.length && line ? { game, position, play, algorithm } : null);

  const set = (change) => setHand((old) => ({ ...old, ...change }));
  const step = (to) => set({ at: Math.max(0, Math.min(play.length, to)) });
  const playMoves = (moves) => {
    const same = moves.every((move, index) => play[at + index] === move);
    set({ play: same ? play : [...play.slice(0, at), ...moves], at: at + moves.length });
  };
  const showBoards = (found) => {
    about.boards = found.boards ?? []; // also for when this view is left and asked for again
    about.said = found.said ?? "";
    setBoards(about.boards);
    setSaid(about.said);
  };
  useEffect(() => { // after a reload the other boards of the file are there again
    const text = keptFile();
    if (about.boards.length || !words.board || !text) return;
    ask("read", { text }).then((found) => { if (sameDeal(found.boards[hand.board]?.position, position)) showBoards(found); }).catch(() => {});
  }, []);
  const open = (found) => {
    showBoards(found);
    if (!found.position) {
      setMode("");
      set({ board: found.at });
      return;
    }
    setCards(found.view ? "view" : "open");
    setMode("");
    setFault("");
    setHand({ game: found.game, position: found.position, play: found.play, at: 0, view: found.view, names: [], seat: undefined, contract: undefined,
      board: found.at ?? (Number.isInteger(found.board) ? found.board : 0) });
  };
  const openLatest = (coming) => latestHand(coming).then(open);
  const from = (name, question) => openLatest(ask(name, question)).catch((error) => setFault(error.message));
  const pasted = (text) => openLatest(ask("read", { text, game }).then((found) => {
    if (found.boards.length > 1) keepFile(text);
    return found;
  })).catch((error) => setFault(error.message));
  useDrop(pasted);
  const pick = (index) => latestHand(Promise.resolve(boards[index])).then((board) => {
    if (!board.error) return open({ ...board, boards, said, at: index });
    setFault(Object.keys(board.known).length ? "" : board.error);
    return set({ board: index });
  });
  const change = (coming) => latestHand(coming).then(({ game, position }) => set({ game, position, play: [], at: 0 }))
    .catch((error) => setFault(error.message));

  /** To the table, with these cards and the play up to here: in bridge to declare, else in the seat below or whoever is to move. */
  const toTable = () => {
    const deal = isBridge(game) ? declared(game, position, contract) : { game, seat: Number(hand.seat ?? now.turn) || 0 };
    const log = [`game ${deal.game} from ${position}`, "seed 1", ...here.play.map((move, at) => `${line.positions[at].turn} ${move}`), ""].join("\n");
    go("table", { ...deal, log, players: localStorage.getItem("kibitz.level") ?? "medium" });
  };
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
      say(`${named.names[found.turn]} to move. Best is ${found.best}, ${best.words.about}${
        values(line.game.unit, best.words.value)}.`);
  }, [analysis.running, analysis.answer?.position]);

  const names = named?.names ?? [];
  const picker = useMemo(() => boards.length > 0 && html`<${Boards} boards=${boards} at=${hand.board} said=${said} onPick=${pick} />`,
    [boards, hand.board, said]); // there may be thousands
  const shut = Boolean(boards[hand.board]?.error); // a board that cannot be shown, above the one before it
  const label = own(boards[hand.board], game, position)?.label;
  const whole = [title(about, game), label ? `board ${label}` : contract].filter(Boolean).join(", ");
  return html`<div class="analyse">
    <${Toolbar} about=${about} game=${game} from=${from} mode=${mode} setMode=${setMode} line=${line} onTable=${now && !now.is_over && !shut ? toTable : undefined} shut=${shut} />
    ${fault && html`<${Fault} why=${fault} />`}
    ${picker}
    ${mode === "paste" && html`<${Paste} onText=${pasted} />`}
    ${mode === "share" && html`<${Share} question=${{ ...here, algorithm }} research=${research} play=${play} title=${whole} names=${names}
      words=${{ game, position, play: play.join(" "), at, algorithm, seat: hand.seat, contract: contract || undefined, names: (people.some(Boolean) ? names : hand.names).join(",") }} />`}
    ${mode === "edit" && now?.hands && html`<${Edit} about=${line.game} position=${now} onDone=${openLatest} />`}
    <div class="columns" hidden=${shut}>
      <div class="stage" onWheel=${wheel}>
        ${screen.current && html`<${Stage} ...${screen.current} analysis=${analysis.answer} worlds=${worlds.answer}
          hidden=${cards === "view"} onPlay=${now ? (move) => playMoves([move]) : undefined} last=${play[at - 1]} question=${here} />`}
        ${line && html`<${Steps} play=${play} at=${at} names=${names} line=${line} review=${review.answer}
          onStep=${step} />`}
      </div>
      <aside class="side">
        <section aria-label="Values">
          <div class="row">
            <h2>${now?.hands ? "Every card" : "Every move"}</h2>
            ${research && html`<${Choice} label="by" value=${algorithm} onPick=${setAlgorithm}
              options=${[["", "the strongest"], ...about.algorithms.map(({ name }) => [name, name])]} />`}
            ${now?.hands && html`<${Choice} label="cards" value=${cards} onPick=${setCards}
              options=${[["open", "all open"], ["view", "as the player sees them"]]} />`}
          </div>
          ${cards === "open"
            ? html`<${Values} stream=${analysis} about=${named} now=${now} onLine=${playMoves} research=${research} cards=${Boolean((now ?? screen.current?.now ?? { hands: true }).hands)}
              onLonger=${() => setMore({ of: asked, times: longer + 1 })} />`
            : html`<${Worlds} stream=${worlds} about=${named} onPlay=${(card) => playMoves([card])} />`}
          <${Ties} question=${usual} analysis=${analysis} research=${research} />
        </section>
        ${isBridge(game) && html`<${BridgePanel} game=${game} position=${position} board=${boards[hand.board]} contract=${contract} onOpen=${change} />`}
        ${play.length > 0 && line && html`<${Reviewed} stream=${review} about=${named} play=${play} at=${at}
          onStep=${step} dummy=${dummyOf(game, line.positions[0])} />`}
        ${now && !now.is_over && research && html`<${Beside} about=${about} now=${now} question=${here} />`}
      </aside>
    </div>
  </div>`;
}

/** The cards of the trick that the last move ended, and who took it; nothing while one lies there. */
function ended(line, play, at) {
  const before = line.positions[at - 1], now = line.positions[at];
  if (!before?.hands || now.table.length || before.table.length + 1 < before.hands.length) return null;
  return { cards: [...before.table, { player: before.turn, card: play[at - 1] }], by: now.is_over ? undefined : now.leader };
}

/** Where a hand comes from. */
function Toolbar({ about, game, from, mode, setMode, line, onTable, shut }) {
  const [chosen, setChosen] = useState(game);
  const [seed, setSeed] = useState("");
  useEffect(() => setChosen(game), [game]);
  const toggle = (name) => setMode(mode === name ? "" : name);
  const deal = (event) => {
    event?.preventDefault();
    from("deal", { game: chosen, seed: Number(seed) || anySeed() });
  };
  const known = about.games.map((one) => [one.text, title(about, one.name)]);
  const listed = known.some(([text]) => text === game) ? known : [[game, title(about, game)], ...known];
  const button = (name, label, off = false) => html`<button type="button" aria-expanded=${mode === name} disabled=${off} onClick=${() => toggle(name)}>${label}</button>`;
  return html`<form class="toolbar" onSubmit=${deal}>
    <${Choice} label="Game" value=${chosen} options=${listed} onPick=${(text) => { setChosen(text); from("deal", { game: text, seed: anySeed() }); }} />
    <button>New deal</button>
    <button type="button" disabled=${!onTable} onClick=${onTable} title="from the position on the screen, against players">Play this deal</button>
    ${button("paste", "Paste or open")}${button("edit", "Edit", shut || !line?.game.cards)}${button("share", "Share", shut)}
    <details class="inline"><summary class="soft">For programmers ▾</summary><div class="row">
      <${Line} label="Game as text" value=${chosen} onSet=${setChosen} list="games" size="30" />
      <datalist id="games">${about.games.map((one) => html`<option value=${one.text}>${one.about}</option>`)}</datalist>
      <${Line} label="Seed" type="number" min="0" value=${seed} onSet=${setSeed} size="6" /><button>Deal</button></div></details>
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

/** The moves of the hand, with mistakes marked; a click goes there. */
function Steps({ play, at, names, line, review, onStep }) {
  const step = (move, index) => {
    const cost = sure(review?.turns[index]), now = index + 1 === at;
    const who = names[line.positions[index]?.turn];
    return html`<li class=${line.positions[index]?.hands && !line.positions[index].table.length ? "lead" : ""}><button class="step ${now ? "now" : ""} ${cost > 0 ? "mistake" : ""}" aria-current=${now ? "step" : undefined}
      title="${who}${cost > 0 ? `, costs ${cost}` : ""}" onClick=${() => onStep(index + 1)}><${Move} move=${move} />
      ${cost > 0 ? html`<sub>−${cost}</sub>` : ""}</button></li>`;
  };
  return html`<nav class="steps" aria-label="Moves of the hand">
    <${Stepper} at=${at} last=${play.length} what="move" onStep=${onStep} />
    <ol>${play.map(step)}</ol>
    ${play.length === 0 && html`<span class="soft">click a card to play it</span>`}
  </nav>`;
}

/** What a move cost, where both values are of one depth: exact ones. */
export function sure(turn) {
  return turn && turn.certainty === "exact" ? turn.cost : 0;
}

/** The graph of the hand and its mistakes. */
function Reviewed({ stream, about, play, at, onStep, dummy }) {
  const { answer, running, fault, stop } = stream;
  const turns = answer?.turns ?? [];
  const exact = turns.filter((turn) => turn.certainty === "exact").length;
  const mistakes = turns.map((turn, index) => ({ ...turn, at: index + 1, by: dummy?.dummy === turn.player ? dummy.declarer : turn.player }))
    .filter((turn) => sure(turn) > 0);
  const sums = about.names.map((name, player) => [name, mistakes.filter((turn) => turn.by === player).reduce((sum, turn) => sum + turn.cost, 0)]);
  const costs = sums.filter(([, sum]) => sum).map(([name, sum]) => `${name} ${amount(about.unit, sum)}`).join(", ");
  const early = turns.length - exact;
  const words = running ? `analysed ${turns.length} of ${play.length} moves`
    : `${mistakes.length ? `given away: ${costs}` : "no mistakes"}${early ? `; ${early} early ${early === 1 ? "card is" : "cards are"} too far from the end to say` : ""}`;
  const rows = mistakes.map((turn) => [
    html`<button class="link" onClick=${() => onStep(turn.at - 1)}>${turn.at}</button>`,
    html`${about.names[turn.by]}${turn.by === turn.player ? "" : html`<small>from dummy</small>`}`,
    html`<${Move} move=${turn.move} />`,
    html`<${Move} move=${turn.best} />`,
    amount(about.unit, turn.cost),
  ]);
  const flip = (value) => (about.unit?.all === null || about.unit?.all === undefined ? value : value.map((one) => (one === null ? null : about.unit.all - one)));
  return html`<section class="reviewed" aria-label="The hand">
    <div class="row"><h2>The hand</h2><span class="soft">${words}</span>
      ${running && html`<button class="small" onClick=${stop}>Stop</button>`}</div>
    ${fault && html`<${Fault} why=${fault} />`}
    <${Graph} values=${answer ? [flip(answer.value), ...turns.map((turn) => flip(turn.value))] : []} exact=${[answer, ...turns].map((one) => one?.certainty === "exact")} names=${about.side_names}
      mistakes=${[{}, ...turns.map((turn) => ({ side: about.side_of[turn.player], cost: sure(turn) }))]}
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
        options=${[["first", "the first stays"], ["against-root", "others hurt the player to move"]]} />
      <button class="small" disabled=${running} onClick=${compare}>Compare</button>
      <button class="small" onClick=${watch}>Watch the first</button>
    </div>
    ${fault && html`<${Fault} why=${fault} />`}
    ${answer && html`<${Grid} label="Results" heads=${["", ...answer.map((one) => one.algorithm)]}
      rows=${lines.map(([name, cell]) => [name, ...answer.map(cell)])} />`}
  </section>`;
}
