/** Edit: cards dragged between hands, or picked and put with two clicks or keys. */
import { html, useState } from "./vendor/htm-preact.js";
import { ask } from "./api.js";
import { Card, spoken } from "./cards.js";
import { Choice, Fault } from "./common.js";
import { copy } from "./stage.js";

/** @typedef {{card: string, from: number}} Lying a card, and whose it is: there may be two of a name */

/** Cards without one of this name. @param {string[]} cards @param {string} card */
function without(cards, card) {
  const at = cards.indexOf(card);
  return at < 0 ? cards : cards.filter((_, index) => index !== at);
}

/** What was dragged; nothing if it is from elsewhere. @param {string} text @returns {Lying | null} */
function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param {{about: any, position: any, onDone: (coming: Promise<any>) => Promise<void>}} props */
export function Edit({ about, position, onDone }) {
  const [hands, setHands] = useState(position.hands);
  const [leader, setLeader] = useState(String(position.leader));
  const [picked, setPicked] = useState(/** @type {Lying | null} */ (null));
  const [fault, setFault] = useState("");
  const aside = hands.flat().reduce(without, about.deck);
  const all = [...hands, aside];
  const names = [...about.names, "not dealt"];
  const sorted = (cards) => cards.toSorted((a, b) => about.deck.indexOf(a) - about.deck.indexOf(b));

  /** Put a card into a hand, or exchange it with a card. */
  const put = ({ card, from }, to, onto = "") => {
    const next = [...all];
    next[from] = sorted([...without(all[from], card), ...(onto ? [onto] : [])]);
    next[to] = sorted([...(onto ? without(all[to], onto) : all[to]), card]);
    setHands(next.slice(0, -1));
    setPicked(null);
    setFault("");
  };
  const click = (card, from) => {
    const same = picked && picked.card === card && picked.from === from;
    if (!picked || picked.from === from) setPicked(same ? null : { card, from });
    else put(picked, from, card);
  };
  const drag = (lying) => (event) => event.dataTransfer.setData("text/plain", JSON.stringify(lying));
  const drop = (to, onto) => (event) => {
    event.preventDefault();
    event.stopPropagation();
    const lying = read(event.dataTransfer.getData("text/plain"));
    if (lying && lying.from !== to && all[lying.from]?.includes(lying.card)) put(lying, to, onto);
  };
  const done = () => onDone(ask("arrange", { game: about.text, hands, leader: Number(leader) }))
    .catch((error) => setFault(error.message));

  return html`<section class="panel edit" aria-label="Edit the hands">
    <p>Drag a card onto a hand to move it, onto a card to exchange the two; or click one and then where it goes.</p>
    ${fault && html`<${Fault} why=${fault} />`}
    ${all.map((cards, to) => html`<div class="seat" onDragOver=${(event) => event.preventDefault()} onDrop=${drop(to, "")}>
      <h2>${names[to]} <small>${cards.length}</small>
        ${picked && picked.from !== to && html`<button class="small"
          onClick=${() => put(picked, to)}>put the ${spoken(picked.card)} here</button>`}</h2>
      <div class="hand">${cards.map((card, at) => html`<${Card} key=${card + copy(cards, at)} card=${card}
        onPlay=${() => click(card, to)} chosen=${picked?.from === to && picked.card === card}
        drag=${{ draggable: true, onDragStart: drag({ card, from: to }), onDrop: drop(to, card) }} />`)}</div>
    </div>`)}
    <div class="row">
      <${Choice} label="who leads" value=${leader} onPick=${setLeader}
        options=${about.names.map((name, at) => [String(at), name])} />
      <button onClick=${done}>Use these hands</button><span class="soft">bids and trump stay as they are</span></div>
  </section>`;
}
