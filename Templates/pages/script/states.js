// Which state is shown, and what Back, Forward and a reload make of it.

import { all, byID, known, page } from "./data.js";
import { forget, prefill, release, update } from "./fields.js";
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
 * @param {string} state
 */
export function remember(isNew = false, state = shown().id) {
  const entry = { ...mail, state };
  if (isNew) history.pushState(entry, "");
  else history.replaceState(entry, "");
}

/**
 * The states that Back leads through, the first of them first, and the state itself.
 *
 * @param {string} name
 */
function way(name) {
  /** @type {string[]} */
  const names = [];
  for (let each = name; each; each = page.states[each]?.back ?? "") names.unshift(each);
  return names;
}

/**
 * What comes after the browser has gone back.
 *
 * @type {(() => void) | undefined}
 */
let after;

/**
 * Goes to another state, so that Back leads from there where the page spec says.
 *
 * @param {string} next
 * @param {boolean} replaces whether Back must not lead to where the person was before
 * @param {() => void} enter what the state does by itself
 */
export function move(next, replaces, enter) {
  remember();
  release(shown());
  const [here, there] = [way(shown().id), way(next)];
  const [rest] = [...there.keys(), there.length].filter((index) => there[index] !== here[index]);
  const shared = rest ?? there.length;
  const arrive = () => {
    let isNew = here.length === shared || !(shared || replaces);
    for (const state of there.slice(shared)) {
      remember(isNew, state);
      isNew = true;
    }
    show(next);
    remember();
    enter();
  };
  const steps = here.length - shared - (shared < there.length ? 1 : 0);
  if (shared && steps > 0) {
    after = arrive;
    history.go(-steps);
  } else arrive();
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
  const state = page.states[name];
  const { focus } = state ?? {};
  const forgets = state?.forgets ?? [];
  announce("");
  clearMessage(section);
  if (!isFirst) {
    forget(forgets);
    if (forgets.includes("email")) delete mail.email;
  }
  prefill();
  fillIn(section);
  update(section);
  // A link that there is nothing left to do with opens nothing in the app either.
  for (const open of all(".open")) open.hidden = !open.hasAttribute("href") || !operations(name).length;
  if (!isFirst) {
    scrollTo(0, 0);
    section.querySelector("h1")?.focus();
  } else if (focus) byID(name + "." + focus)?.focus();
}

/** @param {string} name */
const operations = (name) => Object.keys(page.states[name]?.moves ?? {});

/**
 * The state that an entry of the history remembers, when it can be shown.
 *
 * @param {unknown} entry
 * @returns {string | undefined} the state's name
 */
export function recall(entry) {
  /** @type {Partial<Remembered>} */
  const { state = "" } = entry && typeof entry === "object" ? entry : {};
  // What a state works with may be gone.
  return Object.keys(page.states).includes(state) && page.states[state]?.needs?.every((name) => known[name]) !== false ? state : undefined;
}

/**
 * The first state that a person sees.
 *
 * @param {unknown} entry of the history, from before a reload; nothing where a link begins anew
 * @param {string} start
 */
export function begin(entry, start) {
  /** @type {Partial<Remembered>} */
  const { email, asked } = entry && typeof entry === "object" ? entry : {};
  if (typeof email === "string") known.email ??= mail.email = email;
  if (typeof asked === "number") mail.asked = asked;
  const recalled = recall(entry);
  show(recalled ?? start, true);
  if (recalled) return remember();
  for (const [index, state] of way(start).entries()) remember(index > 0, state);
}

/**
 * Listens to Back and Forward.
 *
 * @param {string} start
 * @param {() => void} leave
 * @param {() => void} enter
 */
export function wakeHistory(start, leave, enter) {
  addEventListener("popstate", (event) => {
    leave();
    release(shown());
    if (after) {
      after();
      after = undefined;
      return;
    }
    show(recall(event.state) ?? start);
    remember();
    enter();
  });
}
