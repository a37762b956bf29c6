// Phone numbers, dates, and fields that may be left empty. What phone numbers and dates are is as PhoneNumber and CalendarDate
// have it in apps; one table of cases holds both.

import { parts } from "./parts.js";

/**
 * A phone number without what only groups its digits, and behind a `+` without the first `(0)`.
 *
 * @param {string} text
 */
const phoneNumber = (text) => text.replace(/^(\p{White_Space}*\+[^]*?)\(0\)/u, "$1").replace(/[\p{White_Space}.\/()\u2010-\u2015\u2212-]/gu, "");

/** @type {{ [type: string]: (text: string) => boolean }} */
const formats = {
  tel: (text) => /^\+?[0-9]{7,15}$/.test(phoneNumber(text)),
  // A day that does not exist becomes another one, or none.
  date: (text) => /^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) && new Date(text + "T00:00Z").toJSON()?.slice(0, 10) === text,
};

parts.normalise = ({ type, value }) => (type === "tel" ? phoneNumber(value) : undefined);

parts.isRight = ({ required, type }, text) => (text || required ? formats[type]?.(text) : true);

const judgeStrength = parts.judge;

parts.judge = (input, isFine) => {
  const said = judgeStrength?.(input, isFine);
  // What was left empty is neither right nor wrong.
  if (!input.value) input.closest(".field")?.classList.remove("right");
  return said;
};
