// Patterns: texts with captures and `…`, matched anywhere in a text of a response.

import { parts } from "./parts.js";
import { fold } from "./text-test.js";

/**
 * @typedef {import("./text-test.js").Captured} Captured
 * @typedef {{ kind: string, name?: string }} Capture also represents `…`
 */

parts.matchPattern = (wanted, text) => {
  /** @type {(string | Capture)[]} */
  const pieces = [];
  for (const part of wanted.split(/(…|\{[A-Za-z][\w-]*:(?:seconds|list|text)\})/)) {
    const capture = /^\{(.*):(.*)\}$/.exec(part);
    if (capture) pieces.push({ name: capture[1], kind: capture[2] ?? "" });
    else if (part === "…") pieces.push({ kind: part });
    else if (part) pieces.push(fold(part));
  }
  if (wanted[0] === "~" || pieces.every((piece) => typeof piece === "string")) return undefined;
  // A pattern matches anywhere in a text, so a wildcard at either end has no effect.
  if (isAnything(pieces[0])) pieces.shift();
  if (isAnything(pieces[pieces.length - 1])) pieces.pop();
  return matchPieces(pieces, text);
};

/** @param {string | Capture | undefined} piece */
const isAnything = (piece) => typeof piece === "object" && piece.kind === "…";

/**
 * @param {(string | Capture)[]} pieces
 * @param {string} text
 */
function matchPieces(pieces, text) {
  const [first] = pieces;
  const folded = fold(text);
  for (let start = 0; start <= text.length; start++) {
    if (typeof first === "string") {
      start = folded.indexOf(first, start);
      if (start < 0) return undefined;
    }
    const captured = matchFrom(pieces, text, folded, start);
    if (captured) return captured;
    // A pattern that begins with a wildcard has already searched the rest of the text.
    if (typeof first === "object" && first.kind !== "seconds") return undefined;
  }
  return undefined;
}

/**
 * Matches from a position; each piece matches at its first occurrence after the piece before it.
 *
 * @param {(string | Capture)[]} pieces
 * @param {string} text
 * @param {string} folded
 * @param {number} place
 * @returns {Captured | undefined}
 */
function matchFrom(pieces, text, folded, place) {
  /** @type {Captured} */
  const captured = { texts: {} };
  for (const [index, piece] of pieces.entries()) {
    if (typeof piece === "string") {
      if (!folded.startsWith(piece, place)) return undefined;
      place += piece.length;
      continue;
    }
    const rest = text.slice(place);
    if (piece.kind === "seconds") {
      // Nine digits bound the number, and no real wait is longer.
      const digits = /^[0-9]{1,9}(?![0-9])/.exec(rest)?.[0];
      if (!digits) return undefined;
      captured.seconds ??= +digits;
      place += digits.length;
      continue;
    }
    const next = pieces[index + 1];
    let length = rest.length;
    if (typeof next === "string") length = folded.slice(place).indexOf(next);
    else if (next) length = next.kind === "seconds" ? rest.search(/[0-9]/) : 0;
    if (length < 0 || (piece.name && !length)) return undefined;
    const content = rest.slice(0, length);
    if (piece.kind === "text" && piece.name) captured.texts[piece.name] = content;
    place += length;
  }
  return captured;
}
