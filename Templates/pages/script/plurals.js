// Durations in languages that have more forms of a unit than one for 1 and one for all other numbers.

import { page } from "./data.js";

/**
 * The list of a unit's texts has after these two one for each rule. `duration` takes the second for all numbers but 1.
 *
 * @param {"seconds" | "minutes" | "hours"} unit
 */
const chooseForm = (unit) => {
  const texts = page.words[unit];
  const [, other, ...forms] = texts;
  texts[1] = /** @type {any} */ ({
    replace: (/** @type {string} */ place, /** @type {string} */ count) =>
      (forms[page.words.plurals.findIndex((rule) => new RegExp(rule).test(count))] ?? other).replace(place, count),
  });
};

chooseForm("seconds");
chooseForm("minutes");
chooseForm("hours");
