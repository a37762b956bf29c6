// Starts the page.

import { all, kept, known, page } from "./data.js";
import { release, listenToFields, typed } from "./fields.js";
import { enter, leave, listenToOperations } from "./operations.js";
import { parts } from "./parts.js";
import { begin, recall, remember, show, shown } from "./states.js";

const entry = history.state;
// What the app's settings are may stand in words.
Object.assign(known, page.given);
const begun = parts.takeLink?.();
const start = begun ?? page.start;
// The email that was typed before a reload, or on another page of the site; a link has its own.
const typedBefore = kept("email", "");
if (!begun) {
  if (typedBefore) known.email = typedBefore;
  if (location.search || location.hash) history.replaceState(entry, "", location.pathname);
}

listenToFields();
listenToOperations();
for (const note of all("[data-unscripted]")) note.remove();
for (const button of all("button[disabled]")) /** @type {HTMLButtonElement} */ (button).disabled = false;

// A link begins anew, whatever this entry of the history was before.
begin(begun ? undefined : entry, start);
enter();

addEventListener("popstate", (event) => {
  leave();
  release(shown());
  if (parts.completeMove?.()) return;
  show(recall(event.state) ?? start);
  remember();
  enter();
});
// The email waits in the tab for the site's next page, and nothing else does.
addEventListener("pagehide", () => {
  leave();
  kept("email", typed(shown()).email || known.email || "");
  release(shown());
  parts.dropAppLink?.();
});
// Back from elsewhere, without what the page knew then.
addEventListener("pageshow", (event) => event.persisted && location.reload());
