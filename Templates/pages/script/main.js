// The page comes to life.

import { all, known, page } from "./data.js";
import { release, wakeFields } from "./fields.js";
import { enter, leave, wakeOperations } from "./operations.js";
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
    // Nobody's email.
  }
  if (location.search || location.hash) history.replaceState(entry, "", location.pathname);
}

wakeFields();
wakeOperations();
for (const note of all(".note[data-unscripted]")) note.remove();
for (const button of all("button[disabled]")) /** @type {HTMLButtonElement} */ (button).disabled = false;

// A link begins anew, whatever this entry of the history was before.
begin(begun ? undefined : entry, start);
enter();

addEventListener("popstate", (event) => {
  leave();
  release(shown());
  if (parts.goOn?.()) return;
  show(recall(event.state) ?? start);
  remember();
  enter();
});
// The same link opened once more here, with another fragment.
addEventListener("hashchange", () => location.reload());
