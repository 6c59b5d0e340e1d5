// A client of `kibitz batch` in Node: one process, any number of questions, answers by their ids.
//
//     node examples/client.mjs [COMMAND]
//
// The protocol is in docs/protocol.md.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export class Kibitz {
  #process;
  #waiting = new Map();
  #last = 0;
  #ended = null;

  constructor(command = "kibitz", workers = 2) {
    const words = ["batch", "--as-they-come", "--workers", String(workers)];
    this.#process = spawn(command, words, { stdio: ["pipe", "pipe", "inherit"] });
    createInterface({ input: this.#process.stdout }).on("line", (line) => this.#answered(line));
    this.#process.on("error", (error) => this.#end(`${command} cannot be started: ${error.message}`));
    this.#process.on("close", (code) => this.#end(`${command} ended with exit code ${code}`));
    this.#process.stdin.on("error", () => {}); // it has ended, which is said above
  }

  // The answer to a question; an answer with an error is thrown. `signal` can cancel it.
  ask(question, signal) {
    if (this.#ended) return Promise.reject(new Error(this.#ended));
    const id = ++this.#last;
    const answer = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#send({ ...question, id });
    signal?.addEventListener("abort", () => this.ask({ ask: "cancel", cancel: id }).catch(() => {}));
    return answer;
  }

  // No more questions: it answers those that it has, and ends.
  close() {
    this.#process.stdin.end();
  }

  #send(question) {
    this.#process.stdin.write(`${JSON.stringify(question)}\n`);
  }

  #answered(line) {
    const answer = JSON.parse(line);
    const asked = this.#waiting.get(answer.id);
    if (!asked) return;
    this.#waiting.delete(answer.id);
    if (answer.error) asked.reject(new Error(answer.error));
    else asked.resolve(answer);
  }

  #end(why) {
    this.#ended ??= why;
    for (const { reject } of this.#waiting.values()) reject(new Error(this.#ended));
    this.#waiting.clear();
  }
}

async function main() {
  const kibitz = new Kibitz(process.argv[2]);
  const about = await kibitz.ask({ ask: "about" });
  console.log(`protocol ${about.protocol}, ${about.players.includes("sampling") ? "with" : "without"} sampling`);

  // What to play, as a server knows it: the cards of one hand, and those that all have seen.
  const view = {
    game: "hearts",
    seat: 2,
    hand: ["SQ", "S5", "HA", "DA", "DT", "D9", "D4", "D3", "CA", "C8", "C6", "C5", "C3"],
    plays: ["C2", "CJ"],
  };
  const play = await kibitz.ask({ ask: "choose", view, player: "sampling", seconds: 5 });
  console.log(`play ${play.move}: ${play.why}`);
  console.log(play.sure);

  // What to bid, and a question that makes no sense, at the same time.
  const bidding = { game: "whole-spades", seat: 0, hand: "AKQ4.A3.K652.872", asks: "bid" };
  const [bid, wrong] = await Promise.allSettled([
    kibitz.ask({ ask: "choose", view: bidding, player: "rules", seconds: 5 }),
    kibitz.ask({ ask: "choose", view: { ...view, hand: ["SQ", "SQ"] } }),
  ]);
  console.log(`bid ${bid.value.move}`);
  console.log(`refused: ${wrong.reason.message}`);

  // A long search that nobody waits for any longer still says what it has found.
  const impatience = new AbortController();
  const game = "spades(players=3)";
  const hands = "Q953.Q854.J532.T7642 J42.KT9762.A876.AK93 AKT87.AJ3.KQT94.QJ85 0 - 0,0,0";
  const long = kibitz.ask({ ask: "solve", game, position: hands, algorithm: "maxn" }, impatience.signal);
  setTimeout(() => impatience.abort(), 200);
  console.log(await long.then((found) => `stopped: ${found.stopped}`, (error) => error.message));
  kibitz.close();
}

if (import.meta.url === `file://${process.argv[1]}`) await main();
