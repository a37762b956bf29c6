// A meter that rates a new password in a word while the user types.

import { all, byID } from "./data.js";
import { parts } from "./parts.js";

/**
 * The number of characters of each kind.
 *
 * @type {[RegExp, number][]}
 */
const kinds = [[/\p{Ll}/u, 26], [/\p{Lu}/u, 26], [/\p{Nd}/u, 10], [/[^\p{L}\p{Nd}]/u, 33]];

/** The estimated entropy of a password with the highest rating, in bits. */
const best = 75;

/** The last text that was announced. */
let announced = "";

parts.updateMarks = (input, isEnough) => {
  const meter = byID(input.id + ".strength");
  const place = meter?.querySelector("b");
  if (!meter || !place) return;
  const bars = all("i", meter);
  const alphabet = kinds.reduce((sum, [kind, count]) => sum + (kind.test(input.value) ? count : 0), 1);
  // Repeated characters add little to the entropy.
  const bits = new Set(input.value).size * Math.log2(alphabet);
  const level = isEnough ? Math.min(Math.floor((bits / best) * (bars.length - 1)), bars.length - 1) : 0;
  meter.hidden = !input.value;
  // Red means that a password is refused; a weak one that meets the requirements is not.
  meter.classList.toggle("low", !isEnough);
  meter.classList.toggle("high", level >= bars.length / 2);
  for (const [index, bar] of bars.entries()) bar.classList.toggle("on", index <= level);
  place.textContent = bars[level]?.dataset.level ?? "";
  const text = input.value && (meter.textContent ?? "").trim();
  return text === announced ? undefined : (announced = text);
};
