// The page comes to life.

import { takeAddress } from "./address.js";
import { wakeAppLink } from "./app-link.js";
import { all, known, page } from "./data.js";
import { wakeFields } from "./fields.js";
import { enter, leave, wakeOperations } from "./operations.js";
import { recall, remember, show } from "./states.js";

const entry = history.state;
const { values, isLink } = takeAddress(page.link?.web ?? []);
Object.assign(known, values);
// A page without a link has all that it needs.
const hasLink = !page.link || isLink;

wakeAppLink();
wakeFields();
wakeOperations();
for (const note of all(".note[data-unscripted]")) note.remove();
for (const button of all("button[disabled]")) /** @type {HTMLButtonElement} */ (button).disabled = false;

// A link begins anew, whatever this entry of the history was before.
show((!isLink && recall(entry, hasLink)) || page.start, true);
remember();
enter();

addEventListener("popstate", (event) => {
  leave();
  show(recall(event.state, hasLink) ?? page.start);
  enter();
});
// The same link opened once more here, with another fragment.
addEventListener("hashchange", () => location.reload());
