/** What the views share: streams as state, faults, choices, files. */
import { html, useEffect, useRef, useState } from "./vendor/htm-preact.js";
import { stream } from "./api.js";

/** @typedef {{answer: any, running: boolean, fault: string, stop: () => void}} Stream */

/**
 * The latest answer of a stream, asked anew when the question changes; nothing without a question.
 * @param {string} name @param {object | null} question @param {(before: any, now: any) => any} [join]
 * @returns {Stream}
 */
export function useStream(name, question, join = (before, now) => now) {
  const [state, setState] = useState({ of: "", answer: null, running: false, fault: "" });
  const stop = useRef(() => {});
  const asked = JSON.stringify([name, question]);
  useEffect(() => {
    if (!question) {
      setState({ of: asked, answer: null, running: false, fault: "" });
      return undefined;
    }
    setState((old) => ({ of: asked, answer: question.longer ? old.answer : null, running: true, fault: "" })); // what goes on stays
    const end = () => setState((old) => ({ ...old, running: false }));
    const abort = stream(name, question, {
      answer: (data) => setState((old) => ({ ...old, answer: join(old.answer, data) })),
      end,
      fault: (fault) => setState((old) => ({ ...old, running: false, fault })),
    });
    stop.current = () => {
      abort();
      end();
    };
    return abort;
  }, [asked]);
  const its = state.of === asked || question?.longer ? state : { answer: null, running: Boolean(question), fault: "" }; // never another's
  return { ...its, stop: () => stop.current() };
}

/** Of answers to come the last that is waited for: what comes of earlier ones is dropped. */
export function useLatest() {
  const last = useRef(null);
  /** @param {Promise<any>} coming @returns {Promise<any>} */
  return (coming) => new Promise((resolve, reject) => {
    last.current = coming;
    const unlessOvertaken = (settle) => (found) => { if (last.current === coming) settle(found); };
    coming.then(unlessOvertaken(resolve), unlessOvertaken(reject));
  });
}

/** What is wrong, said at once to those who listen too. */
export function Fault({ why }) {
  return html`<p class="fault" role="alert">${why}</p>`;
}

/** A choice of one word. @param {{label: string, value: string, options: [string, string][], onPick: (v: string) => void}} props */
export function Choice({ label, value, options, onPick }) {
  return html`<label class="field"><span>${label}</span>
    <select value=${value} onChange=${(event) => onPick(event.target.value)}>
      ${options.map(([key, name]) => html`<option value=${key} selected=${key === value}>${name}</option>`)}
    </select></label>`;
}

/** A line of text that is used when it is left, or at Enter. */
export function Line({ label, value, onSet, list, type = "text", min, size }) {
  return html`<label class="field"><span>${label}</span>
    <input type=${type} value=${value} list=${list} min=${min} size=${size} spellcheck="false" autocomplete="off"
      onChange=${(event) => onSet(event.target.value)} /></label>`;
}

/** Give a text to the person as a file. @param {string} name @param {string} text @param {string} [kind] */
export function save(name, text, kind = "text/plain") {
  const link = document.createElement("a");
  link.href = `data:${kind};charset=utf-8,${encodeURIComponent(text)}`;
  link.download = name;
  link.click();
}

/** A drawing as the address of a picture, in which no script runs. @param {string} svg */
export function picture(svg) {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

/** A text with a button that copies it. */
export function Copied({ label, text }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    setTimeout(() => setDone(false), 1500);
  };
  return html`<section class="copied"><h2>${label}</h2>
    <pre tabindex="0">${text}</pre>
    <button class="small" onClick=${copy}>${done ? "copied" : `copy ${label}`}</button></section>`;
}

