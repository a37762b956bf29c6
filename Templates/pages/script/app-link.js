// The way into the app: a plain link that carries all of the link's parameters.

import { all, byID, known, page } from "./data.js";
import { encode } from "./request.js";

/** How long an app takes to come to the front, in milliseconds. */
const patience = 1500;

/** Gives the link its address; a tap after which the page is still there is explained. */
export function wakeAppLink() {
  const [link] = all("a.open");
  const hint = byID("unopened");
  if (!link || !page.link?.app) return;
  let isComplete = true;
  const address = page.link.app.replace(/\{([^}]*)\}/g, (_, name) => {
    isComplete &&= !!known[name];
    return encode(known[name] ?? "");
  });
  if (!isComplete) return;
  link.setAttribute("href", address);
  link.addEventListener("click", () => {
    if (hint) hint.hidden = true;
    setTimeout(() => {
      if (hint && document.visibilityState === "visible") hint.hidden = false;
    }, patience);
  });
}
