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
 * @param {string} words the button's text
 */
export function copyButton(text, what, words = "Copy") {
  const button = make("button", { type: "button", class: "quiet", "aria-label": `Copy ${what}` }, words);
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Not allowed";
    }
    setTimeout(() => (button.textContent = words), 1500);
  });
  return button;
}

/** The keys of the disclosures that are open. A section that is drawn again must not close what somebody is reading.
 *  @type {Set<string>} */
const open = new Set();

/**
 * A part that opens below its summary, and stays open when its section is drawn again.
 *
 * @param {string} key unique in the studio
 * @param {string} summary
 * @param {...Child} children
 */
export function disclosure(key, summary, ...children) {
  const element = make("details", { open: open.has(key) }, make("summary", {}, summary), ...children);
  element.addEventListener("toggle", () => (element.open ? open.add(key) : open.delete(key)));
  return element;
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

/**
 * Replaces what an element holds. What takes the place of the focused element gets the focus.
 *
 * @param {Element} root
 * @param {Node[]} parts
 */
export function replace(root, parts) {
  const focus = pathTo(document.activeElement, root);
  root.replaceChildren(...parts);
  if (focus) /** @type {HTMLElement | null} */ (root.querySelector(focus))?.focus({ preventScroll: true });
}

/**
 * A selector for an element's position, by which the element that replaces it gets the focus. An email keeps its
 * identity, since a newer one comes in before it.
 *
 * @param {Element | null} element
 * @param {Element} root
 */
function pathTo(element, root) {
  if (!element || element === root || !root.contains(element)) return undefined;
  const steps = [];
  for (let at = element; at !== root && at.parentElement; at = at.parentElement) {
    const email = /** @type {HTMLElement} */ (at).dataset.email;
    steps.unshift(email ? `[data-email="${CSS.escape(email)}"]` : `${at.localName}:nth-child(${[...at.parentElement.children].indexOf(at) + 1})`);
  }
  return `:scope > ${steps.join(" > ")}`;
}
