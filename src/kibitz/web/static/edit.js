/** Edit: cards dragged between hands, or picked and put with two clicks or keys. */
import { html, useState } from "./vendor/htm-preact.js";
import { ask } from "./api.js";
import { Card, spoken } from "./cards.js";
import { Choice, Fault } from "./common.js";

const ORDER = "SHDC", RANKS = "AKQJT98765432";
const place = (card) => ORDER.indexOf(card[0]) * 13 + RANKS.indexOf(card[1]);

/** @param {{about: any, position: any, onDone: (coming: Promise<any>) => Promise<void>}} props */
export function Edit({ about, position, onDone }) {
  const [hands, setHands] = useState(position.hands);
  const [leader, setLeader] = useState(String(position.leader));
  const [picked, setPicked] = useState("");
  const [fault, setFault] = useState("");
  const held = new Set(hands.flat());
  const aside = about.deck.filter((card) => !held.has(card));
  const all = [...hands, aside];
  const names = [...about.names, "not dealt"];
  const owner = (card) => all.findIndex((cards) => cards.includes(card));

  /** Put a card into a hand, or exchange it with a card. */
  const put = (card, to, onto = "") => {
    const from = owner(card);
    const next = all.map((cards, at) => cards.filter((one) => one !== card && one !== onto)
      .concat(at === to ? [card] : [], onto && at === from ? [onto] : []).sort((a, b) => place(a) - place(b)));
    setHands(next.slice(0, -1));
    setPicked("");
    setFault("");
  };
  const click = (card) => {
    if (!picked) setPicked(card);
    else if (picked === card || owner(picked) === owner(card)) setPicked(picked === card ? "" : card);
    else put(picked, owner(card), card);
  };
  const drag = (card) => (event) => event.dataTransfer.setData("text/plain", card);
  const drop = (to, onto) => (event) => {
    event.preventDefault();
    event.stopPropagation();
    const card = event.dataTransfer.getData("text/plain");
    if (owner(card) >= 0 && card !== onto) put(card, to, onto && owner(onto) !== owner(card) ? onto : "");
  };
  const done = () => onDone(ask("arrange", { game: about.text, hands, leader: Number(leader) }))
    .catch((error) => setFault(error.message));

  return html`<section class="panel edit" aria-label="Edit the hands">
    <p>Drag a card onto a hand to move it, onto a card to exchange the two; or click one and then where it goes.</p>
    ${fault && html`<${Fault} why=${fault} />`}
    ${all.map((cards, to) => html`<div class="seat" onDragOver=${(event) => event.preventDefault()} onDrop=${drop(to, "")}>
      <h2>${names[to]} <small>${cards.length}</small>
        ${picked && owner(picked) !== to && html`<button class="small"
          onClick=${() => put(picked, to)}>put the ${spoken(picked)} here</button>`}</h2>
      <div class="hand">${cards.map((card) => html`<${Card} key=${card} card=${card} onPlay=${click} chosen=${picked === card}
        drag=${{ draggable: true, onDragStart: drag(card), onDrop: drop(to, card) }} />`)}</div>
    </div>`)}
    <div class="row">
      <${Choice} label="who leads" value=${leader} onPick=${setLeader}
        options=${about.names.map((name, at) => [String(at), name])} />
      <button onClick=${done}>Use these hands</button><span class="soft">bids, trump and scoring are in the game's text</span></div>
  </section>`;
}
