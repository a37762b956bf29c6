// Form fields: errors appear on blur or submit and disappear on input; valid values are marked.

import { all, byID, hide, known, on, page } from "./data.js";
import { announce, clearMessage, labelOf } from "./messages.js";
import { parts } from "./parts.js";
import { isEmail, isRequirementMet, matches } from "./rules.js";

const fields = ".field [name]";

/** The error in the live region, which is removed when an input changes. */
let announcedError = "";

/** @param {HTMLElement} [element] */
export const inputs = (element) => /** @type {HTMLInputElement[]} */ (all(fields, element));

/** @param {HTMLElement} input */
const section = (input) => /** @type {HTMLElement} */ (input.closest("section"));

/** @param {HTMLElement} input */
const field = (input) => /** @type {HTMLElement} */ (input.closest(".field"));

/** @param {HTMLInputElement} input */
const isCode = (input) => input.inputMode === "numeric";

/**
 * The value of an input: a code without white space, and an address without what is copied with it: white space, of which browsers
 * remove only that of ASCII, `mailto:`, angle brackets and the separators of a list.
 *
 * @param {HTMLInputElement} input
 */
const value = (input) =>
  input.type === "checkbox"
    ? input.checked ? "on" : ""
    : isCode(input)
      ? input.value.replace(/\s/g, "")
      : input.type === "email"
        ? input.value.replace(/^(\s|<|mailto:)+|[\s>,;]+$/gi, "")
        : (parts.normalise?.(input) ?? input.value);

/**
 * The value of another input of the same form: the one that repeats this one, or that this one repeats.
 *
 * @param {HTMLInputElement} input
 * @param {(other: HTMLInputElement) => boolean} isWanted
 */
const other = (input, isWanted) => inputs(section(input)).find(isWanted)?.value ?? "";

/** @param {HTMLInputElement} input */
export const requirements = (input) => byID(input.id + ".rules");

/**
 * Inputs whose value the backend refused. They are not marked as valid while the message about the refusal is shown.
 *
 * @type {Set<HTMLInputElement>}
 */
const refused = new Set();

/**
 * The one whose value the outcome is about. It is marked as wrong, and described by the message, until it is changed.
 *
 * @type {HTMLInputElement | undefined}
 */
let refusedInput;

/**
 * Sets the description of an input to the visible elements beside it.
 *
 * @param {HTMLInputElement} input
 */
function describe(input) {
  const ids = [".hint", ".error", ".rules"].map((end) => input.id + end).filter((id) => byID(id)?.hidden === false);
  if (input === refusedInput) ids.push(section(input).id + ".message");
  input.setAttribute("aria-describedby", ids.join(" "));
}

/**
 * The lines of a password's requirements, each with whether it is met.
 *
 * @param {HTMLInputElement} input
 * @returns {[HTMLElement, boolean][]}
 */
const requirementLines = (input) =>
  all("[data-rule]", requirements(input) ?? input).map((line) => [
    line,
    isRequirementMet(line.dataset, input.value, other(input, (each) => each.dataset.same === input.name)),
  ]);

/** @param {HTMLInputElement} input */
function isValid(input) {
  const { type, dataset, pattern } = input;
  const text = value(input);
  return (
    parts.isValid?.(input, text) ??
    (!!text &&
    (pattern ? matches(text, pattern) : type !== "email" || isEmail(text)) &&
    (!dataset.same || text === other(input, (each) => each.name === dataset.same)) &&
    !unmet(input)[0])
  );
}

/**
 * The requirements that a password does not meet. A difference between two passwords is an error of the second one only.
 *
 * @param {HTMLInputElement} input
 */
const unmet = (input) => requirementLines(input).flatMap(([line, isMet]) => (isMet || line.dataset.rule === "same" ? [] : line.querySelector(".unseen")?.nextSibling?.textContent ?? ""));

/**
 * What is wrong with an input: its own error, or else the requirements that are not met. Without either, an empty field is needed
 * and any other one is wrong.
 *
 * @param {HTMLInputElement} input
 */
export function errorText(input) {
  const names = unmet(input);
  const error = byID(input.id + ".error")?.textContent;
  if (error) return error;
  if (!names[0] && value(input)) return byID("outcome.wrong")?.textContent + " " + labelOf(input);
  return page.words["fields-needed"].replace("{fields}", () => (names[0] ? names : [labelOf(input)]).join(page.words.separator));
}

/** @param {HTMLElement} form */
export const invalidInputs = (form) => inputs(form).filter((input) => !isValid(input));

/**
 * @param {HTMLInputElement} input
 * @param {boolean} isWrong
 */
export function mark(input, isWrong) {
  const error = byID(input.id + ".error");
  field(input).classList.toggle("wrong", isWrong);
  // The message above the button is enough.
  if (error) error.hidden = !isWrong || input === refusedInput;
  input.setAttribute("aria-invalid", `${isWrong}`);
  describe(input);
}

