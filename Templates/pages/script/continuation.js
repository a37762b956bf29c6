// After success, the way to the address that the link named, if app.yml lists it. Anything else is ignored.

import { all, page } from "./data.js";
import { listedAddress } from "./listed-address.js";
import { make } from "./messages.js";
import { parts } from "./parts.js";
import { shown } from "./states.js";

const { item, list, states } = /** @type {import("./data.js").Continuation} */ (page.continuation);
// Some email programs leave `&amp;` between items. The page removes the query once it has read the link.
const named = new URLSearchParams(location.search.replace(/&amp;/g, "&")).getAll(item);
const address = named.length === 1 && listedAddress(/** @type {string} */ (named[0]), list);
const link = /** @type {HTMLAnchorElement} */ (make("a"));
const { showAppLink } = parts;

parts.showAppLink = (name) => {
  showAppLink?.(name);
  if (!address || !states.includes(name)) return;
  const section = shown();
  const row = all(".actions:not(.again)", section)[0] ?? section.appendChild(make("div", "actions"));
  for (const other of all(".main", row)) other.classList.remove("main");
  link.href = address;
  link.className = "action main";
  link.textContent = page.words["continue-to"].replace("{host}", () => link.host);
  row.prepend(link);
};
