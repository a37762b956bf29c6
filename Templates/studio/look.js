// @ts-check
// The chosen appearance of pages: width, colour scheme, text size and condition.

import { choices, keep } from "./choices.js";
import { choice, make } from "./dom.js";

export const widths = {
  phone: { words: "Phone", width: 390, height: 844, scale: 0.6 },
  tablet: { words: "Tablet", width: 820, height: 1180, scale: 0.45 },
  desktop: { words: "Desktop", width: 1280, height: 800, scale: 0.46 },
};

/** @typedef {keyof typeof widths} Width */
/** @typedef {"light" | "dark"} Scheme */
/** @typedef {Scheme | "both"} Schemes */

export const look = {
  /** @type {Width} */
  width: "phone",
  /** @type {Schemes} */
  scheme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
  text: "100",
  condition: "idle",
  /** The tag of a translation, with a plus before it if the original is beside it; empty for the original alone. */
  language: "",
};

Object.assign(look, Object.fromEntries(Object.entries(choices).filter(([name]) => name in look)));
if (!(look.width in widths)) look.width = "phone";

/**
 * Changes the appearance, and keeps it.
 *
 * @param {Partial<typeof look>} change
 */
export function set(change) {
  Object.assign(look, change);
  keep(change);
}

/** @type {{ [condition: string]: string }} */
const conditions = { idle: "Ready", busy: "Working", typing: "Typing", "invalid-fields": "Wrong fields", all: "All" };

/**
 * A name such as `rate-limited` in words.
 *
 * @param {string} name
 */
export const inWords = (name) => name.charAt(0).toUpperCase() + name.slice(1).split("-").join(" ");

/** @param {string} condition */
export const conditionWords = (condition) => conditions[condition] ?? condition.split(":").map(inWords).join(": ");

/**
 * The row of choices.
 *
 * @param {string[]} available the available conditions
 * @param {() => void} changed
 * @param {import("./site.js").App} app
 */
export function lookBar(available, changed, app) {
  /** @param {Partial<typeof look>} change */
  const apply = (change) => {
    set(change);
    changed();
  };
  const select = make(
    "select", { onchange: () => apply({ condition: select.value }) },
    available.map((condition) => make("option", { value: condition }, conditionWords(condition))),
  );
  select.value = available.includes(look.condition) ? look.condition : "idle";
  return make(
    "div", { class: "bar", role: "group", "aria-label": "Appearance" },
    widthChoice((width) => apply({ width })),
    schemeChoice((scheme) => apply({ scheme })),
    choice("Text", [{ value: "100", words: "100 %" }, { value: "200", words: "200 %" }], look.text, (text) => apply({ text })),
    make("label", { class: "pick" }, make("span", {}, "Condition"), select),
    ...languageChoice(app, changed),
  );
}

/**
 * The choice of a language, alone or beside the original; empty for an app in one language.
 *
 * @param {{ language: string, languages: string[] }} app
 * @param {() => void} changed
 * @returns {Node[]}
 */
export function languageChoice({ language, languages }, changed) {
  if (!languages.length) return [];
  const options = [["", language], ...languages.map((tag) => [tag, tag]), ...languages.map((tag) => [`+${tag}`, `${language} and ${tag}`])];
  const select = make(
    "select", {
      onchange: () => {
        set({ language: select.value });
        changed();
      },
    },
    options.map(([value, words]) => make("option", { value }, words ?? "")),
  );
  select.value = options.some(([value]) => value === look.language) ? look.language : "";
  return [make("label", { class: "pick" }, make("span", {}, "Language"), select)];
}

/**
 * The chosen languages, as far as there are translations: the original, which is empty, before its translation.
 *
 * @param {string[]} translations
 * @returns {string[]}
 */
export function languages(translations) {
  const tag = look.language.replace("+", "");
  if (!translations.includes(tag)) return [""];
  return look.language.startsWith("+") ? ["", tag] : [tag];
}

/** @param {(width: Width) => void} set */
const widthChoice = (set) =>
  choice(
    "Width",
    Object.entries(widths).map(([value, { words }]) => ({ value: /** @type {Width} */ (value), words })),
    look.width, set,
  );

/** @param {(scheme: Schemes) => void} set */
const schemeChoice = (set) =>
  choice("Colours", [{ value: "light", words: "Light" }, { value: "dark", words: "Dark" }, { value: "both", words: "Both" }], look.scheme, set);

/**
 * The chosen colour schemes.
 *
 * @returns {Scheme[]}
 */
export const schemes = () => (look.scheme === "both" ? ["light", "dark"] : [look.scheme]);

/**
 * The URL of a state in the chosen appearance.
 *
 * @param {string} origin
 * @param {string} page
 * @param {string} state
 * @param {string} condition
 * @param {Scheme} [scheme]
 * @param {string} [language]
 */
export function address(origin, page, state, condition, scheme = schemes()[0] ?? "light", language = "") {
  const query = new URLSearchParams({ state, scheme, text: look.text, condition, ...(language ? { language } : {}) });
  return `${origin}/_preview/${page}?${query}`;
}
