// Runs operations: on load what may run unasked, everything else on a person's own tap or key.

import { all, byID, hide, known, on, page, state } from "./data.js";
import { coverPasswords, inputs, markWrong, release, typed, wrongInputs } from "./fields.js";
import { runOperation } from "./interpreter.js";
import { announce, clearMessage, showMessage, showWrongFields } from "./messages.js";
import { parts } from "./parts.js";
import { move, shown } from "./states.js";

/** @type {AbortController | undefined} */
export let underway;

/** Leaving ends what is under way, and nothing comes of it. */
export function leave() {
  underway?.abort();
  underway = undefined;
}

/**
 * Sends one request; throws what it comes to where no answer comes.
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
 * Whether a person asked for it: a script's events are not trusted, and those that it makes the browser send come without a tap.
 *
 * @param {Event} event
 */
const isByPerson = (event) => event.isTrusted && navigator.userActivation?.isActive !== false;

/**
 * Runs an operation and goes where its outcome leads.
 *
 * @param {string} name
 * @param {HTMLButtonElement} [button] the one that says what is going on
 */
export async function perform(name, button) {
  const section = shown();
  const operation = page.operations[name];
  if (underway || !operation) return;
  const controller = (underway = new AbortController());
  const timer = setTimeout(() => controller.abort(), page.timeout * 1000);
  clearMessage(section);
  const rest = button && busy(section, button);
  hide("div.spin", !!button, section);
  const fields = typed(section);
  const result = await runOperation(operation, { ...known, ...fields, ...page.given }, (request) => send(request, controller.signal));
  clearTimeout(timer);
  rest?.();
  hide("div.spin", true, section);
  // Somebody has left meanwhile.
  if (underway !== controller) return;
  underway = undefined;
  Object.assign(known, result.kept);
  const { is } = result;
  if (is === "ok") parts.recordEmail?.(name, fields.email);
  const next = state(section.id).moves?.[name]?.[is];
  const isDone = !!operation.consumes && is === "ok";
  if (isDone) {
    release(section);
    for (const open of all(".open")) open.removeAttribute("href");
  }
  // Back leads to what a person did, and not to a link that is spent or a check that only passed by.
  if (next) move(next, isDone || !button, enter);
  else {
    showMessage(section, is === "network" && navigator.onLine !== false && byID("outcome.unreachable") ? "unreachable" : is, result.wait);
    tick();
    button?.focus();
  }
}

/**
 * Shows that an operation runs, by the words of its button.
 *
 * @param {HTMLElement} section
 * @param {HTMLButtonElement} button
 * @returns {() => void} what puts everything back
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

/** Runs what a state runs by itself, never what consumes. */
export function enter() {
  const name = state(shown().id).load ?? "";
  if (name && !page.operations[name]?.consumes) perform(name);
  tick();
}

/** Counts down on every button that would send the same email again, and locks those that wait for fields to hold. */
function tick() {
  const section = shown();
  const isWaiting = !!state(section.id).valid && !!wrongInputs(section)[0];
  for (const button of /** @type {HTMLButtonElement[]} */ (all("button[name=run]", section))) {
    if (underway) continue;
    button.disabled = isWaiting && !button.formNoValidate;
    parts.countDown?.(button, section);
  }
}

/** Listens to forms and buttons. */
export function listenToOperations() {
  on("form", "submit", (form, event) => {
    event.preventDefault();
    /** @type {HTMLButtonElement | null} */
    const submitter = event.submitter;
    if (!submitter || underway || !isByPerson(event)) return;
    const section = shown();
    clearMessage(section);
    const wrong = submitter.formNoValidate ? [] : markWrong(form);
    if (wrong[0]) showWrongFields(section, wrong);
    else {
      coverPasswords(form);
      perform(submitter.value, submitter);
    }
  });
  on("form", "input", tick);
  setInterval(tick, 1000);
  addEventListener("pagehide", leave);
  on("[data-run]", "click", (button) => perform(button.dataset.run));
  on("[data-to]", "click", (button) => move(button.dataset.to, false, enter));
  // An email goes along behind a number sign, which no server sees; a password never.
  on("a[href^='/']", "click", (link) => {
    const email = typed(shown()).email || known.email;
    if (email) link.hash = "email=" + encodeURIComponent(email);
  });
}

