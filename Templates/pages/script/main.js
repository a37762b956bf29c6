// Starts the page.

import { all, known, page } from "./data.js";
import { release, listenToFields } from "./fields.js";
import { enter, leave, listenToOperations } from "./operations.js";
import { parts } from "./parts.js";
import { begin, recall, remember, show, shown } from "./states.js";

const entry = history.state;
// What the app's settings are may stand in words.
Object.assign(known, page.given);
const begun = parts.takeLink?.();
const start = begun ?? page.start;
if (!begun) {
  // From another page of the site: the email that was typed there.
  const [, email] = /[#&]email=([^&]+)/.exec(location.hash) ?? [];
  try {
    if (email) known.email = decodeURIComponent(email);
  } catch {
    // Not percent-encoded UTF-8: ignored.
  }
  if (location.search || location.hash) history.replaceState(entry, "", location.pathname);
}

listenToFields();
listenToOperations();
for (const note of all(".note[data-unscripted]")) note.remove();
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
// The same link opened once more here, with another fragment.
addEventListener("hashchange", () => location.reload());
