// Submitted forms and pressed buttons. An operation runs only if the user presses a button or a key.

import { on } from "./data.js";
import { clearRefusal, hidePasswords, inputs, invalidInputs } from "./fields.js";
import { clearMessage } from "./messages.js";
import { enter, pending, perform } from "./operations.js";
import { parts } from "./parts.js";
import { focusOn, move, shown } from "./states.js";
import { updateButtons } from "./waits.js";

/**
 * The button that the user pressed last, until its form is submitted. If a script submits a form while the user activation of
 * another press lasts, the submitter differs from it.
 *
 * @type {HTMLButtonElement | undefined}
 */
let pressed;

/**
 * Whether the user caused an event: events that scripts dispatch are not trusted, and those that scripts make the browser
 * dispatch occur without user activation.
 *
 * @param {Event} event
 */
export const isByUser = (event) => event.isTrusted && navigator.userActivation?.isActive !== false;

/** Adds the event listeners of forms and buttons. */
export function listenToForms() {
  on("form", "submit", (form, event) => {
    event.preventDefault();
    /** @type {HTMLButtonElement} */
    const submitter = event.submitter;
    const isPressed = submitter === pressed;
    pressed = undefined;
    if (pending || !isPressed || !isByUser(event)) return;
    const section = shown();
    clearMessage(section);
    const invalid = submitter.formNoValidate ? [] : invalidInputs(form);
    if (invalid[0]) parts.showErrors?.(section, invalid);
    else {
      hidePasswords(form);
      perform(submitter.value, submitter);
    }
  });
  on("button[name=run]", "click", (button, event) => (pressed = event.isTrusted ? button : undefined));
  on("form", "input", () => updateButtons());
  setInterval(updateButtons, 1000, true);
  parts.updateButtons = updateButtons;
  on("[data-to]", "click", (button) => move(button.dataset.to, false, enter));
  on(".dismiss", "click", () => {
    clearMessage(shown());
    clearRefusal();
    focusOn(inputs(shown())[0]);
  });
}
