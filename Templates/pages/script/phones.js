// Links into the app, as the device can use them: none where the app does not exist, the web first on desktops, and no link to the
// store of the other kind of phone.

import { all, page } from "./data.js";

const kind = /Android/.test(navigator.userAgent) ? "android" : "ios";
const isPhone = matchMedia("(hover: none), (any-pointer: coarse)").matches;

for (const link of /** @type {HTMLAnchorElement[]} */ (all("#unopened a")))
  if (link.hostname === (kind === "android" ? "apps.apple.com" : "play.google.com")) link.parentElement?.remove();

for (const link of /** @type {HTMLAnchorElement[]} */ (all(".open, a.action"))) {
  // The link's own URL is not known yet.
  if (/^(http|mailto)/.test(link.protocol) && !link.matches(".open")) continue;
  const isMissing = isPhone && page.only && page.only !== kind;
  const row = link.parentElement;
  const web = link.nextElementSibling;
  // After success, the web's way leads on as the app's does.
  if (link.matches(".main") && web?.matches("a") && (isMissing || (!isPhone && link.closest("section")?.querySelector(".seal.done")))) {
    web.classList.add("main");
    link.classList.remove("main");
    web.after(link);
  }
  if (isMissing) link.remove();
  if (!row?.children[0]) row?.remove();
}