/**
 * Updates the marks of valid inputs and met requirements.
 *
 * @param {HTMLElement} form
 */
export function update(form) {
  for (const input of inputs(form)) {
    const list = requirements(input);
    const isFine = isValid(input);
    field(input).classList.toggle("right", isFine && !refused.has(input));
    if (list) list.hidden = !input.value;
    // An input can also become valid by a change of the one that it repeats.
    if (isFine && input !== refusedInput) mark(input, false);
    describe(input);
    /** @type {string[]} */
    const news = [];
    for (const [line, isMet] of requirementLines(input)) {
      const words = line.querySelector(".unseen");
      if (words) words.textContent = page.words[`requirement-${isMet ? "" : "not-"}met`] + " ";
      if (isMet && !line.classList.contains("met")) news.push(line.textContent ?? "");
      line.classList.toggle("met", isMet);
    }
    news.push(parts.updateMarks?.(input, isFine) ?? "");
    const words = news.filter(Boolean).join(page.words.separator);
    if (words) announce(words);
  }
}

/** @param {HTMLInputElement} input */
export const announceError = (input) => announce((announcedError = errorText(input)));

/**
 * Shows and announces the error of an input.
 *
 * @param {HTMLInputElement} input
 */
function validate(input) {
  if (input === refusedInput) return;
  const isWrong = !isValid(input);
  mark(input, isWrong);
  if (isWrong) announceError(input);
}

/**
 * Removes the marks of valid inputs after the backend refused their values, and marks the one that the outcome is about.
 *
 * @param {HTMLElement} form
 * @param {string} outcome
 */
export function markRefused(form, outcome) {
  for (const input of inputs(form)) refused.add(input);
  update(form);
  refusedInput = inputs(form).find((input) =>
    /^(invalid-email|email-refused)$/.test(outcome)
      ? input.type === "email"
      : /password/.test(outcome)
        ? input.autocomplete === "new-password"
        : /^(code|link|needs)-/.test(outcome) && isCode(input),
  );
  if (refusedInput) mark(refusedInput, true);
  return refusedInput;
}

/** Removes the mark of the input whose value was refused. */
export function clearRefusal() {
  const input = refusedInput;
  refusedInput = undefined;
  if (input) mark(input, false);
}

/**
 * The values of a form, by name.
 *
 * @param {HTMLElement} form
 * @returns {import("./data.js").Values}
 */
export const valuesOf = (form) => Object.fromEntries(inputs(form).map((input) => [input.name, value(input)]));

/** Fills the known email into empty email fields, and into the user names that password managers read. */
export function prefill() {
  const email = known.email ?? "";
  if (!isEmail(email)) return;
  for (const input of /** @type {HTMLInputElement[]} */ (all("input"))) {
    if (input.name === "username" || (input.name === "email" && !input.value)) input.value = email;
  }
}

/**
 * Stores the values of a form that the user leaves among the known ones, and clears passwords and codes.
 *
 * @param {HTMLElement} section
 */
export function leaveForm(section) {
  refusedInput = undefined;
  for (const input of inputs(section)) {
    if (/password/.test(input.autocomplete) || isCode(input)) input.value = "";
    else if (isValid(input)) known[input.name] = value(input);
    refused.delete(input);
    mark(input, false);
  }
  update(section);
}

/**
 * Hides the passwords of a form that is sent. Password managers save the values of password fields only.
 *
 * @param {HTMLElement} form
 */
export function hidePasswords(form) {
  for (const button of all(".reveal", form)) reveal(button, false);
}

/**
 * @param {HTMLElement} button
 * @param {boolean} isShown
 */
function reveal(button, isShown) {
  const [input] = inputs(field(button));
  if (input) input.type = isShown ? "text" : "password";
  button.setAttribute("aria-pressed", `${isShown}`);
}

/** Adds the event listeners of all fields. */
export function listenToFields() {
  on(fields, "input", (input) => {
    if (announcedError) announce((announcedError = ""));
    if (input === refusedInput) {
      clearRefusal();
      clearMessage(section(input));
    }
    update(section(input));
    mark(input, false);
  });
  on(fields, "blur", (input) => {
    if (!value(input)) return;
    // An error that appears now would move the button that is being pressed, which would then get no click.
    if (!all("button:active, a:active")[0]) validate(input);
    // Nor is there an error in a form that the press has left.
    else addEventListener("mouseup", () => setTimeout(() => section(input).hidden || validate(input)), { once: true });
  });
  // Enter does not submit a form whose button waits.
  on(fields + ":not(textarea)", "keydown", (input, { key }) => {
    const reason = key === "Enter" && section(input).querySelector(".main + .why")?.textContent;
    if (reason) announce(reason);
  });
  hide(".reveal", false);
  on(".reveal", "click", (button) => reveal(button, button.getAttribute("aria-pressed") === "false"));
}
