// The kinds of characters that a new password can require.

import { parts } from "./parts.js";

/** @type {{ [name: string]: RegExp }} */
const classes = { upper: /\p{Lu}/u, lower: /\p{Ll}/u, digit: /\p{Nd}/u, special: /[^\p{Lu}\p{Ll}\p{Nd}]/u };

parts.hasKind = (name, password) => classes[name]?.test(password);
