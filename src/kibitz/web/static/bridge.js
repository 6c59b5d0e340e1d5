/** Bridge: the boards of a file, tables of strains and declarers, par, and the contract by buttons. */
import { html, useState } from "./vendor/htm-preact.js";
import { ask } from "./api.js";
import { calls, signs } from "./cards.js";
import { Choice, Grid, useStream } from "./common.js";

const SEATS = ["N", "E", "S", "W"], NAMES = ["North", "East", "South", "West"];
const STRAINS = ["NT", "S", "H", "D", "C"], SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣", NT: "NT" };
const WORDS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs", NT: "no trump" };

/** Whether a game is bridge. @param {string} game */
export function isBridge(game) {
  return /^bridge\b/.test(game);
}

/** The trump of a game's text, NT for none. @param {string} game */
function strainOf(game) {
  return game.match(/trump=([SHDC])/)?.[1] ?? "NT";
}

/** Who leads in a position's text. @param {string} position */
function leaderOf(position) {
  return SEATS[Number(position.split(" ")[4] ?? 0)] ?? "N";
}

/** Who is dummy and who plays its cards, in a whole deal of bridge. @returns {{dummy: number, declarer: number} | null} */
export function dummyOf(game, start) {
  if (!isBridge(game) || start?.hands?.some((cards) => cards.length !== 13)) return null;
  return { dummy: (start.leader + 1) % 4, declarer: (start.leader + 3) % 4 };
}

/** Whether two positions have the same hands. */
export function sameDeal(one, other) {
  const hands = (text) => text?.split(" ").slice(0, 4).join(" ");
  return Boolean(one) && hands(one) === hands(other);
}

/** The board that a deal is of, if it is played there in this strain and led by this seat. */
export function own(board, game, position) {
  return board?.game === game && board.position === position ? board : null;
}

/** The contract in which a deal is played: that of its board, or one that was named, if strain and leader are its own. */
export function contractOf(board, named, game, position) {
  const found = named?.match(/^[1-7](NT|[SHDC])X{0,2} by ([NESW])$/);
  const fits = found && found[1] === strainOf(game) && SEATS[(SEATS.indexOf(found[2]) + 1) % 4] === leaderOf(position);
  return own(board, game, position)?.contract?.text ?? (fits ? named : "");
}

/** A deal at the table: its dummy lies open, and the person declares. */
export function declared(game, position, contract) {
  const declarer = (SEATS.indexOf(leaderOf(position)) + 3) % 4, dummy = SEATS[(declarer + 2) % 4];
  const rules = game.replace(/,?dummy=\w/, "").replace(/\(\)$/, "");
  const text = rules.includes("(") ? rules.replace(/\)$/, `,dummy=${dummy})`) : `${rules}(dummy=${dummy})`;
  return { game: text, seat: declarer, contract: contract || undefined };
}

/** A call or a contract with the sign of its suit. @param {string} call */
function Call({ call }) {
  const found = call.match(/^([1-7])(NT|[SHDC])(.*)$/);
  if (!found) return html`<span>${call}</span>`;
  return html`<span class="call">${found[1]}<span class=${found[2] === "NT" ? "" : `suit-${found[2]}`}>${SIGNS[found[2]]}</span>${found[3]}</span>`;
}

/**
 * The boards of a file: one to choose, what is known of it, and the same board at other tables.
 * @param {{boards: any[], at: number, said?: string, onPick: (index: number) => void}} props
 */
export function Boards({ boards, at, said, onPick }) {
  const here = boards[at];
  const step = (by, label, sign) => html`<button class="small" aria-label=${label} disabled=${!boards[at + by]}
    onClick=${() => onPick(at + by)}>${sign}</button>`;
  return html`<section class="panel boards" aria-label="Boards">
    <div class="beside-facts"><div>
    ${said && html`<p class="soft said" role="status">${said[0].toUpperCase() + said.slice(1)}.</p>`}
    <div class="row">
      ${boards.length > 1 && html`<${Choice} label="Board" value=${String(at)} onPick=${(index) => onPick(Number(index))}
        options=${boards.map((board, index) => [String(index), calls(board.label ?? board.board)])} />
      ${step(-1, "the board before", "◀")}${step(1, "the next board", "▶")}`}
    </div>
    ${here && html`<${Facts} board=${here} />`}</div>
      <${Tables} boards=${boards} at=${at} onPick=${onPick} /></div>
    ${here?.error && Object.keys(here.known ?? {}).length > 0 && html`<${Known} hands=${here.known} />`}
    ${here?.notes?.map((note) => html`<p class="soft">Left out: ${note}.</p>`)}
  </section>`;
}

