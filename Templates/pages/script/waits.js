// Buttons that cannot be used yet: the same email was sent already, or the backend refuses the operation for a time, as the text
// below the button says; or a field is missing, as a press of the button says.

import { all, byID, hide, isReady, known, page, state, stored } from "./data.js";
import { duration } from "./duration.js";
import { invalidInputs, valuesOf } from "./fields.js";
import { announce, fillIn, make, wordsFor } from "./messages.js";
import { parts } from "./parts.js";
import { shown } from "./states.js";

/**
 * When the backend accepts operations again that it refused for a time, in milliseconds since 1970.
 *
 * @type {{ [operation: string]: number }}
 */
const refusedUntil = {};

/**
 * The key of that time in the session storage. The slash keeps it apart from the other key, `email`.
 *
 * @param {string} operation
 */
const storageKey = (operation) => "/" + operation;

/**
 * Stores that the backend refuses an operation for a time, also for after a reload.
 *
 * @param {string} operation
 * @param {number} seconds
 */
export function refuseFor(operation, seconds) {
  const end = (refusedUntil[operation] = Date.now() + seconds * 1000);
  stored(storageKey(operation), `${end}`);
}

/**
 * The number of seconds until the backend accepts an operation; 0 or less if it does now.
 *
 * @param {string} operation
 */
export const secondsRefused = (operation) => Math.ceil(((refusedUntil[operation] ??= +stored(storageKey(operation))) - Date.now()) / 1000);

/**
 * Disables the buttons that cannot be used yet and writes the reason below each. Hides the buttons to states that need a value
 * that is not known.
 *
 * @param {boolean} [isTimed] whether only time has passed since the last call
 */
export function updateButtons(isTimed) {
  const section = shown();
  // While an operation runs, its form is locked.
  if (all("[aria-busy]", section)[0]) return;
  const isIncomplete = !!state(section.id).valid && !!invalidInputs(section)[0];
  const values = valuesOf(section);
  for (const button of all("[data-to]", section)) button.hidden = !isReady(/** @type {string} */ (button.dataset.to), isIncomplete ? known : values);
  for (const button of /** @type {HTMLButtonElement[]} */ (all(".action[value]", section))) {
    const { value } = button;
    const refusal = secondsRefused(value);
    const isRefused = refusal > 0;
    const seconds = isRefused ? refusal : parts.secondsToResend?.(value, values.email);
    if (seconds) known.wait = duration(seconds, page.words);
    const reason = seconds ? wordsFor(isRefused ? "try-again-in" : "already-sent").textContent : "";
    const isOver = isTimed && button.disabled && !reason;
    button.disabled = !!reason;
    // A press explains what is missing.
    button.setAttribute("aria-disabled", `${isIncomplete && !button.formNoValidate}`);
    // A message with the wait says enough.
    const message = isRefused && all(".message:not([hidden]) p [data-value=wait]", section)[0] && section.id + ".message";
    const id = section.id + "." + value + ".why";
    let paragraph = byID(id);
    if (!reason || message) paragraph?.remove();
    if (!reason) button.removeAttribute("aria-describedby");
    else if (message) button.setAttribute("aria-describedby", message);
    else {
      if (!paragraph) {
        button.after((paragraph = make("p", "why")));
        // An address was entered for which an email was sent already.
        if (values.email && seconds && !isRefused) announce(reason);
      }
      paragraph.id = id;
      paragraph.textContent = reason;
      button.setAttribute("aria-describedby", id);
    }
    // The message counts down, too.
    if (isRefused) fillIn(section);
    if (isOver) {
      // The message about a refusal is no longer true; any other remains.
      if (refusedUntil[value]) hide(".message", true, section);
      stored(storageKey(value), "");
      announce(page.words["available-again"].replace("{button}", () => /** @type {string} */ (button.textContent)));
    }
  }
}
