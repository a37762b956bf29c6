// Phone numbers, dates, and optional fields. The rules are those of PhoneNumber and CalendarDate in apps; one table of
// cases tests both.

import { parts } from "./parts.js";

/**
 * A phone number without separators, and without the first `(0)` after a `+`.
 *
 * @param {string} text
 */
const phoneNumber = (text) => text.replace(/^(\p{White_Space}*\+[^]*?)\(0\)/u, "$1").replace(/[\p{White_Space}.\/()\u2010-\u2015\u2212-]/gu, "");

/** @type {{ [type: string]: (text: string) => boolean }} */
const formats = {
  tel: (text) => /^\+?[0-9]{7,15}$/.test(phoneNumber(text)),
  // `Date` converts some invalid dates to other days; others have no ISO form.
  date: (text) => /^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) && new Date(text + "T00:00Z").toJSON()?.slice(0, 10) === text,
};

parts.normalise = ({ type, value }) => (type === "tel" ? phoneNumber(value) : undefined);

parts.isValid = ({ required, type }, text) => (text || required ? formats[type]?.(text) : true);

const updateOtherMarks = parts.updateMarks;

parts.updateMarks = (input, isFine) => {
  const text = updateOtherMarks?.(input, isFine);
  // An empty optional field is neither valid nor invalid.
  if (!input.value) input.closest(".field")?.classList.remove("right");
  return text;
};
