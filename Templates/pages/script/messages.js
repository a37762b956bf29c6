// The messages for outcomes, and the values in them.

import { all, byID, hide, known } from "./data.js";
import { parts } from "./parts.js";

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
 * Fills in values as text; hides texts and links that lack one.
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
  parts.showRetry?.(section, isShown);
}

/** @param {HTMLElement} section */
export function clearMessage(section) {
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
 * Says below the headline that a session has ended, on pages with one.
 *
 * @param {HTMLElement} section
 */
export const tellEnd = (section) => byID("outcome.session-ended") && showNote(section.querySelector("h1"), wordsFor("session-ended").textContent ?? "");

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
 * @returns {HTMLElement | undefined} the element that contains the message
 */
export function showMessage(section, outcome) {
  clearMessage(section);
  const [text] = all(".message p", section);
  if (!text) return;
  text.id = section.id + ".message";
  text.replaceChildren(...wordsFor(outcome).childNodes);
  toggleMessage(section, true);
  return text;
}

/**
 * What a field is called where it is not seen.
 *
 * @param {HTMLInputElement} input
 */
export const labelOf = (input) => /** @type {string} */ (input.dataset.short ?? input.labels?.[0]?.textContent);

/**
 * Announces a text to screen readers.
 *
 * @param {string} text
 */
export function announce(text) {
  const status = byID("status");
  if (status) status.textContent = text;
}
