// The state that is shown, and its entries in the browser's history.

import { all, byID, hide, isReady, page, state } from "./data.js";
import { inputs, prefill, leaveForm, update } from "./fields.js";
import { announce, clearMessage, fillIn, tellEnd } from "./messages.js";
import { parts } from "./parts.js";

/** @returns {HTMLElement} */
export const shown = () => /** @type {HTMLElement} */ (document.querySelector("section:not([hidden])"));

/** What follows the headline in the page's title. */
const ending = / · .*/.exec(document.title) ?? "";

/**
 * Moves the focus to a control, or to the headline if there is none or it is disabled.
 *
 * @param {HTMLButtonElement | HTMLInputElement} [control]
 */
export const focusOn = (control) => (control && !control.disabled ? control : shown().querySelector("h1"))?.focus();

/**
 * The state in which a link or a code was used up, which Back and a reload show too: what came before it would be refused.
 *
 * @type {string | false | undefined}
 */
let end;

/**
 * Stores in the history which state is shown, whether it is the end, and whether its link was exchanged, and nothing else.
 *
 * @param {boolean} isNew whether to add an entry, so that Back leads to the previous state
 * @param {string} state
 */
export function remember(isNew = false, state = shown().id) {
  history[isNew ? "pushState" : "replaceState"]({ state, ...(end && { end }), ...parts.onLoss?.(state) }, "");
}

/**
 * Moves to another state.
 *
 * @param {string} next
 * @param {boolean} replaces whether Back must not lead to the previous state
 * @param {() => void} enter starts the next state's own operations
 * @param {boolean} [isEnd] whether the operation that leads there used up a link or a code
 */
export function move(next, replaces, enter, isEnd) {
  const here = shown();
  const isElsewhere = next !== here.id;
  remember();
  if (isElsewhere) leaveForm(here);
  const arrive = () => {
    show(next);
    // A state with operations goes on, and one with a target of Back says itself where that leads.
    end = isEnd && !page.states[next] && next;
    remember();
    if (isElsewhere) enter();
  };
  if (parts.moveInHistory) parts.moveInHistory(next, replaces, arrive);
  else {
    if (isElsewhere && !replaces) remember(true);
    arrive();
  }
}

/**
 * Shows a state.
 *
 * @param {string} name
 * @param {boolean} isFirst whether the page has just opened; the focus is then moved only if the page spec says so
 */
export function show(name, isFirst = false) {
  for (const section of all("section")) section.hidden = section.id !== name;
  const section = shown();
  const { focus } = state(name);
  announce("");
  clearMessage(section);
  hide("#unopened", true);
  // An email from before a reload or from another page is for the first form only.
  if (!isFirst || !inputs(section)[0]) parts.clearFields?.(name);
  prefill();
  fillIn(section);
  document.title = section.querySelector("h1")?.textContent + `${ending}`;
  update(section);
  parts.showAppLink?.(name);
  const arrive = () => {
    if (!isFirst) scrollTo(0, 0);
    (isFirst ? byID(name + "." + focus) : section.querySelector("h1"))?.focus();
  };
  // Scrolling and focusing cause layout, which would delay the buttons of a page that is still loading.
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", arrive);
  else arrive();
}

/**
 * The state of a history entry, if all values that it needs are known; else where it leads on from an exchanged link or code.
 *
 * @param {unknown} entry
 * @returns {string | undefined} the state's name
 */
export function recall(entry) {
  const { state, to } = Object(entry);
  return end || ((!to || parts.onLoss?.(state)) && byID(state)?.matches("section") && isReady(state) ? state : to);
}

/**
 * Shows the initial state.
 *
 * @param {unknown} entry the history entry from before a reload; undefined for a link, which starts anew
 * @param {string} start
 */
export function begin(entry, start) {
  end = byID(Object(entry).end)?.id;
  const recalled = recall(entry);
  show(recalled ?? start, true);
  if (recalled || !parts.beginHistory) remember();
  else parts.beginHistory(start);
  if (!recalled && Object(entry).state) tellEnd(shown());
}
