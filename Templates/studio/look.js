// @ts-check
// How pages are looked at: the width, the colours, the size of text and the condition that are chosen.

import { choice, make } from "./dom.js";

export const widths = {
  phone: { words: "Phone", width: 390, height: 844, scale: 0.6 },
  tablet: { words: "Tablet", width: 820, height: 1180, scale: 0.45 },
  desktop: { words: "Desktop", width: 1280, height: 800, scale: 0.46 },
};

/** @typedef {keyof typeof widths} Width */
/** @typedef {"light" | "dark"} Scheme */

export const look = {
  /** @type {Width} */
  width: "phone",
  /** @type {Scheme} */
  scheme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
  text: "100",
  condition: "idle",
};

// For as long as the tab is there.
try {
  Object.assign(look, JSON.parse(sessionStorage.getItem("look") ?? "{}"));
} catch {
  // Whatever that was, it is no look.
}

/** @type {{ [condition: string]: string }} */
const conditions = { idle: "Ready", busy: "Working", typing: "Typing", "invalid-fields": "Wrong fields", all: "Every one" };

/** @param {string} condition */
export const conditionWords = (condition) => conditions[condition] ?? condition;

/**
 * The row of choices.
 *
 * @param {string[]} available the conditions there are
 * @param {() => void} changed
 */
export function lookBar(available, changed) {
  /** @param {Partial<typeof look>} change */
  const set = (change) => {
    Object.assign(look, change);
    sessionStorage.setItem("look", JSON.stringify(look));
    changed();
  };
  const select = make(
    "select", { onchange: () => set({ condition: select.value }) },
    available.map((condition) => make("option", { value: condition }, conditionWords(condition))),
  );
  select.value = available.includes(look.condition) ? look.condition : "idle";
  return make(
    "div", { class: "bar", role: "group", "aria-label": "How to look at it" },
    widthChoice((width) => set({ width })),
    schemeChoice((scheme) => set({ scheme })),
    choice("Text", [{ value: "100", words: "100 %" }, { value: "200", words: "200 %" }], look.text, (text) => set({ text })),
    make("label", { class: "pick" }, make("span", {}, "Condition"), select),
  );
}

/** @param {(width: Width) => void} set */
const widthChoice = (set) =>
  choice(
    "Width",
    Object.entries(widths).map(([value, { words }]) => ({ value: /** @type {Width} */ (value), words })),
    look.width, set,
  );

/** @param {(scheme: Scheme) => void} set */
const schemeChoice = (set) =>
  choice("Colours", [{ value: "light", words: "Light" }, { value: "dark", words: "Dark" }], look.scheme, set);

/**
 * Where a state is shown as it is looked at.
 *
 * @param {string} origin
 * @param {string} page
 * @param {string} state
 * @param {string} condition
 */
export function address(origin, page, state, condition) {
  const query = new URLSearchParams({ state, scheme: look.scheme, text: look.text, condition });
  return `${origin}/_preview/${page}?${query}`;
}
