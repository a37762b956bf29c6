// Starts the page.

import { all, known, page, stored } from "./data.js";
import { leaveForm, listenToFields, valuesOf } from "./fields.js";
import { cancel, enter } from "./operations.js";
import { parts } from "./parts.js";
import { begin, recall, remember, show, shown } from "./states.js";
import { listenToForms } from "./submit.js";

const entry = history.state;
// Texts may contain the app's settings.
Object.assign(known, page.settings);
const begun = parts.takeLink?.();
const start = begun ?? page.start;
// The email entered before a reload or on another page of the site; a link's own takes precedence.
const typedBefore = stored("email", "");
if (!begun) {
  if (typedBefore) known.email = typedBefore;
  history.replaceState(entry, "", location.pathname);
}

listenToFields();
listenToForms();
for (const note of all("[data-unscripted]")) note.remove();
for (const button of all("button[disabled]")) /** @type {HTMLButtonElement} */ (button).disabled = false;

// A link starts anew, whatever this history entry was before.
begin(begun ? undefined : entry, start);
enter();

addEventListener("popstate", (event) => {
  cancel();
  leaveForm(shown());
  if (parts.completeMove?.()) return;
  show(recall(event.state) ?? start);
  remember();
  enter();
});
// Only the email is stored, for the site's next page in this tab.
addEventListener("pagehide", () => {
  cancel();
  stored("email", valuesOf(shown()).email || known.email || "");
  leaveForm(shown());
  parts.dropAppLink?.();
});
// The page was restored from the back/forward cache, without its values.
addEventListener("pageshow", (event) => event.persisted && location.reload());
