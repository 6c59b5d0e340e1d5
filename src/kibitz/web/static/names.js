/** Games, seats and sides by the names that people use. */

const PEOPLE = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus"];

/** How people at a table are called. */
export function called(names, seat) {
  return names.map((name, at) => (at === seat ? "You" : /^P\d+$/.test(name) ? PEOPLE[at % PEOPLE.length] : name));
}

/** What the parts of the other views need to know of a game. */
export function board(state) {
  return { text: state.game, names: state.names, side_names: sides(state, state.names), side_of: state.sides, unit: state.unit };
}

/** Names in a sentence. @param {string[]} names */
export function list(names, and = "and") {
  return names.length < 3 ? names.join(` ${and} `) : `${names.slice(0, -1).join(", ")} ${and} ${names.at(-1)}`;
}

/** The sides of a game by their names, the own one first. */
export function sides(state, names) {
  const count = Math.max(...state.sides) + 1, own = (name) => Number(name === "You");
  return Array.from({ length: count }, (_, side) => list(names.filter((_, at) => state.sides[at] === side).sort((a, b) => own(b) - own(a))));
}

/** How a hand ended, by the names of the sides. */
export function endedWords(now, about) {
  const { outcome } = now, named = Array.isArray(outcome) && outcome.length === about.side_names.length;
  return named ? `${about.side_names.map((name, side) => `${name} ${outcome[side]}`).join(", ")}${now.hands && about.counts ? ` ${about.counts}` : ""}` : String(outcome);
}

/** A game by the name that people know. */
export function title(about, text) {
  const key = text.split("(")[0].split(" from ")[0].trim();
  const same = (one) => one.key.replace(/^whole-/, "").replaceAll("-", "_") === key.replace(/^whole-/, "").replaceAll("-", "_");
  return about.menus.find(same)?.title ?? key.replace(/^whole-|^.*\/|\.toml$/g, "").replaceAll(/[_-]/g, " ").replace(/^./, (one) => one.toUpperCase());
}
