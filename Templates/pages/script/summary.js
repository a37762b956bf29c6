// The error summary of a submitted form: each error beside its field, and the names of all invalid fields, which lead to them.

import { all, byID, on } from "./data.js";
import { announceError, inputs, mark, errorText, requirements, invalidInputs } from "./fields.js";
import { clearMessage, labelOf, make, showMessage } from "./messages.js";
import { parts } from "./parts.js";

parts.showErrors = (section, wrong) => {
  for (const input of wrong) {
    const list = requirements(input);
    if (list) list.hidden = false;
  }
  for (const input of inputs(section)) mark(input, wrong.includes(input));
  const [first, second] = wrong;
  first?.focus();
  if (!first) return;
  // A single error is shown beside its field, by its text or by the requirements.
  if (!second) announceError(first);
  if (!second && (byID(first.id + ".error") || requirements(first))) return;
  const text = showMessage(section, "wrong");
  if (!second && text) text.textContent = errorText(first);
  for (const input of wrong) {
    const link = /** @type {HTMLButtonElement} */ (make("button"));
    link.type = "button";
    link.value = input.id;
    link.textContent = labelOf(input);
    link.addEventListener("click", () => input.focus());
    text?.append(" ", link);
  }
};

// Removes the fields that have become valid.
on("form", "input", (form) => {
  const wrong = invalidInputs(form);
  const links = /** @type {HTMLButtonElement[]} */ (all(".message [value]", form));
  const rest = links.filter((link) => wrong.some(({ id }) => id === link.value) || link.remove());
  if (links[0] && !rest[0]) clearMessage(form);
});
