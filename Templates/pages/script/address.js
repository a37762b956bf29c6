// Matches the page's URL with the templates of links.

import { decode, itemsOf } from "../../hosts/link-items.js";
import { entries } from "./request.js";

/**
 * @typedef {import("./data.js").URLTemplate} URLTemplate
 * @typedef {import("./data.js").Values} Values
 * @typedef {[wanted: string | [string], found: string[]]} Pair
 */

/**
 * The wanted items of a query or a fragment, each with the values found.
 *
 * @param {URLTemplate["query"]} wanted
 * @param {string} text with its `?` or `#`
 * @returns {Pair[]}
 */
function pairs(wanted, text) {
  const found = itemsOf(text.slice(1));
  return entries(wanted).map(([name, value]) => [value, found[decode(name) || name] ?? []]);
}

/**
 * The link's parameters, if a URL matches a template. If an item occurs more than once, every occurrence has to match
 * and the first gives the value.
 *
 * @param {URLTemplate} template
 * @param {Location | URL} address
 * @returns {Values | undefined}
 */
export function matchTemplate(template, address) {
  /** @type {Values} */
  const values = {};
  const path = address.pathname.split("/").filter(Boolean);
  const wantedAndFound = [
    ...template.path.map((wanted, index) => /** @type {Pair} */ ([wanted, [decode(path[index] ?? "")]])),
    ...pairs(template.query, address.search),
    ...pairs(template.fragment, address.hash),
  ];
  if (path.length !== template.path.length) return undefined;
  for (const [wanted, found] of wantedAndFound) {
    const [value] = found;
    // "-" replaces a parameter in the path once it has been read.
    if (!value || !found.every((each) => each && (typeof wanted === "string" ? each === (decode(wanted) || wanted) : each !== "-"))) return undefined;
    if (typeof wanted !== "string") values[wanted[0]] = value;
  }
  return values;
}
