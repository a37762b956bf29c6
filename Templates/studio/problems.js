// @ts-check
// The diagnostics of the site: a section, and an overlay while the last good pages are shown.

import { byId, copyButton, heading, make } from "./dom.js";
import { editorChoice, editorLink } from "./editor.js";
import { site } from "./site.js";

/** @param {string[]} _path @param {() => void} again @returns {Node[]} */
export function problems(_path, again) {
  const lead = site.broken
    ? "The pages are shown as they were before this."
    : site.problems.length ? "These notes don't block the build." : "There are none.";
  return [heading("Problems"), make("p", { class: "lead" }, lead), make("div", {}, site.problems.length > 0 && editorChoice(again)), list(site.problems)];
}

/**
 * A link to the state in whose part of a file a problem is; nothing for other files.
 *
 * @param {import("./site.js").Problem} problem
 */
function stateLink({ file, line = 0 }) {
  for (const app of site.apps) {
    const page = app.pages.find((page) => page.file === file);
    const state = page?.states.filter((state) => state.line <= line).pop() ?? page?.states[0];
    if (page && state) return make("a", { href: `#/pages/${app.name}/${page.name}/${state.name}` }, `${page.title}: ${state.name}`);
  }
  return null;
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
          editorLink(problem.file, problem.line, problem.column), stateLink(problem),
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
