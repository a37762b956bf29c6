// Addresses with places for values.

import { encode } from "./request.js";

/**
 * An address with every value in its place.
 *
 * @param {string} address
 * @param {RegExp} places what stands for a value, its name in the first group
 * @param {import("./data.js").Values} values
 * @returns {string | undefined} undefined where one is missing
 */
export function fillAddress(address, places, values) {
  let isComplete = true;
  const filled = address.replace(places, (_, name) => {
    isComplete &&= !!values[name];
    return encode(values[name] ?? "");
  });
  return isComplete ? filled : undefined;
}
