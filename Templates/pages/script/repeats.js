// What is said of a field that repeats another one: while it is empty, nothing in it differs.

import { all, byID } from "./data.js";

for (const error of all("[data-empty]")) {
  const words = /** @type {ChildNode} */ (error.lastChild);
  const differs = words.textContent;
  const input = /** @type {HTMLInputElement} */ (byID(error.id.replace(/\.error$/, "")));
  // Before the form itself hears of it.
  for (const type of ["input", "blur", "submit"]) addEventListener(type, () => (words.textContent = (input.value ? differs : error.dataset.empty) ?? ""), true);
}
