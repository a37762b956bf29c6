// Forms whose buttons are disabled until all fields are valid: which fields are missing or invalid.

import { byID, state } from "./data.js";
import { errorText, neededText, valuesOf, invalidInputs } from "./fields.js";
import { labelOf } from "./messages.js";
import { parts } from "./parts.js";

parts.missingInput = (section) => {
  const wrong = state(section.id).valid ? invalidInputs(section) : [];
  // Other errors are shown beside their fields when these lose the focus.
  const unexplained = wrong.find(({ id, name }) => valuesOf(section)[name] && !byID(id + ".error"));
  return unexplained ? errorText(unexplained) : wrong[0] && neededText(wrong.map(labelOf));
};
