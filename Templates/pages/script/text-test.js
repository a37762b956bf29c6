// What a text of an answer has to be: exact, containing something, or a pattern with captures.

import { parts } from "./parts.js";

/**
 * What the captures of a pattern took.
 *
 * @typedef {{ seconds?: number, texts: import("./data.js").Values }} Caught
 */

/** @param {string} text */
export const fold = (text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * @param {string} wanted as the contract writes it
 * @param {string} text
 * @returns {Caught | undefined}
 */
export function matchText(wanted, text) {
  // Only so much of an answer's text is looked through.
  const start = [...text].slice(0, 2000).join("");
  const isThere = wanted[0] === "~" ? fold(start).includes(fold(wanted.slice(1))) : wanted === text;
  return isThere ? { texts: {} } : parts.matchPattern?.(wanted, start);
}
