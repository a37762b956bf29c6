// What fields and new passwords have to be. Lengths count Unicode scalars, and texts are the same when their scalars are.

// That of the apps' own login screens, no longer than SMTP can carry.
const email = /^(?=.{1,254}$)[\w.%+-]+@[A-Za-z\d.-]+\.[A-Za-z]{2,64}$/;

/**
 * @param {string} rule as the page spec writes it
 * @param {string} value
 * @param {(name: string) => string} other the value of another field
 */
export function isMet(rule, value, other) {
  const name = /^same-as (.*)/.exec(rule)?.[1];
  if (name) return !!value && value === other(name);
  return rule === "email" ? email.test(value) : !!(rule === "code" ? value.trim() : value);
}

/** @type {{ [name: string]: RegExp }} */
const classes = { upper: /\p{Lu}/u, lower: /\p{Ll}/u, digit: /\p{Nd}/u, special: /[^\p{Lu}\p{Ll}\p{Nd}]/u };

/**
 * @param {string} requirement `at-least 8`, `at-most 72 bytes`, `upper`
 * @param {string} password
 * @param {string} copy what the field that repeats it holds
 */
export function isRequirementMet(requirement, password, copy) {
  const [name = "", number, unit] = requirement.split(" ");
  if (!password) return false;
  if (name === "same") return password === copy;
  const length = unit ? new TextEncoder().encode(password).length : [...password].length;
  if (name === "at-least") return length >= Number(number);
  if (name === "at-most") return length <= Number(number);
  return classes[name]?.test(password) ?? true;
}
