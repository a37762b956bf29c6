// Starts the page.

import { all, kept, known, page } from "./data.js";
import { release, listenToFields, typed } from "./fields.js";
import { enter, leave, listenToOperations } from "./operations.js";
import { parts } from "./parts.js";
import { begin, recall, remember, show, shown } from "./states.js";

const entry = history.state;
// Texts may contain the app's settings.
Object.assign(known, page.given);
const begun = parts.takeLink?.();
const start = begun ?? page.start;
// The email entered before a reload or on another page of the site; a link's own takes precedence.
const typedBefore = kept("email", "");
if (!begun) {
  if (typedBefore) known.email = typedBefore;
  if (location.search || location.hash) history.replaceState(entry, "", location.pathname);
}

listenToFields();
listenToOperations();
for (const note of all("[data-unscripted]")) note.remove();
for (const button of all("button[disabled]")) /** @type {HTMLButtonElement} */ (button).disabled = false;

// A link starts anew, whatever this history entry was before.
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
// Only the email is kept, for the next page of the site in this tab.
addEventListener("pagehide", () => {
  leave();
  kept("email", typed(shown()).email || known.email || "");
  release(shown());
  parts.dropAppLink?.();
});
// The page was restored from the back/forward cache, without its values.
addEventListener("pageshow", (event) => event.persisted && location.reload());
