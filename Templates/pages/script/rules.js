// The rules for emails and new passwords. Lengths count Unicode scalars.

import { parts } from "./parts.js";

// The characters are those of the HTML standard's rule, and the length is the longest that SMTP can carry.
const email = /^(?=.{1,254}$)[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z\d.-]+\.[A-Za-z][A-Za-z\d-]+$/;

/** @param {string} text */
export const isEmail = (text) => email.test(text);

/**
 * Whether a text has the format that an input states, as browsers apply it.
 *
 * @param {string} text
 * @param {string} pattern HTML's `pattern`, for the whole text
 */
export const matches = (text, pattern) => RegExp(`^(${pattern})$`).test(text);

/**
 * @param {{ rule?: string, number?: string, unit?: string }} requirement the unit is `bytes`, or none for Unicode scalars
 * @param {string} password
 * @param {string} copy the value of the field that repeats it
 */
export function isRequirementMet({ rule = "", number, unit }, password, copy) {
  if (rule === "same") return !!password && password === copy;
  if (!number) return parts.hasKind?.(rule, password) ?? true;
  const length = unit ? new TextEncoder().encode(password).length : [...password].length;
  return rule === "at-least" ? length >= +number : length <= +number;
}
