// The links that lead to the page: reads their parameters, and sets the URL of the link into the app.

import { matchTemplate } from "./address.js";
import { all, known, page, state } from "./data.js";
import { parts } from "./parts.js";
import { fillAddress } from "./fill-address.js";
import { entries } from "./request.js";

parts.showAppLink = (name) => {
  const { load, moves } = state(name);
  // A link without further use on the page has none in the app either.
  const isUsed = load || !Object.keys(page.operations)[0] || Object.keys(moves ?? {}).some((each) => page.operations[each]?.consumes);
  for (const open of all(".open")) open.hidden = !open.hasAttribute("href") || !isUsed;
};

parts.dropAppLink = () => {
  // Nothing is left to do with the link.
  taken = known;
  for (const open of all(".open")) open.removeAttribute("href");
};

/**
 * The next state for an outcome of a state's operations.
 *
 * @param {string} name
 * @param {string} outcome
 */
const next = (name, outcome) => Object.values(state(name).moves ?? {}).map((moves) => moves[outcome]).find(Boolean);

/**
 * The parameters of the link.
 *
 * @type {import("./data.js").Values}
 */
let taken = {};

// A link or a code that was exchanged for a session would be refused after a reload.
parts.onLoss = (name) =>
  Object.values(page.operations).some((each) => each.consumes && each.steps?.some((step) => step.supplies?.some((value) => known[value] && !taken[value]))) &&
  { to: next(name, "link-expired") };

// The same link was opened again in this tab, with another fragment.
addEventListener("hashchange", () => location.reload());

// Reads the link's parameters and removes them from the URL.
parts.takeLink = () => {
  for (const { web, app, start = page.start } of page.links ?? []) {
    for (const template of web) {
      const values = matchTemplate(template, location);
      if (!values) continue;
      const path = template.path.map((part) => "/" + (typeof part === "string" ? part : "-")).join("");
      const query = entries(template.query).flatMap(([name, part]) => (typeof part === "string" ? [name + "=" + part] : []));
      history.replaceState(null, "", (path || "/") + (query.length ? "?" + query.join("&") : ""));
      Object.assign(known, (taken = values));
      const address = app && fillAddress(app, /\{([^}]*)\}/g, known);
      if (address) all("a.open")[0]?.setAttribute("href", address);
      return (
        (parts.isMalformed?.(values, page.shapes ?? {})
          ? page.damaged || next(start, "link-invalid")
          : !parts.isExpired?.(values, start) && start) ||
        next(start, "link-expired") ||
        start
      );
    }
  }
  // After a reload, the entry of the history has a state, and the URL the literal items of the link.
  if (!history.state && (location.search || location.hash)) page.start = page.damaged ?? page.start;
  return undefined;
};
