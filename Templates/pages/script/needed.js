// Forms whose buttons wait until every field holds: which are missing, or what a new password lacks.

import { byID, state } from "./data.js";
import { problem, stillNeeded, typed, wrongInputs } from "./fields.js";
import { labelOf } from "./messages.js";
import { parts } from "./parts.js";

parts.needed = (section) => {
  const wrong = state(section.id).valid ? wrongInputs(section) : [];
  // The error of a field is beside it, once it has lost the focus.
  const mistaken = wrong.find(({ id, name }) => typed(section)[name] && !byID(id + ".error"));
  return mistaken ? problem(mistaken) : wrong[0] && stillNeeded(wrong.map(labelOf));
};
