// Where the page spec says what Back leads to, and what is forgotten on the way.

import { known, state } from "./data.js";
import { inputs } from "./fields.js";
import { parts } from "./parts.js";
import { mail, remember, shown } from "./states.js";

/**
 * The states that Back leads through, the first of them first, and the state itself.
 *
 * @param {string} name
 */
function way(name) {
  /** @type {string[]} */
  const names = [];
  for (let each = name; each; each = state(each).back ?? "") names.unshift(each);
  return names;
}

/**
 * What comes after the browser has gone back.
 *
 * @type {(() => void) | undefined}
 */
let after;

parts.goOn = () => {
  const next = after;
  after = undefined;
  next?.();
  return !!next;
};

parts.begin = (start) => {
  for (const [index, name] of way(start).entries()) remember(index > 0, name);
};

parts.lead = (next, replaces, arrive) => {
  const here = way(shown().id);
  const there = way(next);
  let shared = 0;
  while (here[shared] && here[shared] === there[shared]) shared++;
  const rest = there.slice(shared);
  const goOn = () => {
    let isNew = here.length === shared || !(shared || replaces);
    for (const name of rest) {
      remember(isNew, name);
      isNew = true;
    }
    arrive();
  };
  // The last entry that is too many is replaced.
  const steps = here.length - shared - (rest.length ? 1 : 0);
  if (shared && steps > 0) {
    after = goOn;
    history.go(-steps);
  } else goOn();
};

parts.forget = (name) => {
  for (const field of state(name).forgets ?? []) {
    delete known[field];
    if (field === "email") delete mail.email;
    for (const input of inputs()) if (input.name === field) input.checked = !!(input.value = "");
  }
};
