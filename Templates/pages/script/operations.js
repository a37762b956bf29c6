// Runs operations: on load what may run unasked, everything else on a person's own tap or key.

import { all, byID, known, on, page, state } from "./data.js";
import { coverPasswords, inputs, markWrong, refuse, release, tell, typed, wrongInputs } from "./fields.js";
import { runOperation } from "./interpreter.js";
import { announce, clearMessage, labelOf, make, mendWrongFields, showMessage, showNote, showWrongFields, wordsFor } from "./messages.js";
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
 * The button that a person tapped last, until its form is sent: what a script sends within the same tap's activation is not it.
 *
 * @type {HTMLButtonElement | undefined}
 */
let tapped;

/**
 * Whether a person asked for it: a script's events are not trusted, and those that it makes the browser send come without a tap.
 *
 * @param {Event} event
 */
export const isByPerson = (event) => event.isTrusted && navigator.userActivation?.isActive !== false;

/**
 * Runs an operation and goes where its outcome leads.
 *
 * @param {string} name
 * @param {HTMLButtonElement} [button] the one that says what is going on
 */
export async function perform(name, button) {
  const section = shown();
  const operation = page.operations[name];
  if (underway) return;
  if (!operation) {
    showMessage(section, "not-allowed");
    return;
  }
  const controller = (underway = new AbortController());
  const timer = setTimeout(() => controller.abort(), page.timeout * 1000);
  clearMessage(section);
  const fields = typed(section);
  const wasAsked = await parts.wasAsked?.(name, fields.email);
  const rest = button && busy(section, button);
  parts.spin?.(section, !button);
  const result = wasAsked ? { is: "ok", kept: {} } : await runOperation(operation, { ...known, ...fields, ...page.given }, (request) => send(request, controller.signal));
  clearTimeout(timer);
  rest?.();
  parts.spin?.(section, false);
  // Somebody has left meanwhile.
  if (underway !== controller) return;
  underway = undefined;
  Object.assign(known, result.kept);
  const { is } = result;
  const means = parts.meaning?.(is) ?? is;
  const moves = state(section.id).moves?.[name] ?? {};
  const next = moves[is];
  // Known and unknown addresses alike lead where an email was sent to.
  const isAsked = operation.sends ? means === "ok" || (next && next === moves.ok) : next && next === moves.sent;
  if (isAsked && fields.email) known.email = fields.email;
  if (isAsked && !wasAsked) parts.recordEmail?.(name, next ?? "");
  const tell = () => {
    const words = wordsFor(wasAsked ? "already-sent" : "email-sent").textContent ?? "";
    if (wasAsked || shown() === section) showNote(shown().querySelector("h1"), words);
    else announce(words);
  };
  const isDone = !!operation.consumes && means === "ok";
  if (isDone) {
    release(section);
    parts.dropAppLink?.();
  }
  // Back leads to what a person did, and not to a link that is spent or a check that only passed by.
  if (next)
    move(next, isDone || !button, () => {
      enter();
      if (isAsked) tell();
    });
  if (isAsked && shown() === section) tell();
  else if (!next) {
    showMessage(section, is === "network" && navigator.onLine !== false && byID("outcome.unreachable") ? "unreachable" : is, result.wait);
    if (!/^(network|timeout|server|rate-limited|not-allowed)$/.test(means)) refuse(section);
    button?.focus();
  }
  tick();
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

/** Locks the buttons that wait, for fields to hold or to send the same email again, and says beside them for what. */
function tick() {
  if (underway) return;
  const section = shown();
  const needed = state(section.id).valid ? wrongInputs(section).map(labelOf).join(", ") : "";
  for (const button of /** @type {HTMLButtonElement[]} */ (all("button[name=run]", section))) {
    const rest = parts.countDown?.(button, typed(section).email) ?? 0;
    const isWaiting = needed && !button.formNoValidate;
    const words = rest ? wordsFor("already-sent").textContent + " " + new Date(rest * 1000).toISOString().slice(14, 19) : isWaiting && page.words["fields-needed"].replace("{fields}", () => needed);
    button.disabled = !!words;
    const id = section.id + "." + button.value + ".why";
    let reason = byID(id);
    if (!words) reason?.remove();
    else {
      if (!reason) button.after((reason = make("p", "why")));
      reason.id = id;
      reason.textContent = words;
      button.setAttribute("aria-describedby", id);
    }
  }
}

/** Listens to forms and buttons. */
export function listenToOperations() {
  on("form", "submit", (form, event) => {
    event.preventDefault();
    /** @type {HTMLButtonElement | null} */
    const submitter = event.submitter;
    const isTapped = submitter === tapped;
    tapped = undefined;
    if (!submitter || underway || !isTapped || !isByPerson(event)) return;
    const section = shown();
    clearMessage(section);
    const wrong = submitter.formNoValidate ? [] : markWrong(form);
    if (wrong[0]) {
      if (!wrong[1]) tell(wrong[0]);
      showWrongFields(section, wrong);
    }
    else {
      coverPasswords(form);
      perform(submitter.value, submitter);
    }
  });
  on("button[name=run]", "click", (button, event) => (tapped = event.isTrusted ? button : undefined));
  on("form", "input", (form) => {
    mendWrongFields(shown(), wrongInputs(form));
    tick();
  });
  setInterval(tick, 1000);
  parts.showWaits = tick;
  on("[data-to]", "click", (button) => move(button.dataset.to, false, enter));
  on(".dismiss", "click", () => {
    clearMessage(shown());
    inputs(shown())[0]?.focus();
  });
}

