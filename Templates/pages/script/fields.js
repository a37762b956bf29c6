// What a person types: errors beside their field that come on blur or submit and go while typing, and what is right already.

import { all, byID, known, page } from "./data.js";
import { isMet, isRequirementMet } from "./rules.js";

/** @param {HTMLElement} element @returns {HTMLInputElement[]} */
export const inputs = (element) => /** @type {HTMLInputElement[]} */ (all(".field input", element));

/** @param {HTMLInputElement} input */
const section = (input) => /** @type {HTMLElement} */ (input.closest("section"));

/** @param {HTMLInputElement} input */
const value = (input) => (input.type === "checkbox" ? (input.checked ? "on" : "") : input.value);

/** @param {HTMLInputElement} input */
const rule = (input) => page.states[section(input).id]?.fields?.[input.name] ?? "";

/** @param {HTMLInputElement} input */
const requirements = (input) => byID(input.id + ".rules");

/**
 * The value of another field of the form.
 *
 * @param {HTMLInputElement} input
 * @param {(input: HTMLInputElement) => boolean} isWanted
 */
const other = (input, isWanted) => inputs(section(input)).find(isWanted)?.value ?? "";

/**
 * The lines of what is asked of a password, each with whether it is met.
 *
 * @param {HTMLInputElement} input
 * @returns {[HTMLElement, boolean][]}
 */
const lines = (input) =>
  all("[data-rule]", requirements(input) ?? input).map((line) => [
    line,
    isRequirementMet(line.dataset.rule ?? "", input.value, other(input, (each) => rule(each) === "same-as " + input.name)),
  ]);

/** @param {HTMLInputElement} input */
function isRight(input) {
  // Whether the copy is the same is for the copy to say.
  return isMet(rule(input), value(input), (name) => other(input, (each) => each.name === name)) && lines(input).every(([line, isThere]) => isThere || line.dataset.rule === "same");
}

/**
 * @param {HTMLInputElement} input
 * @param {boolean} isWrong
 */
function mark(input, isWrong) {
  const error = byID(input.id + ".error");
  input.closest(".field")?.classList.toggle("wrong", isWrong);
  if (error) error.hidden = !isWrong;
  if (isWrong) input.setAttribute("aria-invalid", "true");
  else input.removeAttribute("aria-invalid");
}

/** @param {HTMLElement} section */
export function update(section) {
  for (const field of inputs(section)) {
    const list = requirements(field);
    field.closest(".field")?.classList.toggle("right", !!value(field) && isRight(field));
    if (!list) continue;
    list.hidden = !field.value;
    for (const [line, isThere] of lines(field)) {
      line.classList.toggle("met", isThere);
      line.querySelector("svg")?.setAttribute("aria-label", isThere ? "met:" : "not met:");
    }
  }
}

/** @param {HTMLElement} form */
export const wrongInputs = (form) => inputs(form).filter((input) => !isRight(input));

/**
 * Marks what is wrong in a form and goes to the first of it.
 *
 * @param {HTMLElement} form
 * @returns {HTMLInputElement | undefined} the first field that is wrong
 */
export function firstWrong(form) {
  const wrong = wrongInputs(form);
  for (const input of inputs(form)) mark(input, wrong.includes(input));
  for (const input of wrong) {
    const list = requirements(input);
    if (list) list.hidden = false;
  }
  wrong[0]?.focus();
  return wrong[0];
}

/**
 * What was typed, by name; a code without the blanks that it was shown with.
 *
 * @param {HTMLElement} form
 */
export function typed(form) {
  /** @type {import("./data.js").Values} */
  const values = {};
  for (const input of inputs(form)) values[input.name] = rule(input) === "code" ? input.value.replace(/\s/g, "") : value(input);
  return values;
}

/** Puts the email that is known where one is asked for, and tells password managers whose password this is. */
export function prefill() {
  const email = known.email ?? "";
  if (!isMet("email", email, String)) return;
  for (const input of /** @type {HTMLInputElement[]} */ (all("input"))) {
    if (input.name === "username" || (input.name === "email" && !input.value)) input.value = email;
  }
}

/**
 * A person leaves a state: what was typed there is known from now on, but nobody else's eyes on a password or a code.
 *
 * @param {HTMLElement} section
 */
export function release(section) {
  for (const input of inputs(section)) {
    if (/password|code/.test(input.autocomplete)) input.value = "";
    else if (input.value && input.type !== "checkbox") known[input.name] = input.value;
    mark(input, false);
  }
  update(section);
}

/**
 * What was typed into some fields is gone, wherever they stand.
 *
 * @param {string[]} names
 */
export function forget(names) {
  for (const name of names) {
    delete known[name];
    for (const input of inputs(document.body)) if (input.name === name) input.checked = !!(input.value = "");
  }
}

/**
 * Before a form is sent: a password manager saves from a password field, and nobody reads over a shoulder.
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
  const [input] = inputs(/** @type {HTMLElement} */ (button.closest(".field")));
  if (input) input.type = isShown ? "text" : "password";
  button.setAttribute("aria-pressed", `${isShown}`);
}

/** Begins to listen to every field. */
export function wakeFields() {
  let isPressed = false;
  for (const [name, value] of /** @type {[string, boolean][]} */ ([["mousedown", true], ["mouseup", false]])) addEventListener(name, () => (isPressed = value), true);
  for (const input of inputs(document.body)) {
    input.addEventListener("input", () => {
      update(section(input));
      if (isRight(input) || input.getAttribute("aria-invalid")) mark(input, false);
    });
    input.addEventListener("blur", () => {
      const judge = () => value(input) && mark(input, !isRight(input));
      // An error that appears under a pressed button would push it away before the click.
      if (isPressed) addEventListener("mouseup", () => setTimeout(judge), { once: true });
      else judge();
    });
  }
  for (const button of all(".reveal")) {
    button.hidden = false;
    button.addEventListener("click", () => reveal(button, button.getAttribute("aria-pressed") !== "true"));
  }
}
