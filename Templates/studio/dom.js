// @ts-check
// Creates elements from names, properties and children; text is never parsed as markup.

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {{ [property: string]: unknown }} [properties] names that begin with `on` are event listeners, `class` and
 *   names with a hyphen are attributes
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [property, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (property.startsWith("on")) {
      element.addEventListener(property.slice(2), /** @type {EventListener} */ (value));
    } else if (property === "class" || property === "for" || property === "role" || property.includes("-")) {
      element.setAttribute(property, String(value));
    } else {
      Object.assign(element, { [property]: value });
    }
  }
  for (const child of children.flat()) if (child) element.append(child);
  return element;
}

/** @param {string} id */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * A button that copies a text to the clipboard and reports the result.
 *
 * @param {string} text
 * @param {string} what names the text for screen readers
 */
export function copyButton(text, what) {
  const button = make("button", { type: "button", class: "quiet", "aria-label": `Copy ${what}` }, "Copy");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Not allowed";
    }
    setTimeout(() => (button.textContent = "Copy"), 1500);
  });
  return button;
}

/**
 * A choice between several values, as a row of radio buttons.
 *
 * @template {string} Value
 * @param {string} label
 * @param {{ value: Value, words: string }[]} choices
 * @param {Value} chosen
 * @param {(value: Value) => void} choose
 */
export function choice(label, choices, chosen, choose) {
  return make(
    "fieldset", { class: "choice" }, make("legend", {}, label),
    make(
      "div", {},
      choices.map(({ value, words }) =>
        make(
          "label", {},
          make("input", { type: "radio", name: label, value, checked: value === chosen, onchange: () => choose(value) }),
          make("span", {}, words),
        )),
    ),
  );
}

/** @param {string} words */
export const heading = (words) => make("h1", { tabIndex: -1 }, words);
