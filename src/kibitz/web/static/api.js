/** Questions to the server: one answer as JSON, or ever better ones as server-sent events. */

/** What is wrong with a question, in one line of the library's. */
export class Fault extends Error {}

/** @typedef {Record<string, any>} Data */

const TRIES = 40, AGAIN = 250; // for a question that comes while the server still ends earlier ones

/** @param {AbortSignal} [signal] */
async function pause(signal) {
  await new Promise((resolve) => { setTimeout(resolve, AGAIN); });
  signal?.throwIfAborted();
}

/** @param {string} path @param {Data} question @param {AbortSignal} [signal] */
async function post(path, question, signal) {
  try {
    for (let left = TRIES; ; left -= 1) {
      const response = await fetch(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(question),
        signal,
      });
      if (response.status === 403) throw new Fault("kibitz serve was started again: open the address that it printed, then continue here");
      if (response.status !== 429 || !left) return response;
      await pause(signal);
    }
  } catch (error) {
    if (signal?.aborted || error instanceof Fault) throw error;
    throw new Fault("the server does not answer; is kibitz serve still running?");
  }
}

/** One answer. @param {string} name @param {Data} question @returns {Promise<Data>} */
export async function ask(name, question = {}) {
  const response = await post(`/api/${name}`, question);
  const answer = await response.json();
  if (answer.error) throw new Fault(answer.error);
  return answer;
}

/** The last answer of a stream. @param {string} name @param {Data} question @returns {Promise<Data>} */
export function last(name, question) {
  return new Promise((resolve, reject) => {
    let found = null;
    stream(name, question, { answer: (data) => { found = data; }, end: () => resolve(found), fault: (why) => reject(new Fault(why)) });
  });
}

/**
 * Answers as they come. Whoever stops taking them stops the search.
 * @param {string} name
 * @param {Data} question
 * @param {{answer: (data: Data) => void, end?: () => void, fault?: (why: string) => void}} to
 * @returns {() => void} stops it
 */
export function stream(name, question, to) {
  const control = new AbortController();
  const run = async (left) => {
    const response = await post(`/stream/${name}`, question, control.signal);
    if (!response.ok) throw new Fault((await response.json()).error);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let waiting = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) throw new Fault("the server went away");
      waiting += value;
      const events = waiting.split("\n\n");
      waiting = events.pop();
      for (const event of events) {
        if (event.startsWith("event: end")) return to.end?.();
        if (!event.startsWith("data: ")) continue;
        const data = JSON.parse(event.slice(6));
        if (data.busy && left) {
          await pause(control.signal);
          return run(left - 1);
        }
        if (data.error) throw new Fault(data.error);
        to.answer(data);
      }
    }
  };
  run(TRIES).catch((error) => {
    if (!control.signal.aborted) to.fault?.(error instanceof Fault ? error.message : String(error));
  });
  return () => control.abort();
}
