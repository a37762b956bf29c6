// Tests of a text in a response: an exact text, a contained text, or a pattern.

import { parts } from "./parts.js";

/**
 * The values captured by a pattern.
 *
 * @typedef {{ seconds?: number, texts: import("./data.js").Values }} Captured
 */

/** @param {string} text */
export const fold = (text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * @param {string} wanted as written in the contract
 * @param {string} text
 * @returns {Captured | undefined}
 */
export function matchText(wanted, text) {
  // Only the beginning of a long text is searched.
  const start = [...text].slice(0, 2000).join("");
  const isThere = wanted[0] === "~" ? fold(start).includes(fold(wanted.slice(1))) : wanted === text;
  return isThere ? { texts: {} } : parts.matchPattern?.(wanted, start);
}
