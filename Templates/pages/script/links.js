// The links that a page receives: their parameters are read, and the way into the app gets its address.

import { matchTemplate } from "./address.js";
import { all, byID, known, page } from "./data.js";
import { parts } from "./parts.js";
import { entries, fillAddress } from "./request.js";

/** How long an app takes to come to the front, in milliseconds. */
const patience = 1500;

/** Leaves in the address what says which page this is, and nothing else. */
parts.takeLink = () => {
  for (const { web, app, start = page.start } of page.links ?? []) {
    for (const template of web) {
      const values = matchTemplate(template, location);
      if (!values) continue;
      const path = template.path.map((part) => "/" + (typeof part === "string" ? part : "-")).join("");
      const query = entries(template.query).flatMap(([name, part]) => (typeof part === "string" ? [name + "=" + part] : []));
      history.replaceState(null, "", path + (query.length ? "?" + query.join("&") : ""));
      Object.assign(known, values);
      showAppLink(app);
      return start;
    }
  }
  return undefined;
};

/**
 * Gives the way into the app its address; a tap after which the page is still there is explained.
 *
 * @param {string | undefined} app the address in the app of the link that was opened
 */
function showAppLink(app) {
  const [link] = all("a.open");
  const hint = byID("unopened");
  const address = app && fillAddress(app, /\{([^}]*)\}/g, known);
  if (!link || !hint || !address) return;
  link.setAttribute("href", address);
  link.addEventListener("click", () => {
    hint.hidden = true;
    setTimeout(() => {
      hint.hidden = document.visibilityState !== "visible";
    }, patience);
  });
}
