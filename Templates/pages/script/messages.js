// The messages for outcomes, and the values in them.

import { all, byID, hide, known, page } from "./data.js";
import { duration } from "./duration.js";
import { parts } from "./parts.js";

/** @type {ReturnType<typeof setInterval> | undefined} */
let clock;

/**
 * Creates an element.
 *
 * @param {string} tag
 * @param {string} [name] its class
 */
export function make(tag, name = "") {
  const element = document.createElement(tag);
  element.className = name;
  return element;
}

/** The note that is shown independently of outcomes. */
const note = make("p", "note");

/** @param {HTMLElement} place */
const valueAt = (place) => known[/** @type {string} */ (place.dataset.value)] ?? "";

/**
 * Fills in values as text; hides texts that lack one, and links that need one.
 *
 * @param {ParentNode} root
 */
export function fillIn(root) {
  for (const place of all("[data-value]", root)) {
    // A long address may break before these characters.
    place.replaceChildren(...valueAt(place).split(/(?=[@.])/).flatMap((piece) => [make("wbr"), piece]));
  }
  for (const words of all(".words :is(p, h2)", root)) words.hidden = !all("[data-value]", words).every(valueAt);
  parts.fillLinks?.(root);
}

/**
 * Shows or hides the message.
 *
 * @param {HTMLElement} section
 * @param {boolean} isShown
 */
function toggleMessage(section, isShown) {
  hide(".message", !isShown, section);
  parts.offerAgain?.(section, isShown);
}

/** @param {HTMLElement} section */
export function clearMessage(section) {
  clearInterval(clock);
  toggleMessage(section, false);
  note.remove();
}

/**
 * Shows and announces a note.
 *
 * @param {Element | null} place the element above it
 * @param {string} text
 */
export function showNote(place, text) {
  note.textContent = text;
  place?.after(note);
  announce(text);
}

/**
 * The message for an outcome, with its values filled in.
 *
 * @param {string} outcome
 */
export function wordsFor(outcome) {
  const words = /** @type {HTMLElement} */ ((byID("outcome." + outcome) ?? byID("outcome.server"))?.cloneNode(true));
  fillIn(words);
  return words;
}

/**
 * Shows the message for an operation's outcome, in the state that ran it.
 *
 * @param {HTMLElement} section
 * @param {string} outcome
 * @param {number} [wait] in seconds
 * @returns {HTMLElement | undefined} the element that contains the message
 */
export function showMessage(section, outcome, wait = page.retry ?? page.resend) {
  clearMessage(section);
  const [text] = all(".message p", section);
  if (!text) return;
  known.wait = duration(wait, page.words);
  text.replaceChildren(...wordsFor(outcome).childNodes);
  toggleMessage(section, true);
  const places = all("[data-value=wait]", text);
  if (places[0]) {
    const end = Date.now() + wait * 1000;
    for (const place of places) place.setAttribute("aria-live", "off");
    clock = setInterval(() => {
      const rest = Math.ceil((end - Date.now()) / 1000);
      known.wait = duration(rest, page.words);
      if (rest > 0) fillIn(text);
      else clearMessage(section);
    }, 1000);
  }
  return text;
}

/** @param {HTMLInputElement} input */
export const labelOf = (input) => input.dataset.short ?? input.labels?.[0]?.textContent?.trim() ?? "";

/**
 * Lists the invalid fields with buttons that focus them; a single one is described by the error beside it.
 *
 * @param {HTMLElement} section
 * @param {HTMLInputElement[]} wrong
 */
export function showWrongFields(section, wrong) {
  const [first, second] = wrong;
  if (!first || (!second && byID(first.id + ".error"))) return;
  const text = showMessage(section, second || !byID("outcome.weak-password") ? "wrong" : "weak-password");
  for (const input of wrong) {
    const way = /** @type {HTMLButtonElement} */ (make("button"));
    way.type = "button";
    way.value = input.id;
    way.textContent = labelOf(input);
    way.addEventListener("click", () => input.focus());
    text?.append(" ", way);
  }
}

/**
 * Removes fields that have become valid from the list of invalid ones.
 *
 * @param {HTMLElement} section
 * @param {HTMLInputElement[]} wrong
 */
export function mendWrongFields(section, wrong) {
  const ways = /** @type {HTMLButtonElement[]} */ (all(".message [value]", section));
  const rest = ways.filter((way) => wrong.some(({ id }) => id === way.value) || way.remove());
  if (ways[0] && !rest[0]) clearMessage(section);
}

/**
 * Announces a text to screen readers.
 *
 * @param {string} text
 */
export function announce(text) {
  const status = byID("status");
  if (status) status.textContent = text;
}
