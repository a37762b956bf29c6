// A requirement that only a backend can check: it has no mark during input, and a response can mark it as not met.

import { all, byID, page } from "./data.js";
import { parts } from "./parts.js";

let last = "";

/** The last password that the backend refused. */
let refusedPassword = "";

const judgeWithout = parts.judge;
const meaningWithout = parts.meaning;

parts.meaning = (outcome) => {
  last = outcome;
  return meaningWithout?.(outcome);
};

parts.judge = (input, isFine) => {
  const said = judgeWithout?.(input, isFine);
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
  return said;
};
