// The address that the page was opened with, and the parameters in it.

import { entries } from "./request.js";

/**
 * @typedef {import("./data.js").URLTemplate} URLTemplate
 * @typedef {import("./data.js").Values} Values
 * @typedef {[wanted: string | [string], found: (string | undefined)[]]} Pair
 */

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * The values of a query or a fragment, by name.
 *
 * @param {string} text with its `?` or `#`
 */
function items(text) {
  /** @type {{ [name: string]: (string | undefined)[] }} */
  const found = Object.create(null);
  for (const item of text.slice(1).split("&")) {
    const [, name = "", value = ""] = /^([^=]*)=?([^]*)$/.exec(item) ?? [];
    (found[decode(name) ?? name] ??= []).push(decode(value));
  }
  return found;
}

/**
 * What a template wants of a query or a fragment, beside what is there.
 *
 * @param {URLTemplate["query"]} wanted
 * @param {string} text
 * @returns {Pair[]}
 */
function pairs(wanted, text) {
  const found = items(text);
  return entries(wanted).map(([name, value]) => [value, found[decode(name) ?? name] ?? []]);
}

/**
 * The link's parameters, when an address is of a template. What stands more than once must fit each time, and the first counts.
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
    // "-" takes a parameter's place in the path once it was read.
    if (!value || !found.every((each) => each && (typeof wanted === "string" ? each === (decode(wanted) ?? wanted) : each !== "-"))) return undefined;
    if (typeof wanted !== "string") values[wanted[0]] = value;
  }
  return values;
}
