// What is wrong with a form that was sent: each mistake beside its field, and all of them by name.

import { all, byID, on } from "./data.js";
import { inputs, mark, problem, requirements, wrongInputs } from "./fields.js";
import { announce, clearMessage, labelOf, make, showMessage } from "./messages.js";
import { parts } from "./parts.js";

parts.refuse = (section, wrong) => {
  for (const input of wrong) {
    const list = requirements(input);
    if (list) list.hidden = false;
  }
  for (const input of inputs(section)) mark(input, wrong.includes(input));
  const [first, second] = wrong;
  first?.focus();
  // One alone is told by the error beside it.
  if (first && !second) announce(problem(first));
  if (!second && byID(first?.id + ".error")) return;
  const text = showMessage(section, "wrong");
  if (first && !second && text) text.textContent = problem(first);
  for (const input of wrong) {
    const way = /** @type {HTMLButtonElement} */ (make("button"));
    way.type = "button";
    way.value = input.id;
    way.textContent = labelOf(input);
    way.addEventListener("click", () => input.focus());
    text?.append(" ", way);
  }
};

// Those that were mended are no longer named.
on("form", "input", (form) => {
  const wrong = wrongInputs(form);
  const ways = /** @type {HTMLButtonElement[]} */ (all(".message [value]", form));
  const rest = ways.filter((way) => wrong.some(({ id }) => id === way.value) || way.remove());
  if (ways[0] && !rest[0]) clearMessage(form);
});
