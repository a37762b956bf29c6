// What the build tool wrote into the page: its states, its links, and what its backend's answers mean.

/**
 * @typedef {{ [name: string]: string }} Values
 *
 * @typedef {object} URLTemplate One form of a link; texts are conditions, and a text in a list names a parameter.
 * @property {(string | [string])[]} path
 * @property {{ [name: string]: string | [string] }} [query]
 * @property {{ [name: string]: string | [string] }} [fragment]
 *
 * @typedef {object} State
 * @property {string} [load] the operation that runs when the state appears
 * @property {string} [refresh] the operation that runs again while the state is shown
 * @property {{ [operation: string]: { [outcome: string]: string } }} [moves] the state that each outcome leads to
 * @property {string} [back] the state that Back leads to
 * @property {string[]} [forgets] the fields whose contents are dropped on arriving here
 * @property {boolean} [valid] whether the operations' buttons wait until every field holds
 * @property {string} [focus] the field that has the focus on a first view
 * @property {string[]} [needs] the values that its operations need and that may be gone after a reload
 *
 * @typedef {object} Link
 * @property {URLTemplate[]} web
 * @property {string} [app]
 * @property {string} [start] the state that it begins with
 *
 * @typedef {object} Page
 * @property {string} start
 * @property {{ [name: string]: State }} states
 * @property {Link[]} [links]
 * @property {Values} [shapes] regular expressions for parameters of the links
 * @property {Values} given the backend's address and what the app's settings are
 * @property {number} timeout in seconds
 * @property {number} resend in seconds
 * @property {number} [retry] in seconds: the wait after an answer that forbids more requests and does not say for how long
 * @property {{ [name: string]: import("./interpreter.js").Operation }} operations
 * @property {Values} [outcomes] the built-in outcomes that declared ones are treated as
 * @property {Words} words what the script says, in the language of the page
 *
 * @typedef {{ one: string, other: string }} Plural with `{count}` for the number
 *
 * @typedef {object} Words
 * @property {Plural} seconds
 * @property {Plural} minutes
 * @property {Plural} hours
 * @property {string} requirement-met
 * @property {string} requirement-not-met
 * @property {string} fields-needed with `{fields}` for their labels
 * @property {string} write-to with `{email}` for an address
 */

/** @param {string} id */
export const byID = (id) => document.getElementById(id);

/** @type {Page} */
export const page = JSON.parse(/** @type {string} */ (byID("page")?.textContent));

/**
 * A state by its name.
 *
 * @param {string} name
 * @returns {State}
 */
export const state = (name) => page.states[name] ?? {};

/**
 * Everything known so far: the links' parameters, what was typed, what answers brought. Only in memory.
 *
 * @type {Values}
 */
export const known = Object.create(null);

/**
 * Reads what was kept for this tab over a reload, and with a text keeps that instead.
 *
 * @param {string} name
 * @param {string} [text] empty for nothing
 * @returns {string} empty where there is nothing, or where the browser keeps nothing
 */
export function kept(name, text) {
  try {
    const found = sessionStorage.getItem(name) ?? "";
    if (text) sessionStorage.setItem(name, text);
    else if (text === "") sessionStorage.removeItem(name);
    return found;
  } catch {
    return "";
  }
}

/**
 * The elements that a selector finds.
 *
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLElement[]}
 */
export const all = (selector, root = document) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);

/**
 * Hides or shows the elements that a selector finds.
 *
 * @param {string} selector
 * @param {boolean} isHidden
 * @param {ParentNode} [root]
 */
export const hide = (selector, isHidden, root) => {
  for (const element of all(selector, root)) element.hidden = isHidden;
};

/**
 * Listens to the elements that a selector finds.
 *
 * @param {string} selector
 * @param {string} type
 * @param {(element: any, event: any) => void} listener
 */
export const on = (selector, type, listener) => {
  for (const element of all(selector)) element.addEventListener(type, (event) => listener(element, event));
};
