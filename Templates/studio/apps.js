// @ts-check
// One app at a time: the list of apps at the side, and which of them is shown.

import { choices, keep } from "./choices.js";
import { make } from "./dom.js";
import { appNamed, site } from "./site.js";

/**
 * The app that a section shows: that of the URL, else the one that was chosen last, else the first.
 *
 * @param {string} [name] as in the URL
 * @returns {import("./site.js").App | undefined}
 */
export function shownApp(name) {
  const app = appNamed(name ?? "") ?? appNamed(choices.app) ?? site.apps[0];
  if (app && name === app.name && choices.app !== name) keep({ app: name });
  return app;
}

/**
 * The links to the apps; none if there is only one.
 *
 * @param {string} section the section that they stay in
 * @param {string} [name] the app of the URL
 */
export function appLinks(section, name) {
  if (site.apps.length + site.others.length < 2) return [];
  const shown = shownApp(name);
  return [
    make("h2", { class: "dim" }, "Apps"),
    make(
      "ul", {},
      site.apps.map((app) =>
        make("li", {}, make("a", { href: `#/${section}/${app.name}`, "aria-current": app === shown ? "true" : undefined }, app.title))),
      site.others.length > 0 && make("li", {}, make("a", { href: "#/pages" }, `${site.others.length} more…`)),
    ),
  ];
}

/**
 * The app before or after the shown one, in a circle.
 *
 * @param {number} step 1 or -1
 * @param {string} [name] the app of the URL
 */
export function neighbourApp(step, name) {
  const shown = shownApp(name);
  const index = site.apps.findIndex((app) => app === shown);
  return site.apps[(index + step + site.apps.length) % site.apps.length];
}