/** What players want to know of a board. */
function Facts({ board }) {
  const { contract, dealer, vulnerable, auction, names, result, score, teams, event } = board;
  const sides = { None: "nobody vulnerable", NS: "North-South vulnerable", EW: "East-West vulnerable", All: "all vulnerable" };
  const words = [dealer && `${NAMES[SEATS.indexOf(dealer)]} dealt`, sides[vulnerable],
    result && signs(result), score !== null && score !== undefined && result && `North-South ${score > 0 ? "+" : ""}${score}`];
  return html`<div class="facts">
    ${event && html`<p class="soft">${[event, ...(teams ?? [])].filter(Boolean).join(", ")}</p>`}
    ${names?.some(Boolean) && html`<p>${NAMES.map((seat, at) => names[at] && html`<span class="who"><b>${seat}</b> ${names[at]} </span>`)}</p>`}
    <p>${contract && html`<b><${Call} call=${contract.bid} /> by ${NAMES[SEATS.indexOf(contract.declarer)]}</b>${words.some(Boolean) ? ", " : ""}`}
      ${words.filter(Boolean).join(", ")}</p>
    ${auction?.calls.length > 0 && html`<details><summary>Auction</summary><${Calls} auction=${auction} /></details>`}
  </div>`;
}

/** The auction in four columns, West first. */
function Calls({ auction }) {
  const order = ["W", "N", "E", "S"];
  const cells = [...Array(order.indexOf(auction.dealer)).fill(""), ...auction.calls];
  const rows = [];
  for (let at = 0; at < cells.length; at += 4) rows.push([...cells.slice(at, at + 4), "", "", ""].slice(0, 4));
  return html`<table class="auction"><thead><tr>${order.map((seat) => html`<th scope="col">${seat}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((call) => html`<td><${Call} call=${call} /></td>`)}</tr>`)}</tbody></table>`;
}

/** Hands that are known where others are hidden. @param {{hands: Record<string, string>}} props */
function Known({ hands }) {
  return html`<div class="known" role="group" aria-label="Known hands">${SEATS.filter((seat) => hands[seat]).map((seat) => html`<p>
    <b>${NAMES[SEATS.indexOf(seat)]}</b> ${hands[seat].split(".").map((ranks, at) => html`<span class="suit-${"SHDC"[at]}">${
      "♠♥♦♣"[at]}</span>${ranks || "–"} `)}</p>`)}
    <p class="soft">The other hands are hidden, so there is nothing to count.</p></div>`;
}

/** What a board was worth between the two rooms, and all of them together. */
function Imps({ boards, board }) {
  if (typeof board.imps !== "number") return null;
  const all = boards.filter((one) => one.room?.toLowerCase() === "open" && typeof one.imps === "number");
  const [home, away] = board.teams?.[0] && board.teams[1] ? board.teams : ["North-South of the open room", "East-West of the open room"];
  const won = (sign) => all.reduce((sum, one) => sum + Math.max(0, sign * one.imps), 0);
  const here = board.imps ? `${Math.abs(board.imps)} IMP${Math.abs(board.imps) === 1 ? "" : "s"} to ${board.imps > 0 ? home : away}` : "no swing";
  return html`<p class="imps"><b>${here}</b>${all.length > 1 ? `; over ${all.length} boards ${home} ${won(1)}, ${away} ${won(-1)}` : ""}</p>`;
}

