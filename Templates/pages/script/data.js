// The data that the build wrote into the page: its states, its links, and its part of the backend's contract.

/**
 * @typedef {{ [name: string]: string }} Values
 *
 * @typedef {object} URLTemplate A template of a link; a text is a condition, a text in an array the name of a parameter.
 * @property {(string | [string])[]} path
 * @property {{ [name: string]: string | [string] }} [query]
 * @property {{ [name: string]: string | [string] }} [fragment]
 *
 * @typedef {object} State
 * @property {string} [load] the operation that runs when the state appears
 * @property {string} [refresh] the operation that is repeated while the state is shown
 * @property {{ [operation: string]: { [outcome: string]: string } }} [moves] the next state for each outcome
 * @property {string} [back] the state to which Back leads
 * @property {string[]} [forgets] the fields that are cleared when the state appears
 * @property {boolean} [valid] whether the operations' buttons are disabled until all fields are valid
 * @property {string} [focus] the field that has the focus when the page opens
 * @property {string[]} [needs] the values that its operations need and that a reload can lose
 *
 * @typedef {object} Link
 * @property {URLTemplate[]} web
 * @property {string} [app]
 * @property {string} [start] the initial state for this link
 *
 * @typedef {object} Continuation Where links may say to go on after success.
 * @property {string} item the item of the query that says it
 * @property {string[]} list the addresses that it may name, each with those below it
 * @property {string[]} states the states of success, which offer it
 *
 * @typedef {object} Page
 * @property {string} start
 * @property {string} [damaged] the initial state if the URL has a query or a fragment, but is none of the links
 * @property {{ [name: string]: State }} states those that have any data
 * @property {Link[]} [links]
 * @property {Values} [shapes] regular expressions for parameters of the links
 * @property {Values} settings the backend's base URL and the app's settings
 * @property {number} timeout in seconds
 * @property {number} resend in seconds
 * @property {number} [retry] in seconds: the wait after a response that limits requests without stating a wait
 * @property {{ [name: string]: import("./interpreter.js").Operation }} operations
 * @property {"ios" | "android"} [only] the kind of phone, if the app exists for one kind only
 * @property {Values} [outcomes] declared outcomes, each with the built-in one that is treated alike
 * @property {Captcha} [captcha]
 * @property {Continuation} [continuation]
 * @property {Words} words the script's texts, in the language of the page
 *
 * @typedef {object} Captcha The captcha that the backend demands.
 * @property {string} script the address of its provider's script
 * @property {string} global the name of the object that the script defines
 * @property {string} key the site key
 * @property {Values} troubles what each callback about a trouble says, as the name of a word
 * @property {string[]} operations the operations that need an answer
 * @property {Values} words
 *
 * @typedef {[one: string, other: string, ...forms: string[]]} Plural with `{count}` as placeholder
 *
 * @typedef {object} Words
 * @property {Plural} seconds
 * @property {Plural} minutes
 * @property {Plural} hours
 * @property {string[]} plurals regular expressions for numbers in digits, each for one of the units' further forms
 * @property {string} requirement-met
 * @property {string} requirement-not-met
 * @property {string} fields-needed with `{fields}` for their labels
 * @property {string} separator stands between the items of a list and after requirements that are announced
 * @property {string} available-again with `{button}` for its words
 * @property {string} takes-long
 * @property {string} continue-to with `{host}` for the host
 * @property {string} write-to with `{email}` for the address
 */

/** @param {string} id */
export const byID = (id) => document.getElementById(id);

/** @type {Page} */
export const page = JSON.parse(/** @type {string} */ (byID("page")?.textContent));

/**
 * The state with a name.
 *
 * @param {string} name
 * @returns {State}
 */
export const state = (name) => page.states[name] ?? {};

/**
 * All values known so far: the links' parameters, input, and values of responses. Kept in memory only.
 *
 * @type {Values}
 */
export const known = Object.create(null);

/**
 * Whether all values that a state needs are known.
 *
 * @param {string} name
 * @param {Values} [more] further values
 */
export const isReady = (name, more = known) => (state(name).needs ?? []).every((each) => known[each] || more[each]);

/**
 * Reads a value that the browser stores, and replaces it if a text is given.
 *
 * @param {string} name
 * @param {string} [text] the new value; empty to remove it
 * @param {boolean} [isShared] whether it is stored for all tabs
 * @returns {string} the previous value; empty if there is none or storage is not available
 */
export function stored(name, text, isShared) {
  try {
    const store = isShared ? localStorage : sessionStorage;
    const found = store.getItem(name) ?? "";
    if (text) store.setItem(name, text);
    else if (text === "") store.removeItem(name);
    return found;
  } catch {
    return "";
  }
}

/**
 * The elements that match a selector.
 *
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLElement[]}
 */
export const all = (selector, root = document) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);

/**
 * Hides or shows the elements that match a selector.
 *
 * @param {string} selector
 * @param {boolean} isHidden
 * @param {ParentNode} [root]
 */
export const hide = (selector, isHidden, root) => {
  for (const element of all(selector, root)) element.hidden = isHidden;
};

/**
 * Adds an event listener to the elements that match a selector.
 *
 * @param {string} selector
 * @param {string} type
 * @param {(element: any, event: any) => void} listener
 */
export const on = (selector, type, listener) => {
  for (const element of all(selector)) element.addEventListener(type, (event) => listener(element, event));
};
