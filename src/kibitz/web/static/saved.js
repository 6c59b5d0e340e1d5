/** What stays in this browser: games, problems made of mistakes, settings. Nothing of it is kept by the server. */

/** @typedef {{id: string, game: string, seat: number | null, players: string[], forced: boolean, log: string, when: number,
 *   over: boolean, words: string}} Kept a game, as it was left */
/** @typedef {{id: string, game: string, position: string, play: string[], seat: number, played: string, best: string[], cost: number,
 *   unit: any, trick: number, solved: number, tried: number, names: string[]}} Problem */

const GAMES = "kibitz.games", PROBLEMS = "kibitz.problems", REPORTS = "kibitz.reports", FILE = "kibitz.file";
const MOST_GAMES = 80, MOST_PROBLEMS = 200;

/** @param {string} key */
function read(key) {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** Written as long as there is room; the oldest go first. @param {string} key @param {any[]} list */
function write(key, list) {
  for (let most = list.length; most >= 0; most = Math.floor(most * 0.8) - (most < 5 ? 1 : 0)) {
    try {
      localStorage.setItem(key, JSON.stringify(list.slice(0, Math.max(0, most))));
      return;
    } catch {
      if (most === 0) return;
    }
  }
}

/** A name that no other game has. */
export function fresh() {
  return Date.now().toString(36) + Math.floor(Math.random() * 46656).toString(36);
}

/** A seed for a deal that nobody has seen. */
export function anySeed() {
  return 1 + Math.floor(Math.random() * 999_999_998);
}

/** All games, the latest first. @returns {Kept[]} */
export function games() {
  return read(GAMES).filter((one) => one && typeof one.id === "string" && typeof one.log === "string");
}

/** @param {string | undefined} id @returns {Kept | undefined} */
export function kept(id) {
  return games().find((one) => one.id === id);
}

/** @param {Kept} game */
export function keep(game) {
  const others = games().filter((one) => one.id !== game.id);
  const over = others.filter((one) => one.over).slice(0, MOST_GAMES);
  write(GAMES, [game, ...others.filter((one) => !one.over || over.includes(one))]);
}

/** @param {string} id */
export function forget(id) {
  write(GAMES, games().filter((one) => one.id !== id));
}

/** @returns {Problem[]} */
export function problems() {
  return read(PROBLEMS);
}

/** New problems beside those that are there. @param {Problem[]} found */
export function addProblems(found) {
  const old = problems();
  const known = new Set(old.map((one) => one.id));
  write(PROBLEMS, [...found.filter((one) => !known.has(one.id)), ...old].slice(0, MOST_PROBLEMS));
}

/** @param {Problem} problem */
export function setProblem(problem) {
  write(PROBLEMS, problems().map((one) => (one.id === problem.id ? problem : one)));
}

/** The file whose boards are looked at, until this tab is closed; one that is too large is not kept. @param {string} text */
export function keepFile(text) {
  try { sessionStorage.setItem(FILE, text); } catch { sessionStorage.removeItem(FILE); }
}

/** @returns {string | null} */
export function keptFile() {
  return sessionStorage.getItem(FILE);
}

/** What hands were looked at, and what they cost each seat. */
export function reports() {
  return read(REPORTS);
}

export function addReport(report) {
  write(REPORTS, [report, ...reports().filter((one) => one.id !== report.id)].slice(0, 300));
}