/** The same board at all tables, side by side. */
function Tables({ boards, at, onPick }) {
  const number = (board) => (board.room ? board.board.replace(/^[oc](?=\d)/i, "") : board.board);
  const same = boards.map((board, index) => ({ ...board, index })).filter((board) => number(board) === number(boards[at] ?? {}));
  if (!boards[at] || same.length < 2) return null;
  const pair = (names, one, two) => [names?.[one], names?.[two]].filter(Boolean).join(" – ") || "–";
  const rows = same.map((board) => [
    html`<button class="link" aria-current=${board.index === at ? "true" : undefined}
      onClick=${() => onPick(board.index)}>${board.room || `table ${same.indexOf(board) + 1}`}</button>`,
    pair(board.names, 0, 2), pair(board.names, 1, 3),
    board.contract ? html`<${Call} call=${board.contract.bid} /> ${board.contract.declarer}` : board.passed ? "all pass" : "–",
    board.tricks ?? "–", board.score ?? "–",
  ]);
  return html`<div><${Grid} label="The board at all tables" tall=${rows.length > 8}
    heads=${["table", "North – South", "East – West", "contract", "tricks", "NS score"]} rows=${rows}
    kind=${(row) => (same[row].index === at ? "best" : "")} /><${Imps} boards=${boards} board=${boards[at]} /></div>`;
}

/**
 * Strain and leader by buttons, the tricks of every declarer, and par.
 * @param {{game: string, position: string, board?: any, contract: string, onOpen: (coming: Promise<any>) => void}} props
 */
export function BridgePanel({ game, position, board, contract, onOpen }) {
  const [dealer, setDealer] = useState("");
  const [vulnerable, setVulnerable] = useState("");
  const strain = strainOf(game), leader = leaderOf(position);
  const here = sameDeal(board?.position, position) ? board : null;
  const asked = { game, position, dealer: dealer || here?.dealer || "N", vulnerable: vulnerable || here?.vulnerable || "None",
    contract };
  const { answer, running, fault } = useStream("bridge", asked);
  const change = (words) => onOpen(ask("contract", { game, position, ...words }));
  const button = (pressed, label, sign, words, suit) => html`<button class="small ${suit ?? ""}" aria-label=${label}
    aria-pressed=${pressed} onClick=${() => change(words)}>${sign}</button>`;
  const declarer = SEATS[(SEATS.indexOf(leader) + 3) % 4];
  const cell = (one, seat) => {
    const tricks = answer?.tricks[one][seat] ?? "·", now = one === strain && seat === declarer;
    const next = SEATS[(SEATS.indexOf(seat) + 1) % 4];
    return html`<button class="link tricks" aria-label="${tricks} tricks in ${WORDS[one]} by ${NAMES[SEATS.indexOf(seat)]}"
      aria-pressed=${now} onClick=${() => change({ strain: one, leader: next })}>${tricks}</button>`;
  };
  return html`<section class="bridge" aria-label="Contract">
    <div class="row"><h2>Contract</h2>
      <span role="group" aria-label="Strain">${STRAINS.map((one) => button(one === strain, WORDS[one], SIGNS[one], { strain: one },
        one === "NT" ? "" : `suit-${one}`))}</span>
      <span class="soft">led by</span>
      <span role="group" aria-label="Leader">${SEATS.map((seat, at) => button(seat === leader, `${NAMES[at]} leads`, seat, { leader: seat }))}</span>
    </div>
    <${Grid} label="Tricks of every declarer in every strain" heads=${["strain", "N", "S", "E", "W"]}
      rows=${STRAINS.map((one) => [html`<span class=${one === "NT" ? "" : `suit-${one}`}>${SIGNS[one]}</span>`, ...["N", "S", "E", "W"].map((seat) => cell(one, seat))])} />
    ${contract && html`<p>${signs(contract)}${answer?.words && html`, with all cards open: <b>${signs(answer.words)}</b>`}.</p>`}
    <div class="row">
      <span>${answer?.par ? signs(answer.par.words[0].toUpperCase() + answer.par.words.slice(1)) : running ? "counting …" : fault || "no par: the deal is not whole"}</span>
      <${Choice} label="dealer" value=${asked.dealer} onPick=${setDealer} options=${SEATS.map((seat) => [seat, seat])} />
      <${Choice} label="vulnerable" value=${asked.vulnerable} onPick=${setVulnerable}
        options=${[["None", "nobody"], ["NS", "NS"], ["EW", "EW"], ["All", "all"]]} />
    </div>
  </section>`;
}
