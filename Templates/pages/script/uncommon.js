// The requirement of an uncommon password, which only a backend can check: it is marked as not met after a refusal.

import { all, byID, page } from "./data.js";
import { parts } from "./parts.js";

let last = "";

/** The last password that the backend refused. */
let refusedPassword = "";

const updateMarksWithout = parts.updateMarks;
const builtInOutcomeWithout = parts.builtInOutcome;

parts.builtInOutcome = (outcome) => {
  last = outcome;
  return builtInOutcomeWithout?.(outcome);
};

parts.updateMarks = (input, isFine) => {
  const text = updateMarksWithout?.(input, isFine);
  for (const line of all("[data-rule=uncommon]", byID(input.id + ".rules") ?? input)) {
    // All other requirements were checked before the request.
    if (last === "weak-password" && isFine) {
      refusedPassword = input.value;
      last = "";
    }
    const isRefused = !!refusedPassword && input.value === refusedPassword;
    line.classList.remove("met");
    line.classList.toggle("unmet", isRefused);
    const words = line.querySelector(".unseen");
    if (words) words.textContent = isRefused ? page.words["requirement-not-met"] + " " : "";
  }
  return text;
};
