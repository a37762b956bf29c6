// @ts-check
// The apps of a large site that are not built yet: found by name, and built when they are opened.

import { keep } from "./choices.js";
import { make } from "./dom.js";
import { site, post } from "./site.js";

/** The maximum number of apps listed at once. */
const most = 30;

/** The search text, kept when the site changes. */
let searched = "";

/** Buttons to open the apps that are not open; empty if all are. @returns {Node[]} */
export function others() {
  if (!site.others.length) return [];
  const list = make("ul", { class: "others" });
  const count = make("p", { class: "dim", "aria-live": "polite" });
  function fill() {
    const found = site.others.filter((name) => name.includes(searched.trim().toLowerCase()));
    list.replaceChildren(...found.slice(0, most).map((name) => make("li", {}, button(name, count))));
    const hidden = found.length - most;
    count.textContent = found.length ? (hidden > 0 ? `And ${hidden} more: type a part of the name.` : "") : "No app has this in its name.";
  }
  const input = make("input", {
    type: "search", value: searched, spellcheck: false, autocomplete: "off", oninput: () => {
      searched = input.value;
      fill();
    },
  });
  fill();
  return [
    make(
      "div", { class: "panel" },
      make(
        "p", {},
        `${site.others.length} more ${site.others.length === 1 ? "app is" : "apps are"} not open. An app is built and checked when you open it; `,
        make("code", {}, "latchkey check"), " checks all of them.",
      ),
      make("label", { class: "pick" }, make("span", {}, "Find an app by its folder’s name"), input), list, count,
    ),
  ];
}

/** @param {string} name @param {HTMLElement} status */
function button(name, status) {
  const button = make("button", { type: "button", class: "quiet" }, name);
  button.addEventListener("click", async () => {
    button.disabled = true;
    status.textContent = `Building ${name}…`;
    try {
      keep({ app: name });
      await post("/api/open", { app: name });
    } catch {
      status.textContent = `${name} cannot be opened: it is no longer in the site.`;
    }
  });
  return button;
}
