/** Share: one page that anybody can open, a link, a picture, and the same as texts. */
import { html, useEffect, useState } from "./vendor/htm-preact.js";
import { ask, stream } from "./api.js";
import { Copied, Fault, save, useLatest } from "./common.js";
import { fragment } from "./route.js";

/** @param {{question: any, words: any, play: string[], research: boolean, title: string, names: string[]}} props */
export function Share({ question, words, play, research, title, names }) {
  const [texts, setTexts] = useState(null);
  const [making, setMaking] = useState("");
  const [fault, setFault] = useState("");
  const latest = useLatest();
  useEffect(() => { latest(ask("export", question)).then(setTexts).catch(() => setTexts(null)); }, [JSON.stringify(question)]);
  const address = location.origin + "/" + fragment("analyse", words);
  const page = () => {
    setMaking("one moment …");
    stream("page", { ...question, play, title, names }, {
      answer: ({ html: text }) => { save("deal.html", text, "text/html"); setMaking("saved as deal.html: send it to anybody"); },
      fault: (why) => { setFault(why); setMaking(""); },
    });
  };
  const copy = async () => {
    try { await navigator.clipboard.writeText(address); setMaking("the link is copied"); } catch { setMaking("copy the address of this page"); }
  };
  return html`<section class="panel" aria-label="Share">
    ${fault && html`<${Fault} why=${fault} />`}
    <div class="row">
      <button class="main" onClick=${page}>Make a page to send</button>
      <button onClick=${copy}>Copy the link</button>
      ${texts?.svg && html`<button onClick=${() => save("position.svg", texts.svg, "image/svg+xml")}>Save a picture</button>`}
      ${texts?.pbn && html`<button onClick=${() => save("deal.pbn", texts.pbn)}>Save PBN</button>`}
      <span class="soft" role="status">${making}</span></div>
    <p class="soft">The page opens anywhere, with every card analysed. <a href=${address}>The link</a> opens where <code>kibitz serve</code> runs.</p>
    ${texts && html`<details open=${research}><summary>As texts, for programmers</summary><div class="texts">
      <${Copied} label="text" text=${texts.text} />
      <${Copied} label="shell" text=${texts.shell} />
      <${Copied} label="Python" text=${texts.python} />
      ${texts.pbn && html`<${Copied} label="PBN" text=${texts.pbn} />`}
    </div></details>`}
  </section>`;
}
