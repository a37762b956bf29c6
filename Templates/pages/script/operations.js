// Runs operations: on load those that need no consent, all others only when the user taps a button or presses a key.

import { all, byID, hide, isReady, kept, known, on, page, state } from "./data.js";
import { duration } from "./duration.js";
import { coverPasswords, inputs, refuse, release, typed, wrongInputs } from "./fields.js";
import { runOperation } from "./interpreter.js";
import { announce, clearMessage, fillIn, make, showMessage, showNote, wordsFor } from "./messages.js";
import { isTechnical } from "./outcome.js";
import { parts } from "./parts.js";
import { move, shown } from "./states.js";

/** @type {AbortController | undefined} */
export let underway;

/**
 * When operations that the backend refuses for now may run again, in milliseconds since 1970.
 *
 * @type {{ [operation: string]: number }}
 */
const refusals = {};

/**
 * The number of seconds until the backend takes an operation again, also after a reload.
 *
 * @param {string} name
 */
const refusal = (name) => Math.ceil(((refusals[name] ??= +kept("/" + name)) - Date.now()) / 1000);

/** Aborts the pending operation and ignores its result. */
export function leave() {
  underway?.abort();
  underway = undefined;
}

/**
 * Sends one request; throws an outcome if there is no response.
 *
 * @param {import("./request.js").Request} request
 * @param {AbortSignal} signal
 * @returns {Promise<import("./interpreter.js").Answer>}
 */
export async function send({ method, url, headers, body, template }, signal) {
  if (navigator.onLine === false) throw { is: "network" };
  try {
    const response = await fetch(url, {
      method,
      headers,
      body,
      signal,
      cache: "no-store",
      redirect: "manual",
      credentials: template.credentials ?? "omit",
      referrerPolicy: template.referrer ?? "no-referrer",
    });
    return {
      status: response.status,
      text: await response.text(),
      header: (name) => response.headers.get(name),
      cookie: parts.cookie,
    };
  } catch {
    throw { is: signal.aborted ? "timeout" : "network" };
  }
}

/**
 * The button that the user tapped last, until its form is submitted. A form that a script submits while the tap's user
 * activation lasts has another submitter.
 *
 * @type {HTMLButtonElement | undefined}
 */
let tapped;

/**
 * Whether the user caused an event: events of scripts are not trusted, and those that scripts make the browser send
 * occur without user activation.
 *
 * @param {Event} event
 */
export const isByPerson = (event) => event.isTrusted && navigator.userActivation?.isActive !== false;

/**
 * Runs an operation and moves to the state that its outcome leads to.
 *
 * @param {string} name
 * @param {HTMLButtonElement} [button] the button that shows the progress
 */
export async function perform(name, button) {
  const section = shown();
  const operation = page.operations[name];
  if (underway) return;
  if (!operation || refusal(name) > 0) {
    showMessage(section, operation ? "rate-limited" : "not-allowed");
    return;
  }
  const fields = typed(section);
  // Pressed before the page had looked; or pressed twice, or left, while it did.
  if ((await parts.wasAsked?.(name, fields.email)) || underway || shown() !== section) return;
  const controller = (underway = new AbortController());
  const timer = setTimeout(() => controller.abort(), page.timeout * 1000);
  clearMessage(section);
  const rest = button && busy(section, button);
  parts.spin?.(section, !button);
  const result = await runOperation(operation, { ...known, ...fields, ...page.given }, (request) => send(request, controller.signal));
  clearTimeout(timer);
  rest?.();
  parts.spin?.(section, false);
  // The user has left the state in the meantime.
  if (underway !== controller) return;
  underway = undefined;
  Object.assign(known, result.kept);
  const { is, wait = page.retry ?? page.resend } = result;
  const means = parts.meaning?.(is) ?? is;
  const moves = state(section.id).moves?.[name] ?? {};
  const next = moves[is];
  // The same for unknown addresses, so that the page does not reveal which ones have accounts.
  const isAsked = operation.sends ? means === "ok" || (next && next === moves.ok) : next && next === moves.sent;
  if (isAsked && fields.email) known.email = fields.email;
  const words = (isAsked && parts.recordEmail?.(name, next ?? "")) || "";
  const isDone = !!operation.consumes && means === "ok";
  if (isDone) {
    release(section);
    parts.dropAppLink?.();
  }
  if (means === "ok") for (const each of operation.forgets ?? []) delete known[each];
  // Back must lead to a step of the user, not to a used link or an automatic check.
  if (next)
    move(next, isDone || !button, () => {
      enter();
      announce(words);
    });
  if (means === "rate-limited") kept("/" + name, `${(refusals[name] = Date.now() + wait * 1000)}`);
  if (isAsked && shown() === section) showNote(section.querySelector("h1"), words);
  else if (!next) {
    known.wait = duration(wait, page.words);
    showMessage(section, is === "network" && navigator.onLine !== false ? "unreachable" : is);
    if (!isTechnical(means)) refuse(section);
  }
  tick();
  // Enter leaves the focus in its field.
  if (!next && button && !all(".field :focus")[0]) focusOn(button);
}

