// The page comes to life.

import { takeAddress } from "./address.js";
import { wakeAppLink } from "./app-link.js";
import { all, known, page } from "./data.js";
import { wakeFields } from "./fields.js";
import { enter, leave, wakeOperations } from "./operations.js";
import { begin, wakeHistory } from "./states.js";

const entry = history.state;
const { values, link } = takeAddress(page.links ?? []);
const start = link?.start ?? page.start;
Object.assign(known, values);

wakeAppLink(link?.app);
wakeFields();
wakeOperations();
for (const note of all(".note[data-unscripted]")) note.remove();
for (const button of all("button[disabled]")) /** @type {HTMLButtonElement} */ (button).disabled = false;

// A link begins anew, whatever this entry of the history was before.
begin(link ? undefined : entry, start);
enter();

wakeHistory(start, leave, enter);
// The same link opened once more here, with another fragment.
addEventListener("hashchange", () => location.reload());
