/** Whether a value depends on how players break ties, asked once every move has its exact value. */
import { html } from "./vendor/htm-preact.js";
import { useStream } from "./common.js";

/** @param {{question: any, analysis: {answer: any, running: boolean}, research: boolean}} props */
export function Ties({ question, analysis, research }) {
  const { answer, running } = analysis;
  const exact = question && !question.algorithm && !running && answer?.complete;
  const { answer: found } = useStream("ties", exact ? { ...question, algorithm: undefined } : null);
  if (!found) return null;
  if (!research) {
    if (!/^(does not depend|depends)/.test(found.words)) return null;
    return html`<p class="soft ties">${found.words.startsWith("does not") ? "The result is the same whichever of the equally good cards are played."
      : "The result may differ if others of the equally good cards are played."}</p>`;
  }
  const value = found.value ? `(${found.value.join(", ")})` : "the value:";
  return html`<p class="soft ties">${value} ${found.words}</p>`;
}