/** Keys that step through something, unless somebody is typing. @param {(key: string) => boolean} onKey */
export function useKeys(onKey) {
  const latest = useRef(onKey);
  latest.current = onKey;
  useEffect(() => {
    const listen = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.closest?.("input:not([type=checkbox]), textarea, select")) return;
      if (latest.current(event.key)) event.preventDefault();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}

/**
 * Somebody who goes by keys keeps a place: once what had the focus is gone, what is `next` gets it,
 * also from where it waited.
 * @param {(last: number) => HTMLElement | null | undefined} next what, by which of `among` had it last
 * @param {string} among @param {any[]} changes after which it may be gone
 */
export function useFocusKept(next, among, changes) {
  const byKeys = useRef(false), last = useRef(0);
  useEffect(() => {
    const key = (event) => {
      if (!["Enter", " ", "Tab"].includes(event.key)) return;
      if (event.repeat && event.key === "Enter") event.preventDefault(); // one card for one key, however long it is held
      byKeys.current = true;
      last.current = Math.max(0, [...document.querySelectorAll(among)].indexOf(document.activeElement));
    };
    const point = () => { byKeys.current = false; };
    addEventListener("keydown", key, true);
    addEventListener("pointerdown", point, true);
    return () => { removeEventListener("keydown", key, true); removeEventListener("pointerdown", point, true); };
  }, []);
  useEffect(() => {
    if (byKeys.current && document.activeElement.tabIndex < 0) next(last.current)?.focus();
  }, changes);
}

/** A file as text: in UTF-8, or as older programs write. @param {File} file */
async function textOf(file) {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** A file that is dropped anywhere on the page, as text. @param {(text: string) => void} onText */
export function useDrop(onText) {
  const latest = useRef(onText);
  latest.current = onText;
  useEffect(() => {
    const over = (event) => { if (event.dataTransfer?.types.includes("Files")) event.preventDefault(); };
    const drop = async (event) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      event.preventDefault(); // else the browser leaves the page for it
      latest.current(await textOf(file));
    };
    addEventListener("dragover", over);
    addEventListener("drop", drop);
    return () => { removeEventListener("dragover", over); removeEventListener("drop", drop); };
  }, []);
}

/** A file that the person chooses, as text. */
export function Load({ label, accept, onText }) {
  const [busy, setBusy] = useState(false);
  return html`<label class="button small">${busy ? "reading …" : label}
    <input type="file" class="hidden" accept=${accept} onChange=${async (event) => {
      const [file] = event.target.files, field = event.target;
      setBusy(true);
      if (file) await onText(await textOf(file));
      setBusy(false);
      field.value = "";
    }} /></label>`;
}

/**
 * A table in which the first cell of a row names it; it scrolls where there is no room.
 * @param {{label: string, heads: any[], rows: any[][], kind?: (row: number) => string, tall?: boolean}} props
 */
export function Grid({ label, heads, rows, kind = () => "", tall = false }) {
  const cell = (what, column) => (column ? html`<td>${what}</td>` : html`<th scope="row">${what}</th>`);
  return html`<div class="scroll ${tall ? "tall" : ""}" tabindex="0" role="region" aria-label=${label}>
    <table>
      <thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
      <tbody>${rows.map((row, at) => html`<tr class=${kind(at)}>${row.map(cell)}</tr>`)}</tbody>
    </table>
  </div>`;
}

/** A name with the colour of its side. */
export function Dotted({ name, side }) {
  return html`<span class="dot player-${side}"></span>${name}`;
}

/** A tick of a choice. @param {{label: string, on: boolean, onSet: (on: boolean) => void}} props */
export function Tick({ label, on, onSet }) {
  return html`<label class="field">
    <input type="checkbox" checked=${on} onChange=${(event) => onSet(event.target.checked)} /><span>${label}</span>
  </label>`;
}

/** To the start, back, on and to the end. @param {{at: number, last: number, what: string, onStep: (to: number) => void, children?: any}} props */
export function Stepper({ at, last, what, onStep, children }) {
  const button = (label, to, sign, off) => html`<button class="small" aria-label=${label} disabled=${off}
    onClick=${() => onStep(to)}>${sign}</button>`;
  return html`
    ${button("to the start", 0, "|◀", at === 0)}
    ${button(`one ${what} back`, at - 1, "◀", at === 0)}
    ${children}
    ${button(`one ${what} on`, at + 1, "▶", at >= last)}
    ${button("to the end", last, "▶|", at >= last)}`;
}

/** A number with its thousands apart. @param {number} number */
export function thousands(number) {
  return number.toLocaleString("en");
}
