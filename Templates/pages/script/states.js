// Which state is shown, and what Back, Forward and a reload make of it.

import { all, byID, hide, known, page, state } from "./data.js";
import { prefill, release, update } from "./fields.js";
import { announce, clearMessage, fillIn } from "./messages.js";
import { parts } from "./parts.js";

/** @returns {HTMLElement} */
export const shown = () => /** @type {HTMLElement} */ (document.querySelector("section:not([hidden])"));

/**
 * Keeps in the history which state is shown, and nothing else.
 *
 * @param {boolean} isNew whether Back leads to where the person was before
 * @param {string} state
 */
export function remember(isNew = false, state = shown().id) {
  history[isNew ? "pushState" : "replaceState"]({ state }, "");
}

/**
 * Goes to another state.
 *
 * @param {string} next
 * @param {boolean} replaces whether Back must not lead to where the person was before
 * @param {() => void} enter what the state does by itself
 */
export function move(next, replaces, enter) {
  const here = shown();
  const isElsewhere = next !== here.id;
  remember();
  if (isElsewhere) release(here);
  const arrive = () => {
    show(next);
    remember();
    if (isElsewhere) enter();
  };
  if (parts.navigate) parts.navigate(next, replaces, arrive);
  else {
    if (isElsewhere && !replaces) remember(true);
    arrive();
  }
}

/**
 * Shows a state.
 *
 * @param {string} name
 * @param {boolean} isFirst a first view leaves the focus where it is, unless the page spec says where it belongs
 */
export function show(name, isFirst = false) {
  for (const section of all("section")) section.hidden = section.id !== name;
  const section = shown();
  const { focus } = state(name);
  announce("");
  clearMessage(section);
  hide("#unopened", true);
  if (!isFirst) parts.forget?.(name);
  prefill();
  fillIn(section);
  update(section);
  parts.showAppLink?.(name);
  const arrive = () => {
    if (!isFirst) scrollTo(0, 0);
    (isFirst ? byID(name + "." + focus) : section.querySelector("h1"))?.focus();
  };
  // Both have the page laid out, which a page that is being opened would have its buttons wait for.
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", arrive);
  else arrive();
}

/**
 * The state that an entry of the history remembers, when all that it works with is there.
 *
 * @param {unknown} entry
 * @returns {string | undefined} the state's name
 */
export function recall(entry) {
  const { state: name = "" } = Object(entry);
  return Object.keys(page.states).includes(name) && (state(name).needs ?? []).every((each) => known[each]) ? name : undefined;
}

/**
 * Shows the first state that a person sees.
 *
 * @param {unknown} entry of the history, from before a reload; nothing where a link begins anew
 * @param {string} start
 */
export function begin(entry, start) {
  const recalled = recall(entry);
  show(recalled ?? start, true);
  if (recalled) remember();
  else (parts.begin ?? (() => remember()))(start);
}
