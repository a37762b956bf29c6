// The error of a field that repeats another one: an empty field is missing and does not differ.

import { all, byID } from "./data.js";

for (const error of all("[data-empty]")) {
  const words = /** @type {ChildNode} */ (error.lastChild);
  const differs = words.textContent;
  const input = /** @type {HTMLInputElement} */ (byID(error.id.replace(/\.error$/, "")));
  // The listeners of the form, which show the error, run later.
  for (const type of ["input", "blur", "submit"]) addEventListener(type, () => (words.textContent = (input.value ? differs : error.dataset.empty) ?? ""), true);
}
