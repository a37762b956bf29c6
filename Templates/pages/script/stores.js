// Links to the app in a store: removes that to the store of the other kind of phone.

import { all } from "./data.js";

const otherStore = /Android/.test(navigator.userAgent) ? "apps.apple.com" : "play.google.com";
for (const link of /** @type {HTMLAnchorElement[]} */ (all("#unopened a"))) if (link.hostname === otherStore) link.parentElement?.remove();
