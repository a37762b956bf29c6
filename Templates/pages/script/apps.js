// Links to the app or an email program: if nothing opens, explains that and offers alternatives.

import { byID, hide, page } from "./data.js";
import { announce, showNote } from "./messages.js";

/** The time in which an app opens, in milliseconds. */
const openingTime = 1500;

/** @param {HTMLAnchorElement} link */
function explain(link) {
  const place = link.closest(".actions") ?? link;
  const email = decodeURIComponent(link.pathname);
  if (link.protocol === "mailto:") return showNote(place, page.words["write-to"].replace("{email}", () => email));
  const note = byID("unopened");
  if (!note) return;
  place.after(note);
  note.hidden = false;
  announce(note.innerText.trim());
}

addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest?.("a");
  if (!link?.href || /^http/.test(link.protocol)) return;
  hide("#unopened", true);
  // A device with a touch screen may have the app, even if it has a mouse.
  const phone = link.protocol === "mailto:" || matchMedia("(hover: none), (any-pointer: coarse)").matches;
  // Some browsers would show an error page.
  if (!phone) event.preventDefault();
  let hasLeft = false;
  for (const type of ["blur", "visibilitychange"]) addEventListener(type, () => (hasLeft = true), { once: true });
  setTimeout(() => hasLeft || explain(link), phone ? openingTime : 0);
});
