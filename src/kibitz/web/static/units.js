/** A player's units: what a payoff is called, and what it is in points or tricks that people count. */

/** @typedef {{one: string, all: number | null, better: string}} Unit */

/** A payoff as people count it. @param {Unit | undefined} unit @param {number | string} payoff */
export function counted(unit, payoff) {
  if (unit?.all === null || unit?.all === undefined) return payoff;
  const number = Number(payoff);
  return Number.isFinite(number) ? unit.all - number : payoff;
}

/** A payoff in one number, also an average. @param {Unit | undefined} unit @param {number} payoff @param {number} [digits] */
export function shown(unit, payoff, digits = 1) {
  if (unit?.better === "chance") return `${Math.round(100 * payoff)} %`;
  const number = Number(counted(unit, payoff)).toFixed(digits);
  return number.replace(/\.0+$/, "").replace(/^-0$/, "0");
}

/** A number of units. @param {Unit | undefined} unit @param {number} number */
export function amount(unit, number) {
  const text = String(Math.round(number * 10) / 10);
  return `${text} ${unit?.one ?? "point"}${text === "1" ? "" : "s"}`;
}

/** Payoffs of all sides. @param {Unit | undefined} unit @param {(number | string | null)[] | null} value */
export function values(unit, value) {
  return value ? value.map((one) => (one === null ? "–" : counted(unit, one))).join(" ") : "–";
}

/** What a side gets, in words. @param {Unit | undefined} unit @param {number | string | null | undefined} payoff */
export function worded(unit, payoff) {
  if (payoff === null || payoff === undefined) return "not known";
  const number = counted(unit, payoff);
  if (unit?.better === "chance") return Number(payoff) > 0 ? "wins" : "loses";
  return `${number} ${unit?.one ?? "point"}${String(number) === "1" ? "" : "s"}`;
}

/** What a move costs, where its value is as sure and as deep as the best one; else nothing can be said. @returns {number | null} */
export function costOf(analysis, row) {
  const best = analysis.moves.find((one) => one.moves.includes(analysis.best));
  return best && row.value && row.certainty === best.certainty && row.depth === best.depth ? row.cost : null;
}
