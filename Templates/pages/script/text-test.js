// What a text of an answer has to be: an exact text, one that contains another, or a pattern.

import { parts } from "./parts.js";

/**
 * The values that a pattern captured.
 *
 * @typedef {{ seconds?: number, texts: import("./data.js").Values }} Captured
 */

/** @param {string} text */
export const fold = (text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * @param {string} wanted as the contract writes it
 * @param {string} text
 * @returns {Captured | undefined}
 */
export function matchText(wanted, text) {
  // Only so much of an answer's text is looked through.
  const start = [...text].slice(0, 2000).join("");
  const isThere = wanted[0] === "~" ? fold(start).includes(fold(wanted.slice(1))) : wanted === text;
  return isThere ? { texts: {} } : parts.matchPattern?.(wanted, start);
}
