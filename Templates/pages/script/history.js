// Browser history for pages whose spec declares targets of Back, and values to clear.

import { known, state } from "./data.js";
import { inputs } from "./fields.js";
import { parts } from "./parts.js";
import { remember, shown } from "./states.js";

/**
 * The state and the states to which Back leads from it, the outermost first.
 *
 * @param {string} name
 */
function ancestry(name) {
  /** @type {string[]} */
  const names = [];
  for (let each = name; each; each = state(each).back ?? "") names.unshift(each);
  return names;
}

/**
 * Completes a transition after the browser has gone back.
 *
 * @type {(() => void) | undefined}
 */
let completion;

parts.completeMove = () => {
  const complete = completion;
  completion = undefined;
  complete?.();
  return !!complete;
};

parts.beginHistory = (start) => {
  for (const [index, name] of ancestry(start).entries()) remember(index > 0, name);
};

parts.moveInHistory = (next, replaces, arrive) => {
  const here = ancestry(shown().id);
  const there = ancestry(next);
  let shared = 0;
  while (here[shared] && here[shared] === there[shared]) shared++;
  const rest = there.slice(shared);
  const complete = () => {
    let isNew = here.length === shared || !(shared || replaces);
    for (const name of rest) {
      remember(isNew, name);
      isNew = true;
    }
    arrive();
  };
  // The last superfluous entry is replaced instead.
  const steps = here.length - shared - (rest.length ? 1 : 0);
  if (shared && steps > 0) {
    completion = complete;
    history.go(-steps);
  } else complete();
};

parts.clearFields = (name) => {
  for (const field of state(name).forgets ?? []) {
    delete known[field];
    for (const input of inputs()) if (input.name === field) input.checked = !!(input.value = "");
  }
};
