// The rules for emails and new passwords. Lengths count Unicode scalars.

import { parts } from "./parts.js";

// The rule of the apps' own login screens, limited to the length that SMTP can carry.
const email = /^(?=.{1,254}$)[\w.%+-]+@[A-Za-z\d.-]+\.[A-Za-z]{2,64}$/;

/** @param {string} text */
export const isEmail = (text) => email.test(text);

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
