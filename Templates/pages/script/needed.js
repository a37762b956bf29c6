// Forms whose buttons wait until every field holds: what is missing, or what is wrong with what was typed.

import { byID, state } from "./data.js";
import { problem, stillNeeded, typed, wrongInputs } from "./fields.js";
import { labelOf } from "./messages.js";
import { parts } from "./parts.js";

parts.needed = (section) => {
  const wrong = state(section.id).valid ? wrongInputs(section) : [];
  // An address is wrong until its last letter, so that its own error has to be shown first.
  const mistaken = wrong.find(({ id, name }) => typed(section)[name] && !byID(id + ".error")?.hidden);
  return mistaken ? problem(mistaken) : wrong[0] && stillNeeded(wrong.map(labelOf));
};
