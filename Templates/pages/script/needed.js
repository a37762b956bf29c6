// Forms whose buttons wait until every field holds: what is missing, or what is wrong with what was typed.

import { byID, page, state } from "./data.js";
import { typed, wrongInputs } from "./fields.js";
import { labelOf } from "./messages.js";
import { parts } from "./parts.js";

parts.needed = (section) => {
  const wrong = state(section.id).valid ? wrongInputs(section) : [];
  const mistaken = wrong.find(({ name }) => typed(section)[name]);
  const error = mistaken && (byID(mistaken.id + ".error") ?? byID("outcome.weak-password"));
  return error ? error.textContent : wrong[0] && page.words["fields-needed"].replace("{fields}", () => wrong.map(labelOf).join(", "));
};