/**
 * Shows on a button that an operation is running, and disables the form.
 *
 * @param {HTMLElement} section
 * @param {HTMLButtonElement} button
 * @returns {() => void} restores everything
 */
function busy(section, button) {
  const content = [...button.childNodes];
  const words = button.dataset.busy ?? button.textContent ?? "";
  button.replaceChildren(words);
  button.setAttribute("aria-busy", "true");
  announce(words);
  /** @param {boolean} isBusy */
  const lock = (isBusy) => {
    for (const each of all("button", section)) /** @type {HTMLButtonElement} */ (each).disabled = isBusy;
    for (const input of inputs(section)) input.readOnly = isBusy;
  };
  lock(true);
  return () => {
    lock(false);
    button.removeAttribute("aria-busy");
    button.replaceChildren(...content);
    announce("");
  };
}

/** Runs the state's operation on load, unless it consumes something. */
export function enter() {
  const name = state(shown().id).load ?? "";
  if (name && !page.operations[name]?.consumes) perform(name);
  tick();
}

/**
 * Moves the focus to a control, or to the headline if there is none or it is disabled.
 *
 * @param {HTMLButtonElement | HTMLInputElement} [control]
 */
export const focusOn = (control) => (!control || control.disabled ? shown().querySelector("h1") : control)?.focus();

/**
 * Locks the buttons that wait, for fields to hold, to send the same email again or until the backend takes more requests, and
 * says beside them for what. Shows the buttons into states that have all they need, and hides the others.
 *
 * @param {boolean} [isTimed] whether nothing but time has passed
 */
function tick(isTimed) {
  if (underway) return;
  const section = shown();
  const needed = parts.needed?.(section);
  const fields = typed(section);
  for (const button of all("[data-to]", section)) button.hidden = !isReady(button.dataset.to ?? "", needed ? known : fields);
  for (const button of /** @type {HTMLButtonElement[]} */ (all(".action[value]", section))) {
    const { value } = button;
    const seconds = refusal(value);
    const rest = seconds > 0 ? seconds : parts.countDown?.(value, fields.email);
    if (rest) known.wait = duration(rest, page.words);
    const words = rest ? wordsFor(rest === seconds ? "try-again-in" : "already-sent").textContent : button.formNoValidate ? "" : needed;
    const isOver = isTimed && button.disabled && !words;
    button.disabled = !!words;
    const id = section.id + "." + value + ".why";
    let reason = byID(id);
    if (!words) reason?.remove();
    else {
      if (!reason) {
        button.after((reason = make("p", "why")));
        // Of an address that was typed for another email.
        if (fields.email && rest && rest !== seconds) announce(words ?? "");
      }
      reason.id = id;
      reason.textContent = words;
      button.setAttribute("aria-describedby", id);
    }
    // The message counts down too.
    if (rest === seconds) fillIn(section);
    if (isOver) {
      // "Try again" stays.
      if (refusals[value]) hide(".message", true, section);
      kept("/" + value, "");
      announce(page.words["available-again"].replace("{button}", () => button.textContent ?? ""));
    }
  }
}

/** Adds the event listeners of forms and buttons. */
export function listenToOperations() {
  on("form", "submit", (form, event) => {
    event.preventDefault();
    /** @type {HTMLButtonElement} */
    const submitter = event.submitter;
    const isTapped = submitter === tapped;
    tapped = undefined;
    if (underway || !isTapped || !isByPerson(event)) return;
    const section = shown();
    clearMessage(section);
    const wrong = submitter.formNoValidate ? [] : wrongInputs(form);
    if (wrong[0]) parts.refuse?.(section, wrong);
    else {
      coverPasswords(form);
      perform(submitter.value, submitter);
    }
  });
  on("button[name=run]", "click", (button, event) => (tapped = event.isTrusted ? button : undefined));
  on("form", "input", () => tick());
  setInterval(tick, 1000, true);
  parts.showWaits = tick;
  on("[data-to]", "click", (button) => move(button.dataset.to, false, enter));
  on(".dismiss", "click", () => {
    clearMessage(shown());
    focusOn(inputs(shown())[0]);
  });
}

