// States that wait for an operation: the spinner, and the options after a failure.

import { all, hide, on, page } from "./data.js";
import { showNote } from "./messages.js";
import { perform } from "./operations.js";
import { parts } from "./parts.js";
import { focusOn } from "./states.js";
import { isByUser } from "./submit.js";

/** The time after which a wait is called long, in milliseconds. */
const patience = 10000;

/** @type {number | undefined} */
let timer;

parts.showSpinner = (section, isWaiting) => {
  hide(".spin", !isWaiting, section);
  clearTimeout(timer);
  const [, ...ways] = all(".again", section);
  // The ways on for whoever does not want to wait.
  if (isWaiting && ways[0])
    timer = setTimeout(() => {
      for (const way of ways) way.hidden = false;
      showNote(section.querySelector(".words"), page.words["takes-long"]);
    }, patience);
};

parts.showRetry = (section, isShown) => {
  hide(".again", !isShown, section);
  // "Verifying…" is no longer true beside an outcome.
  if (!section.querySelector(".again")) return;
  hide(".words", isShown, section);
  // An error has a headline, if only the page's title.
  section.querySelector("h1")?.classList.toggle("unseen", !isShown);
};

on(".again [type=button][value]", "click", async (button, event) => {
  if (!isByUser(event)) return;
  await perform(button.value);
  focusOn(button);
});
