// @ts-check
// The diagnostics of the site: a section, and an overlay while the last good pages are shown.

import { byId, copyButton, heading, make } from "./dom.js";
import { site } from "./site.js";

/** @returns {Node[]} */
export function problems() {
  const lead = site.broken
    ? "The pages are shown as they were before this."
    : site.problems.length ? "These notes don't block the build." : "There are none.";
  return [heading("Problems"), make("p", { class: "lead" }, lead), list(site.problems)];
}

/** @param {import("./site.js").Problem[]} problems */
export const list = (problems) =>
  make(
    "ul", { class: "problems" },
    problems.map((problem) =>
      make(
        "li", {},
        make(
          "p", { class: "line" },
          make("strong", {}, problem.severity), make("code", {}, problem.place),
          problem.place && copyButton(problem.place, `the place ${problem.place}`),
        ),
        make("p", {}, problem.message),
        problem.excerpt && make("pre", { tabIndex: 0, "aria-label": "The line" }, problem.excerpt),
        problem.fix && make("p", {}, problem.fix),
      )),
  );

/** The version of the site whose diagnostics the user has hidden; those of others are shown again. */
let hidden = "";

/**
 * Shows the overlay with the diagnostics, or removes it.
 *
 * @param {boolean} isElsewhere whether the current section shows them
 */
export function showOverlay(isElsewhere) {
  const overlay = byId("overlay");
  const errors = site.problems.filter(({ severity }) => severity === "error").length;
  if (!site.broken) hidden = "";
  if (!site.broken || isElsewhere || hidden === site.version) {
    overlay.hidden = true;
    overlay.replaceChildren();
    return;
  }
  const hide = () => {
    hidden = site.version;
    overlay.hidden = true;
  };
  const isShown = !overlay.hidden && overlay.dataset.version === site.version;
  if (isShown) return;
  overlay.dataset.version = site.version;
  overlay.hidden = false;
  overlay.replaceChildren(
    make(
      "div", { class: "line" },
      make("h2", {}, `${errors} ${errors === 1 ? "problem" : "problems"}`),
      make("span", {}, "The last good pages are shown."),
      make("button", { type: "button", class: "quiet", onclick: hide }, "Hide"),
    ),
    list(site.problems),
  );
}
