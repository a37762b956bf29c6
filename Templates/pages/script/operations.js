// Performs operations and moves to the states that their outcomes lead to.

import { all, known, page, state } from "./data.js";
import { duration } from "./duration.js";
import { clearRefusal, inputs, leaveForm, markRefused, valuesOf } from "./fields.js";
import { announce, clearMessage, showMessage, showNote, tellEnd } from "./messages.js";
import { isTechnical } from "./outcome.js";
import { parts } from "./parts.js";
import { run } from "./send.js";
import { focusOn, move, remember, shown } from "./states.js";
import { refuseFor, secondsRefused, updateButtons } from "./waits.js";

/**
 * The operation that the user waits for; there is one at a time.
 *
 * @type {AbortController | undefined}
 */
export let pending;

/** Aborts the pending operation and ignores its result. */
export function cancel() {
  pending?.abort();
  pending = undefined;
}

/**
 * Performs an operation and moves to the state that its outcome leads to.
 *
 * @param {string} name
 * @param {HTMLButtonElement} [button] the button that shows the progress
 */
export async function perform(name, button) {
  const section = shown();
  const operation = page.operations[name];
  if (pending) return;
  if (!operation || secondsRefused(name) > 0) {
    showMessage(section, operation ? "rate-limited" : "not-allowed");
    return;
  }
  const fields = valuesOf(section);
  // Meanwhile the user may have pressed again or have left the state.
  if ((await parts.isAlreadySent?.(name, fields.email)) || pending || shown() !== section) return;
  const controller = (pending = new AbortController());
  clearRefusal();
  clearMessage(section);
  const unlock = button && lock(section, button);
  parts.showSpinner?.(section, !button);
  const result = await run(operation, fields, controller);
  unlock?.();
  parts.showSpinner?.(section, false);
  // The user has left the state.
  if (pending !== controller) return;
  pending = undefined;
  follow(name, result, fields.email, button);
}

/**
 * Follows the outcome of an operation: to another state, or with a message in this one.
 *
 * @param {string} name
 * @param {import("./interpreter.js").Result} result
 * @param {string} [email] the address in the form
 * @param {HTMLButtonElement} [button]
 */
function follow(name, result, email, button) {
  const section = shown();
  const { consumes, forgets = [], sends } = /** @type {import("./interpreter.js").Operation} */ (page.operations[name]);
  const { outcome, wait = page.retry ?? page.resend } = result;
  const builtIn = parts.builtInOutcome?.(outcome) ?? outcome;
  const isOK = builtIn === "ok";
  const moves = state(section.id).moves?.[name] ?? {};
  const next = moves[outcome];
  Object.assign(known, result.kept);
  // A refused address leads to the same state as `ok`, so that the page does not reveal which addresses have accounts.
  const isRequested = sends ? isOK || (next && next === moves.ok) : next && next === moves.sent;
  if (isRequested && email) known.email = email;
  const words = (isRequested && parts.recordEmail?.(name, next ?? "")) || "";
  // A link that confirms one of two addresses is used up, too.
  const isConsumed = consumes && /^ok|^other/.test(builtIn);
  if (isConsumed) {
    leaveForm(section);
    parts.dropAppLink?.();
  }
  if (isOK) for (const value of forgets) delete known[value];
  // Back must not lead to a link that was used, or to an operation that runs by itself.
  if (next)
    move(
      next,
      isConsumed || !button,
      () => {
        enter();
        announce(words);
        // The values of a session are lost, too, if they are missing.
        if (next !== section.id && /^(needs-login|link-incomplete)$/.test(builtIn)) tellEnd(shown());
      },
      isConsumed,
    );
  let refused;
  if (builtIn === "rate-limited") refuseFor(name, wait);
  if (isRequested && shown() === section) showNote(section.querySelector("h1"), words);
  else if (!next) {
    known.wait = duration(wait, page.words);
    remember();
    showMessage(section, outcome === "network" && navigator.onLine !== false ? "unreachable" : outcome);
    if (!isTechnical(builtIn)) refused = markRefused(section, builtIn);
  }
  updateButtons();
  // A field that was submitted with Enter keeps the focus.
  if (refused) refused.focus();
  else if (!next && button && !all(".field :focus")[0]) focusOn(button);
}

/**
 * Locks a form and shows on its button that an operation runs.
 *
 * @param {HTMLElement} section
 * @param {HTMLButtonElement} button
 * @returns {() => void} restores everything
 */
function lock(section, button) {
  const content = [...button.childNodes];
  const words = /** @type {string} */ (button.dataset.busy ?? button.textContent);
  button.replaceChildren(words);
  button.setAttribute("aria-busy", "true");
  announce(words);
  /** @param {boolean} isLocked */
  const toggle = (isLocked) => {
    for (const each of all("button", section)) /** @type {HTMLButtonElement} */ (each).disabled = isLocked;
    for (const input of inputs(section)) input.readOnly = isLocked;
  };
  toggle(true);
  return () => {
    toggle(false);
    button.removeAttribute("aria-busy");
    button.replaceChildren(...content);
    announce("");
  };
}

/** Performs the operation that the state runs by itself, unless it consumes something. */
export function enter() {
  const name = state(shown().id).load ?? "";
  if (name && !page.operations[name]?.consumes) perform(name);
  updateButtons();
}
