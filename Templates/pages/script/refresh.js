// Detects changes made elsewhere while a state is shown: on return to the page, and periodically for ten minutes.

import { known, page, state } from "./data.js";
import { enter, pending } from "./operations.js";
import { run } from "./send.js";
import { move, shown } from "./states.js";

/** The times of refreshes, in seconds after a state appeared; the intervals double. */
const moments = [5, 10, 20, 40, 80, 160, 320, 600];

let isRefreshing = false;

/** Runs the state's operation in the background. A tap takes precedence, and outcomes without a next state are ignored. */
async function refresh() {
  const section = shown();
  const { refresh: name = "", moves } = state(section.id);
  const operation = page.operations[name];
  if (!operation || isRefreshing || pending || document.hidden) return;
  isRefreshing = true;
  const { outcome, kept } = await run(operation);
  isRefreshing = false;
  const next = moves?.[name]?.[outcome] ?? section.id;
  if (pending || shown() !== section || next === section.id) return;
  Object.assign(known, kept);
  move(next, true, enter);
}

let refreshed = "";
let age = 0;
setInterval(() => {
  const { id } = shown();
  age = id === refreshed ? age + 1 : 0;
  refreshed = id;
  if (moments.includes(age)) refresh();
}, 1000);
addEventListener("focus", refresh);
addEventListener("pageshow", refresh);
document.addEventListener("visibilitychange", refresh);
