/** The felt: seats around it, the trick in the middle, the own hand below, and what is asked for. */
import { html, useEffect, useState } from "./vendor/htm-preact.js";
import { Backs, Card, Move, Trick, bySuit, inTurn, place, short, signs, suitName, trumpWords } from "./cards.js";
import { list } from "./names.js";
import { average, copy, worth } from "./stage.js";

/** @param {any} props */
export function Felt({ state, names, levels, mine, busy, hint, told, onChoose, onTell, onSkip, lastTrick, result, setup }) {
  const [picked, setPicked] = useState([]);
  useEffect(() => { setPicked([]); onTell(""); }, [state.log]);
  const below = state.seat ?? 0, players = names.length;
  const passing = mine && state.asks === "pass", side = state.sides[below];
  const own = state.seat === null ? null : state.hands[state.seat];
  const lying = state.table.length > 0;
  const shows = lastTrick ? state.last : lying ? null : state.choice?.asks === "play" || !state.asks ? state.last : null;
  const pick = (card) => setPicked(picked.includes(card) ? picked.filter((one) => one !== card) : [...picked, card].slice(-state.choices[0]));
  const dress = (card) => {
    if (!hint) return {};
    if (passing) return hint.choice?.split("/").includes(card) ? { badge: "✓", tone: "best", said: "the hint" } : {};
    return hint.moves ? worth(hint, side, card, state.unit) : average(hint, side, card, state.unit);
  };
  const got = new Set(state.asks === "play" && state.tricks.length === 0 && state.got ? state.got.flatMap((one) => one.cards) : []);
  const legal = new Set(mine ? state.moves : []);
  const refuse = (card) => onTell(`${short(card)}: ${state.barred[card] ?? "not now"}.`);
  const card = (one, at) => {
    const key = one + copy(own, at), marks = got.has(one) ? "got" : "";
    if (!mine || state.turn !== state.seat || !["play", "pass"].includes(state.asks)) return html`<${Card} key=${key} card=${one} tone=${marks} />`;
    if (!legal.has(one)) return html`<${Card} key=${key} card=${one} tone="barred ${marks}" refused onPlay=${refuse} said=${`not allowed: ${state.barred[one] ?? ""}`} />`;
    const dressed = dress(one);
    return html`<${Card} key=${key} card=${one} onPlay=${passing ? pick : onChoose} chosen=${picked.includes(one)} ...${dressed} tone="${dressed.tone ?? ""} ${marks}" />`;
  };
  const fan = own ? inTurn(own) : [], half = fan.length > 7 ? Math.ceil(fan.length / 2) : fan.length;
  const center = result ?? (mine && ["bid", "trump"].includes(state.asks) && html`<${Asked} state=${state} names=${names} hint=${hint} onChoose=${onChoose} />`);
  return html`<section class="cardtable" aria-label="The table">
    <div class="green players-${players} ${state.dummy === null || state.dummy === undefined ? "" : "with-dummy"}" onClick=${onSkip}>
      <p class="trumps">${state.number !== undefined && state.goal ? html`<span>Hand ${state.number + (state.is_over ? 0 : 1)}</span>` : ""}
        ${state.contract && html`<span><b>${signs(state.contract.bid)}</b> by ${names["NESW".indexOf(state.contract.declarer)].replace("You", "you")}: ${state.contract.taken} of ${state.contract.needs} tricks</span>`}
        ${!state.contract && trumpWords(state.trump, setup.game) && html`<span>${trumpWords(state.trump, setup.game)}</span>`}
        ${state.turned?.length > 0 && html`<span>turned up <${Move} move=${state.turned[0]} /></span>`}</p>
      ${names.map((name, at) => (at === state.seat ? null : html`<${Place} key=${at} at=${at} state=${state} name=${name} level=${levels[at]}
        ...${place((at - below + players) % players, players)} onPlay=${mine && state.turn === at ? onChoose : undefined} onRefuse=${refuse} legal=${legal} dress=${dress} />`))}
      ${lastTrick || (!lying && shows)
        ? html`<${Trick} key=${`done ${state.tricks.length}`} cards=${shows?.cards ?? []} names=${names} below=${below} winner=${shows?.by} label="The last trick" done=${!lastTrick && !result} />`
        : html`<${Trick} cards=${state.table} names=${names} below=${below} />`}
      ${center && html`<div class="center" onClick=${(event) => event.stopPropagation()}>${center}</div>`}
    </div>
    ${own && html`<div class="own">
      <p class="mine ${mine ? "turn" : ""}"><${Chips} state=${state} at=${state.seat} name="You" />
        <span class="prompt" role=${told ? "alert" : undefined}>${prompt(state, names, mine, busy, told, hint, setup)}</span>
        ${passing && html`<button class="main" disabled=${picked.length !== state.choices[0]} onClick=${() => onChoose(picked.join("/"))}>
          ${state.to === null ? "Lay away" : "Pass"} ${picked.length} of ${state.choices[0]}</button>`}</p>
      <div class="fan" role="group" aria-label="Your cards" tabindex="-1">
        ${[fan.slice(0, half), fan.slice(half)].filter((row) => row.length).map((row, at) => html`<div class="cards" key=${at}>
          ${row.map((one, number) => html`<div key=${one + copy(fan, at * half + number)}>${card(one, own.indexOf(one))}</div>`)}</div>`)}
        ${fan.length === 0 && html`<span class="soft">no cards left</span>`}</div>
    </div>`}
    ${!own && html`<p class="mine"><span class="prompt">${prompt(state, names, mine, busy, told, hint, setup)}</span></p>`}
  </section>`;
}

