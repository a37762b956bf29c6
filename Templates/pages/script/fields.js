// Form fields: errors appear on blur or submit and disappear on input; valid values are marked.

import { all, byID, hide, known, on, page } from "./data.js";
import { announce, labelOf } from "./messages.js";
import { parts } from "./parts.js";
import { isEmail, isRequirementMet } from "./rules.js";

const fields = ".field [name]";

/** What was announced of an input, and stands until one changes. */
let told = "";

/** @param {HTMLElement} [element] */
export const inputs = (element) => /** @type {HTMLInputElement[]} */ (all(fields, element));

/** @param {HTMLElement} input */
const section = (input) => /** @type {HTMLElement} */ (input.closest("section"));

/** @param {HTMLElement} input */
const field = (input) => /** @type {HTMLElement} */ (input.closest(".field"));

/** @param {HTMLInputElement} input */
const isCode = (input) => input.inputMode === "numeric";

/**
 * The value of an input: a code without white space, an address without any around it, such as what a browser does not remove.
 *
 * @param {HTMLInputElement} input
 */
const value = (input) =>
  input.type === "checkbox"
    ? input.checked ? "on" : ""
    : isCode(input)
      ? input.value.replace(/\s/g, "")
      : input.type === "email"
        ? input.value.trim()
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
 * Inputs whose value the backend refused: they are not marked as valid before it has accepted another, beside a message that
 * refuses them.
 *
 * @type {Set<HTMLInputElement>}
 */
const refused = new Set();

/**
 * Sets the description of an input to the visible elements beside it.
 *
 * @param {HTMLInputElement} input
 */
function describe(input) {
  const ids = [".hint", ".error", ".rules"].map((end) => input.id + end).filter((id) => byID(id)?.hidden === false);
  input.setAttribute("aria-describedby", ids.join(" "));
}

/**
 * The lines of a password's requirements, each with whether it is met.
 *
 * @param {HTMLInputElement} input
 * @returns {[HTMLElement, boolean][]}
 */
const lines = (input) =>
  all("[data-rule]", requirements(input) ?? input).map((line) => [
    line,
    isRequirementMet(line.dataset, input.value, other(input, (each) => each.dataset.same === input.name)),
  ]);

/** @param {HTMLInputElement} input */
function isRight(input) {
  const { type, dataset } = input;
  const text = value(input);
  return (
    parts.isRight?.(input, text) ??
    (!!text &&
    (type !== "email" || isEmail(text)) &&
    (!dataset.same || text === other(input, (each) => each.name === dataset.same)) &&
    !unmet(input)[0])
  );
}

/**
 * The requirements that a password does not meet. Whether both passwords are the same is an error of the repeated one only.
 *
 * @param {HTMLInputElement} input
 */
const unmet = (input) => lines(input).flatMap(([line, isMet]) => (isMet || line.dataset.rule === "same" ? [] : line.querySelector(".unseen")?.nextSibling?.textContent ?? ""));

/** @param {string[]} names of fields or requirements */
export const stillNeeded = (names) => page.words["fields-needed"].replace("{fields}", () => names.join(", "));

/**
 * What is wrong with an input: its own error, or else the requirements that are not met.
 *
 * @param {HTMLInputElement} input
 */
export function problem(input) {
  const names = unmet(input);
  return byID(input.id + ".error")?.textContent ?? stillNeeded(names[0] ? names : [labelOf(input)]);
}

/** @param {HTMLElement} form */
export const wrongInputs = (form) => inputs(form).filter((input) => !isRight(input));

/**
 * @param {HTMLInputElement} input
 * @param {boolean} isWrong
 */
export function mark(input, isWrong) {
  const error = byID(input.id + ".error");
  field(input).classList.toggle("wrong", isWrong);
  if (error) error.hidden = !isWrong;
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
    const isFine = isRight(input);
    field(input).classList.toggle("right", isFine && !refused.has(input));
    if (list) list.hidden = !input.value;
    // An input can also become valid by a change of the one that it repeats.
    if (isFine) mark(input, false);
    describe(input);
    let news = "";
    for (const [line, isMet] of lines(input)) {
      const words = line.querySelector(".unseen");
      if (words) words.textContent = page.words[`requirement-${isMet ? "" : "not-"}met`] + " ";
      if (isMet && !line.classList.contains("met")) news += line.textContent + ". ";
      line.classList.toggle("met", isMet);
    }
    news += parts.judge?.(input, isFine) ?? "";
    if (news) announce(news);
  }
}

/**
 * Shows and announces what is wrong with an input.
 *
 * @param {HTMLInputElement} input
 * @param {boolean} [isSent] whether it is announced instead what the form waits for, if it does
 */
function judge(input, isSent) {
  const isWrong = !isRight(input);
  mark(input, isWrong);
  parts.showWaits?.();
  const reason = isSent && section(input).querySelector(".main + .why")?.textContent;
  const words = isWrong && (value(input) || !reason) ? problem(input) : reason;
  if (words) announce((told = words));
}

/**
 * Removes the marks of valid inputs after the backend refused their values.
 *
 * @param {HTMLElement} form
 */
export function refuse(form) {
  for (const input of inputs(form)) refused.add(input);
  update(form);
}

/**
 * The values of a form, by name.
 *
 * @param {HTMLElement} form
 * @returns {import("./data.js").Values}
 */
export const typed = (form) => Object.fromEntries(inputs(form).map((input) => [input.name, value(input)]));

/** Fills the known email into empty email fields, and into the user names that password managers read. */
export function prefill() {
  const email = known.email ?? "";
  if (!isEmail(email)) return;
  for (const input of /** @type {HTMLInputElement[]} */ (all("input"))) {
    if (input.name === "username" || (input.name === "email" && !input.value)) input.value = email;
  }
}

/**
 * Keeps the values of a state that the user leaves, except passwords and codes, which are cleared.
 *
 * @param {HTMLElement} section
 */
export function release(section) {
  for (const input of inputs(section)) {
    if (/password/.test(input.autocomplete) || isCode(input)) input.value = "";
    else if (value(input)) known[input.name] = value(input);
    refused.delete(input);
    mark(input, false);
  }
  update(section);
}

/**
 * Hides shown passwords before a form is sent, since password managers save only password fields, and so that nobody
 * else reads them.
 *
 * @param {HTMLElement} form
 */
export function coverPasswords(form) {
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
    if (told) announce((told = ""));
    update(section(input));
    mark(input, false);
  });
  on(fields, "blur", (input) => {
    if (!value(input)) return;
    // If the error appeared while a button is pressed, the button would move before the click.
    if (all("button:active, a:active")[0]) addEventListener("mouseup", () => setTimeout(() => judge(input)), { once: true });
    else judge(input);
  });
  // Enter does not reach a disabled button, so what it waits for is said here.
  on(fields + ":not(textarea)", "keydown", (input, { key }) => key === "Enter" && judge(input, true));
  hide(".reveal", false);
  on(".reveal", "click", (button) => reveal(button, button.getAttribute("aria-pressed") === "false"));
}
