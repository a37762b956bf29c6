// States that wait for an operation: the spinner, and the options after a failure.

import { hide, on } from "./data.js";
import { perform } from "./operations.js";
import { parts } from "./parts.js";
import { focusOn } from "./states.js";
import { isByUser } from "./submit.js";

parts.showSpinner = (section, isWaiting) => hide(".spin", !isWaiting, section);

parts.showRetry = (section, isShown) => {
  hide(".again", !isShown, section);
  // "Verifying…" is no longer true beside an outcome.
  if (section.querySelector(".again")) hide(".words", isShown, section);
};

on(".again [type=button][value]", "click", async (button, event) => {
  if (!isByUser(event)) return;
  await perform(button.value);
  focusOn(button);
});
