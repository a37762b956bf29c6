// A phone has one store: the way into another's leads nowhere.

import { all } from "./data.js";

const otherStore = /Android/.test(navigator.userAgent) ? "apps.apple.com" : "play.google.com";
for (const link of /** @type {HTMLAnchorElement[]} */ (all("#unopened a"))) if (link.hostname === otherStore) link.parentElement?.remove();