/** What is known of a player, in small marks. */
function Chips({ state, at, name, level = "" }) {
  const bid = state.bids[at], target = state.targets?.[at];
  const carried = target ? 0 : (state.is_over ? state.sheet?.at(-1)?.bags : state.bags)?.[state.sides[at]]; // with targets it is what was over or short
  const bags = carried ? html`<span class="chip">· ${carried} bag${carried === 1 ? "" : "s"}</span>` : "";
  const score = state.goal && state.counts === "points" && state.number && !state.is_over ? state.score?.[state.sides[at]] : undefined;
  if (state.asks === "bid") { // no trick yet
    return html`<span class="chips"><${Who} state=${state} at=${at} name=${name} level=${level} />
      <span class="counts"><span class="chip">${typeof bid === "number" ? `bids ${bid}` : "no bid yet"}</span>${bags}</span></span>`;
  }
  return html`<span class="chips"><${Who} state=${state} at=${at} name=${name} level=${level} />
    <span class="counts"><span class="chip">${state.taken[at]}${bid !== null && bid !== undefined ? ` of ${bid}` : target ? ` of ${target}` : ""} ${state.taken[at] === 1 && bid === undefined && !target ? state.counts.replace(/s$/, "") : state.counts}</span>
    ${score === undefined ? "" : html`<span class="chip total">· ${score} in all</span>`}
    ${bags}</span></span>`;
}

/** A player's name, and whether it deals. */
function Who({ state, at, name, level }) {
  return html`<span class="called"><b><span class="dot player-${state.sides[at]}"></span>${name}</b>
    ${state.dealer === at && html`<span class="chip dealer" title="deals">D<span class="spoken"> dealer</span></span>`}
    ${level && html`<span class="level">${level}</span>`}</span>`;
}

/** The dummy: its cards lie open, and whoever declares plays them. */
function Dummy({ cards, state, at, name, across, style, onPlay, onRefuse, legal, dress }) {
  const lone = (card) => {
    if (!onPlay) return html`<${Card} card=${card} />`;
    if (!legal.has(card)) return html`<${Card} card=${card} tone="barred" refused onPlay=${onRefuse} said=${`not allowed: ${state.barred[card] ?? ""}`} />`;
    return html`<${Card} card=${card} onPlay=${onPlay} ...${dress(card)} />`;
  };
  const rows = across ? [inTurn(cards)] : bySuit(cards);
  return html`<div class="place dummy ${across ? "across" : "beside"} ${state.turn === at ? "turn" : ""}" style=${style} role="group" aria-label="${name}, the dummy">
    <${Chips} state=${state} at=${at} name=${`${name}, dummy`} />
    ${rows.map((row) => html`<div class="row-of">${row.map((card) => html`<div key=${card}>${lone(card)}</div>`)}</div>`)}</div>`;
}

