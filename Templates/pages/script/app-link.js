// The way into the app: a plain link that carries all of the link's parameters.

import { all, byID, known } from "./data.js";
import { fillAddress } from "./request.js";

/** How long an app takes to come to the front, in milliseconds. */
const patience = 1500;

/**
 * Gives the link its address; a tap after which the page is still there is explained.
 *
 * @param {string | undefined} app the address in the app of the link that was opened
 */
export function wakeAppLink(app) {
  const [link] = all("a.open");
  const hint = byID("unopened");
  const address = app && fillAddress(app, /\{([^}]*)\}/g, known);
  if (!link || !address) return;
  link.setAttribute("href", address);
  link.addEventListener("click", () => {
    if (hint) hint.hidden = true;
    setTimeout(() => {
      if (hint && document.visibilityState === "visible") hint.hidden = false;
    }, patience);
  });
}
