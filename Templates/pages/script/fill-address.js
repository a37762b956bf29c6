// URL templates with placeholders for values.

import { encode } from "./request.js";

/**
 * A URL with its placeholders replaced.
 *
 * @param {string} address
 * @param {RegExp} places matches a placeholder, with its name in the first group
 * @param {import("./data.js").Values} values
 * @returns {string | undefined} undefined if a value is missing
 */
export function fillAddress(address, places, values) {
  let isComplete = true;
  const filled = address.replace(places, (_, name) => {
    isComplete &&= !!values[name];
    return encode(values[name] ?? "");
  });
  return isComplete ? filled : undefined;
}
