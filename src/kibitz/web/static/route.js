/** The address says what is shown: `#/analyse?game=...&position=...&play=SA+S2`. */

/** @typedef {{view: string, words: Record<string, string>}} Route */

/** @returns {Route} */
export function route() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  return { view: path || "home", words: Object.fromEntries(new URLSearchParams(query)) };
}

/** The end of an address. @param {string} view @param {Record<string, string | number | undefined>} words */
export function fragment(view, words) {
  const said = Object.entries(words).filter(([, word]) => word !== undefined && word !== "");
  const query = new URLSearchParams(said.map(([key, word]) => [key, String(word)])).toString();
  return `#/${view}${query ? `?${query}` : ""}`;
}

/** Keep the address as the screen is, without a step in the history; unless another view is asked for and not shown yet. */
export function remember(view, words) {
  const wanted = fragment(view, words);
  if (route().view === view && wanted !== location.hash) history.replaceState(null, "", wanted);
}

let going = false; // until the address has changed, a second click asks for nothing
addEventListener("hashchange", () => { going = false; });

/** Show something else. */
export function go(view, words = {}) {
  const wanted = fragment(view, words);
  if (going || wanted === location.hash) return;
  going = true;
  location.hash = wanted;
}