/** Another player's seat. */
function Place({ state, at, name, level, x, y, ...playing }) {
  const cards = state.hands[at], style = { "--x": x.toFixed(3), "--y": y.toFixed(3) };
  if (cards && state.dummy === at) return html`<${Dummy} cards=${cards} state=${state} at=${at} name=${name} across=${Math.abs(x) < 0.5} style=${style} ...${playing} />`;
  return html`<div class="place ${state.turn === at ? "turn" : ""}" style=${style}>
    <${Chips} state=${state} at=${at} name=${name} level=${level} />
    ${cards ? html`<span class="few">${inTurn(cards).map((card) => html`<${Move} move=${card} /> `)}</span>` : html`<${Backs} count=${state.sizes[at]} />`}
  </div>`;
}

/** A bid or a trump, asked for in the middle; the hand below stays readable. */
function Asked({ state, names, hint, onChoose }) {
  const best = hint?.equal ?? [hint?.choice];
  const bids = names.flatMap((name, at) => (typeof state.bids[at] === "number" ? [`${name} ${state.bids[at]}`] : []));
  return html`<div class="asked"><h2>${state.asks === "bid" ? "How many tricks will you take?" : "Name the trump"}</h2>
    ${state.asks === "bid" && html`<p class="soft">${bids.length ? `Bid so far: ${bids.join(", ")}` : "You are the first to bid."}</p>`}
    <div class="row">${state.moves.map((move) => html`<button class="choice ${best.includes(move) ? "best" : ""}" onClick=${() => onChoose(move)}>
      ${state.asks === "trump" ? `${short(`${move}A`).slice(1)} ${suitName(move)}` : move}</button>`)}</div></div>`;
}

/** What to do now, or what was said last. */
export function prompt(state, names, mine, busy, told, hint, setup) {
  if (told) return signs(told[0].toUpperCase() + told.slice(1).replace(/[^.!?…]$/, "$&."));
  if (hint) return hinted(hint, state);
  if (state.is_over) return winners(state, names);
  if (state.asks === "" || state.turn === null) return "The hand is over.";
  if (!mine) return (setup.seat === null || busy) && state.turn !== state.seat ? `${names[state.turn]} …` : "";
  if (state.asks === "pass") {
    return state.to === null ? `Lay away ${state.choices[0]} cards.` : `Choose ${state.choices[0]} cards for ${names[state.to]}.`;
  }
  if (state.asks !== "play") return { bid: "Your bid.", trump: "Name the trump suit." }[state.asks] ?? "Your turn.";
  if (state.turn !== state.seat) return `Play a card of ${names[state.turn]}, the dummy.`;
  const now = state.table.length ? "Your turn." : "Your lead.";
  if (state.got?.length && !state.tricks.length) {
    return html`${state.got.map(({ player, cards }) => html`${names[player]} gave you ${cards.map((card, at) => html`${at ? " " : ""}<${Move} move=${card} />`)}. `)}${now}`;
  }
  return now;
}

const LONG = 9; // letters of a move that nobody reads
const FEW = 4; // moves that are named

/** A hint in a sentence: as it is shown, or as it is read aloud. */
export function hinted(hint, state, sentence = signs, name = short) {
  if (typeof hint.words === "string") return sentence(hint.words);
  if (!hint.moves) return "Counting the deals that fit what you saw …";
  const equal = hint.moves.filter((row) => row.cost === 0).flatMap((row) => row.moves);
  if (!equal.length) return "Thinking …";
  const more = equal.length - FEW, named = equal.slice(0, FEW).map(name);
  const some = more > 0 ? `${named.join(", ")} or ${more === 1 ? "another" : `${more} others`} as good` : list(named, "or");
  const sure = hint.complete ? "" : ", by an estimate";
  return `${state.open ? "Best" : "With all cards open, best"}${sure}: ${equal[0].length > LONG ? "as marked on the board" : some}.`;
}

/** Who has won, in a sentence. */
export function winners(state, names) {
  if (state.contract?.words) {
    const said = signs(state.contract.words), who = names["NESW".indexOf(state.contract.declarer)];
    return `${who} ${said.startsWith("makes") ? (who === "You" ? said.replace("makes", "make") : said) : said.replace(/^(\S+) down (\d+)/, `${who === "You" ? "go" : "goes"} down $2 in $1`)}.`;
  }
  const won = state.won.map((at) => names[at]);
  if (!won.length) return "The end.";
  if (won.length === names.length) return "All are equal.";
  const points = state.score?.[state.sides[state.won[0]]], counted = state.goal && points !== undefined ? ` with ${points} point${points === 1 ? "" : "s"}` : "";
  return `${list(won)} ${won.length > 1 || won[0] === "You" ? "win" : "wins"}${counted}.`;
}
