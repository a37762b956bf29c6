// @ts-check
// All states of all pages of all apps, side by side; and a single one in close-up.

import { heading, make } from "./dom.js";
import { frame } from "./frames.js";
import { address, conditionWords, look, lookBar, widths } from "./look.js";
import { others } from "./others.js";
import { appNamed, site } from "./site.js";

/** @typedef {import("./site.js").App} App */
/** @typedef {import("./site.js").Page} Page */
/** @typedef {import("./site.js").State} State */

/** @param {string} app @param {string} page @param {string} state */
const closeUp = (app, page, state) => `#/pages/${app}/${page}/${state}`;

/**
 * The section.
 *
 * @param {string[]} path the URL's path after `#/pages/`
 * @param {() => void} again renders it again
 * @returns {Node[]}
 */
export function pages(path, again) {
  const [appName = "", pageName = "", stateName = ""] = path;
  const app = appNamed(appName);
  const page = app?.pages.find((page) => page.name === pageName);
  const state = page?.states.find((state) => state.name === stateName);
  return app && page && state ? one(app, page, state, again) : overview(again);
}

/** @param {() => void} again @returns {Node[]} */
function overview(again) {
  const all = site.apps.flatMap((app) => app.pages.flatMap((page) => page.states));
  const conditions = [...new Set(all.flatMap((state) => state.conditions))];
  if (!all.length) return [heading("Pages"), ...others(), make("p", {}, "There are no pages until the problems are fixed.")];
  const shown = conditions.includes(look.condition) ? look.condition : look.condition === "all" ? "all" : "idle";
  const count = site.apps.reduce((sum, app) => sum + app.pages.length, 0);
  return [
    heading("Pages"),
    make("p", { class: "lead" }, `${counted(site.apps.length, "app")}, ${counted(count, "page")}, ${counted(all.length, "state")}. Changes appear when you save.`),
    ...others(),
    lookBar([...conditions, "all"], again),
    make(
      "nav", { class: "jump", "aria-label": "Apps" },
      site.apps.length > 1 && site.apps.map((app) => make("a", { href: `#app-${app.name}`, onclick: jump }, app.title)),
    ),
    ...site.apps.map((app) => appPart(app, shown)),
  ];
}

/**
 * Scrolls to an app without changing the URL's fragment, which names the section.
 *
 * @param {Event} event
 */
function jump(event) {
  event.preventDefault();
  const link = /** @type {HTMLAnchorElement} */ (event.currentTarget);
  const place = document.getElementById(link.hash.slice(1));
  place?.scrollIntoView();
  place?.focus({ preventScroll: true });
}

/** @param {App} app @param {string} shown */
const appPart = (app, shown) =>
  make(
    "section", { "aria-labelledby": `app-${app.name}` },
    make(
      "div", { class: "line" },
      make("h2", { id: `app-${app.name}`, tabIndex: -1 }, app.title),
      make("span", { class: "dim" }, app.contract ? `${app.host} · ${app.contract}` : app.host),
    ),
    app.pages.map((page) => pagePart(app, page, shown)),
  );

/** @param {App} app @param {Page} page @param {string} shown */
function pagePart(app, page, shown) {
  const cards = page.states.flatMap((state) =>
    state.conditions
      .filter((condition) => shown === "all" || condition === shown)
      .map((condition) => card(app, page, state, condition)));
  return make(
    "article", { "aria-labelledby": `page-${app.name}-${page.name}` },
    make(
      "div", { class: "line" },
      make("h3", { id: `page-${app.name}-${page.name}` }, page.title),
      make("code", {}, page.path),
      make("a", { href: `#/flow/${app.name}/${page.name}` }, "Try this page"),
    ),
    cards.length
      ? make("ul", { class: "cards" }, cards)
      : make("p", { class: "dim" }, `No state of this page can be ‘${conditionWords(shown)}’.`),
  );
}

/** @param {App} app @param {Page} page @param {State} state @param {string} condition */
function card(app, page, state, condition) {
  const { width, height } = widths[look.width];
  // Two pictures of the width of a phone must fit side by side even on a phone.
  const scale = Math.min(widths[look.width].scale, ((document.documentElement.clientWidth - 24) * (look.width === "phone" ? 0.475 : 1)) / width);
  const title = condition === "idle" ? state.name : `${state.name}, ${conditionWords(condition)}`;
  return make(
    "li", { class: "card", "data-state": `${app.name}/${page.name}/${state.name}`, "data-condition": condition },
    make(
      "div", { class: "picture" },
      frame(view(app, page, state, condition, { width, height, scale }), true),
      // Above the frame, so that it receives clicks anywhere on the picture.
      make("a", { href: closeUp(app.name, page.name, state.name), "aria-label": `${page.title}: ${title}` }),
    ),
    make("p", {}, make("strong", {}, state.name), condition === "idle" ? "" : ` ${conditionWords(condition)}`),
    make("p", { class: "dim" }, state.ways.join("; ")),
  );
}

/**
 * @param {App} app @param {Page} page @param {State} state @param {string} condition
 * @param {{ width: number, height: number, scale: number }} size
 */
const view = (app, page, state, condition, size) => ({
  key: state.key, title: `${app.title}, ${page.title}: ${state.name}`,
  address: address(app.origin, page.name, state.name, condition), ...size,
});

/** @param {App} app @param {Page} page @param {State} state @param {() => void} again @returns {Node[]} */
function one(app, page, state, again) {
  const { width, height } = widths[look.width];
  const condition = state.conditions.includes(look.condition) ? look.condition : "idle";
  // As large as the window allows.
  const scale = Math.min(1, (document.documentElement.clientWidth - 40) / width);
  const all = site.apps.flatMap((app) => app.pages.flatMap((page) => page.states.map((state) => ({ app, page, state }))));
  const place = all.findIndex((each) => each.app === app && each.page === page && each.state === state);
  return [
    make("p", { class: "line" }, make("a", { href: "#/pages" }, "All pages"), neighbour(all[place - 1], "Before", "ArrowLeft"), neighbour(all[place + 1], "Next", "ArrowRight")),
    heading(`${app.title}: ${state.name}`),
    make(
      "p", { class: "lead" }, `${page.title}, `, make("code", {}, `${page.file}:${state.line}`), `. Reached by ${state.ways.join("; ")}.`,
    ),
    lookBar(state.conditions, again),
    frame(view(app, page, state, condition, { width, height, scale }), false),
    make("p", { class: "line" },
      make("a", { href: address(app.origin, page.name, state.name, condition), target: "_blank", rel: "noopener" }, "Open in a tab"),
      make("a", { href: `#/flow/${app.name}/${page.name}` }, "Try this page")),
  ];
}

/**
 * @param {{ app: App, page: Page, state: State } | undefined} to
 * @param {string} words
 * @param {string} key
 */
const neighbour = (to, words, key) =>
  to && make("a", { href: closeUp(to.app.name, to.page.name, to.state.name), "data-key": key }, `${words}: ${to.state.name}`);

/** @param {number} count @param {string} noun */
const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
