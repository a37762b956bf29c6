// Which state is shown, and what Back, Forward and a reload make of it.

import { all, known, page } from "./data.js";
import { prefill } from "./fields.js";
import { announce, clearMessage, fillIn } from "./messages.js";

/**
 * All that outlives a reload.
 *
 * @typedef {{ state: string, email?: string, asked?: number }} Remembered
 */

/**
 * The last mail that was asked for.
 *
 * @type {{ email?: string, asked?: number }}
 */
export const mail = {};

/** @returns {HTMLElement} */
export const shown = () => /** @type {HTMLElement} */ (document.querySelector("section:not([hidden])"));

/**
 * Keeps what outlives a reload.
 *
 * @param {boolean} isNew whether Back leads to where the person was before
 */
export function remember(isNew = false) {
  const entry = { ...mail, state: shown().id };
  if (isNew) history.pushState(entry, "");
  else history.replaceState(entry, "");
}

/**
 * Shows a state.
 *
 * @param {string} name
 * @param {boolean} isFirst a first view leaves the focus where it is
 */
export function show(name, isFirst = false) {
  for (const section of all("section")) section.hidden = section.id !== name;
  const section = shown();
  announce("");
  clearMessage(section);
  prefill();
  fillIn(section);
  // A link that there is nothing left to do with opens nothing in the app either.
  for (const open of all(".open")) open.hidden = !open.hasAttribute("href") || !operations(name).length;
  if (!isFirst) {
    scrollTo(0, 0);
    section.querySelector("h1")?.focus();
  }
}

/** @param {string} name */
export const operations = (name) => Object.keys(page.states[name]?.moves ?? {});

/**
 * What was remembered of an entry of the history, when it can be shown.
 *
 * @param {unknown} entry
 * @param {boolean} hasLink whether the link's parameters are there
 * @returns {string | undefined} the state's name
 */
export function recall(entry, hasLink) {
  /** @type {Partial<Remembered>} */
  const { state = "", email, asked } = entry && typeof entry === "object" ? entry : {};
  if (typeof email === "string") known.email ??= mail.email = email;
  if (typeof asked === "number") mail.asked = asked;
  // Without the link there is nothing to do in a state that does something with it.
  return Object.keys(page.states).includes(state) && (hasLink || !operations(state).length) ? state : undefined;
}
