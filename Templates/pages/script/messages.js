// Words for outcomes, and the values in them.

import { all, byID, hide, known, page } from "./data.js";
import { fillAddress, places } from "./request.js";

/** @type {ReturnType<typeof setInterval> | undefined} */
let clock;

/** @param {number} seconds */
const duration = (seconds) => {
  const { seconds: second, minutes: minute, hours: hour } = page.words;
  const [length, unit] = seconds < 91 ? [1, second] : seconds < 3600 ? [60, minute] : [3600, hour];
  const count = Math.ceil(seconds / length);
  return unit[count === 1 ? "one" : "other"].replace("{count}", `${count}`);
};

/** @param {HTMLElement} place */
const valueAt = (place) => known[/** @type {string} */ (place.dataset.value)] ?? "";

/**
 * Puts values in their places, as text; words that lack one are not shown, nor are ways that lead nowhere without it.
 *
 * @param {ParentNode} root
 */
export function fillIn(root) {
  for (const place of all("[data-value]", root)) place.textContent = valueAt(place);
  for (const link of /** @type {HTMLAnchorElement[]} */ (all("[data-href]", root))) {
    const address = fillAddress(/** @type {string} */ (link.dataset.href), places, known);
    link.hidden = !address;
    link.href = address ?? "#";
  }
  for (const words of all(".words :is(p, h2)", root)) words.hidden = !all("[data-value]", words).every(valueAt) || !!all("[data-href][hidden]", words)[0];
}

/**
 * Shows a message, or hides it.
 *
 * @param {HTMLElement} section
 * @param {boolean} isShown
 */
function toggleMessage(section, isShown) {
  hide(".message, .again", !isShown, section);
  // "Verifying…" is no longer true beside an outcome.
  if (all(".again", section)[0]) hide(".words", isShown, section);
}

/** @param {HTMLElement} section */
export function clearMessage(section) {
  clearInterval(clock);
  toggleMessage(section, false);
}

/**
 * Shows the words for the outcome of an operation, in the state that ran it.
 *
 * @param {HTMLElement} section
 * @param {string} outcome
 * @param {number} [wait] in seconds
 * @returns {HTMLElement | undefined} the element that has the words
 */
export function showMessage(section, outcome, wait = page.retry ?? page.resend) {
  clearMessage(section);
  const words = byID("outcome." + outcome) ?? byID("outcome.server");
  const [text] = all(".message p", section);
  if (!words || !text) return undefined;
  known.wait = duration(wait);
  text.replaceChildren(...words.cloneNode(true).childNodes);
  fillIn(text);
  toggleMessage(section, true);
  if (outcome === "rate-limited") {
    const end = Date.now() + wait * 1000;
    for (const place of all("[data-value=wait]", text)) place.setAttribute("aria-live", "off");
    clock = setInterval(() => {
      const rest = Math.ceil((end - Date.now()) / 1000);
      known.wait = duration(rest);
      if (rest > 0) fillIn(text);
      else clearMessage(section);
    }, 1000);
  }
  return text;
}

/**
 * Names the fields that are wrong, and leads to them.
 *
 * @param {HTMLElement} section
 * @param {HTMLInputElement[]} wrong
 */
export function showWrongFields(section, wrong) {
  const isWeak = wrong.some((input) => byID(input.id + ".rules")) && byID("outcome.weak-password");
  const text = showMessage(section, isWeak ? "weak-password" : "wrong");
  for (const input of wrong) {
    const way = document.createElement("button");
    way.type = "button";
    way.textContent = input.labels?.[0]?.textContent ?? "";
    way.addEventListener("click", () => input.focus());
    text?.append(" ", way);
  }
}

/**
 * Says something to those who listen and do not look.
 *
 * @param {string} text
 */
export function announce(text) {
  const status = byID("status");
  if (status) status.textContent = text;
}
