// How good a new password is, in a word, while it is typed.

import { all, byID } from "./data.js";
import { parts } from "./parts.js";

/**
 * How many signs there are of each kind.
 *
 * @type {[RegExp, number][]}
 */
const kinds = [[/\p{Ll}/u, 26], [/\p{Lu}/u, 26], [/\p{Nd}/u, 10], [/[^\p{L}\p{Nd}]/u, 33]];

/** What guessing takes, in bits, from which a password counts as the best. */
const best = 75;

/** The word that was said last. */
let said = "";

parts.judge = (input, isEnough) => {
  const meter = byID(input.id + ".strength");
  const place = meter?.querySelector("b");
  if (!meter || !place) return;
  const words = (meter.dataset.words ?? "").split("|");
  const signs = kinds.reduce((sum, [kind, count]) => sum + (kind.test(input.value) ? count : 0), 1);
  // The same sign again makes hardly more to guess.
  const bits = new Set(input.value).size * Math.log2(signs);
  const level = isEnough ? Math.min(Math.floor((bits / best) * (words.length - 1)), words.length - 1) : 0;
  meter.hidden = !input.value;
  // Red is for what is refused; a weak password that has what is asked of one is not.
  meter.classList.toggle("low", !isEnough);
  meter.classList.toggle("high", level >= words.length / 2);
  for (const [index, bar] of all("i", meter).entries()) bar.classList.toggle("on", index <= level);
  place.textContent = words[level] ?? "";
  const text = input.value && (meter.textContent ?? "").trim();
  return text === said ? undefined : (said = text);
};
