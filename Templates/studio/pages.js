// @ts-check
// All states of all pages of an app, side by side; and a single one in close-up.

import { shownApp } from "./apps.js";
import { copyButton, heading, make } from "./dom.js";
import { editorLink } from "./editor.js";
import { frame } from "./frames.js";
import { address, conditionWords, languages, look, lookBar, schemes, widths } from "./look.js";
import { others } from "./others.js";
import { pictureButton } from "./picture.js";
import { appNamed } from "./site.js";
import { fitted, playInFlow } from "./stage.js";

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
  const [appName = "", pageName = "", stateName = "", played] = path;
  const app = appNamed(appName);
  const page = app?.pages.find((page) => page.name === pageName);
  const state = page?.states.find((state) => state.name === stateName);
  return app && page && state ? one(app, page, state, again, played) : overview(shownApp(appName), pageName, again);
}

/** The number of pages up to which a list of them would only take room. */
const few = 3;

/**
 * @param {App | undefined} app
 * @param {string} pageName the page that alone is shown; all if there is none
 * @param {() => void} again
 * @returns {Node[]}
 */
function overview(app, pageName, again) {
  const all = app?.pages.flatMap((page) => page.states) ?? [];
  const conditions = [...new Set(all.flatMap((state) => state.conditions))];
  if (!app || !all.length) return [heading("Pages"), ...others(), make("p", {}, "There are no pages until the problems are fixed.")];
  const only = app.pages.find(({ name }) => name === pageName);
  const shown = conditions.includes(look.condition) ? look.condition : look.condition === "all" ? "all" : "idle";
  return [
    heading(`Pages of ${app.title}`),
    make(
      "p", { class: "lead" },
      `${counted(app.pages.length, "page")}, ${counted(all.length, "state")} on ${app.host}${app.contract ? `, with ${app.contract}` : ""}. Changes appear when you save.`,
    ),
    ...others(),
    lookBar([...conditions, "all"], again, app),
    ...pageLinks(app, only?.name ?? ""),
    ...(only ? [only] : app.pages).map((page) => pagePart(app, page, shown)),
  ];
}

/** @param {App} app @param {string} chosen @returns {Node[]} */
function pageLinks(app, chosen) {
  if (app.pages.length <= few) return [];
  /** @param {string} words @param {string} name */
  const link = (words, name) =>
    make("li", {}, make("a", { href: `#/pages/${app.name}${name && `/${name}`}`, "aria-current": name === chosen ? "true" : undefined }, words));
  const titles = app.pages.map(({ title }) => title);
  /** @param {Page} page */
  const words = ({ title, path }) => (titles.filter((each) => each === title).length > 1 ? `${title} (${path})` : title);
  return [make("nav", { "aria-label": "Pages" }, make("ul", { class: "line" }, link("All", ""), app.pages.map((page) => link(words(page), page.name))))];
}

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
      make("h2", { id: `page-${app.name}-${page.name}` }, page.title),
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
      frames(app, page, state, condition, { width, height, scale }, true),
      // Above the frames, so that it receives clicks anywhere on the picture.
      make("a", { href: closeUp(app.name, page.name, state.name), "aria-label": `${page.title}: ${title}` }),
    ),
    make("p", {}, make("strong", {}, state.name), condition === "idle" ? "" : ` ${conditionWords(condition)}`),
    make("p", { class: "dim" }, state.ways.join("; ")),
  );
}

/**
 * A state in the chosen languages, the original first, and colours, light before dark.
 *
 * @param {App} app @param {Page} page @param {State} state @param {string} condition
 * @param {{ width: number, height: number, scale: number }} size
 * @param {boolean} isPicture
 */
const frames = (app, page, state, condition, size, isPicture) =>
  make(
    "div", { class: "frames" },
    languages(page.languages).flatMap((language) =>
      schemes().map((scheme, index) =>
        frame({
          key: language ? state.key.replace(".html#", `.${language}.html#`) : state.key,
          title: `${app.title}, ${page.title} (${page.name}): ${state.name}${index ? `, ${scheme}` : ""}${language ? `, ${language}` : ""}`,
          address: address(app.origin, page.name, state.name, condition, scheme, language), ...size,
        }, isPicture))),
  );

/**
 * @param {App} app @param {Page} page @param {State} state @param {() => void} again
 * @param {string} [played] the outcome that the frame plays, such as `send-link:ok`
 * @returns {Node[]}
 */
function one(app, page, state, again, played) {
  const { width, height } = widths[look.width];
  const outcome = state.outcomes.find((each) => each === played);
  const condition = outcome ?? (state.conditions.includes(look.condition) ? look.condition : "idle");
  const shown = frames(app, page, state, condition, { width, height, scale: fitted(width * schemes().length * languages(page.languages).length, height, 190) }, false);
  const all = app.pages.flatMap((page) => page.states.map((state) => ({ app, page, state })));
  const place = all.findIndex((each) => each.app === app && each.page === page && each.state === state);
  return [
    make("p", { class: "line" }, make("a", { href: `#/pages/${app.name}` }, "All pages"), make("a", { href: `#/map/${app.name}` }, "Map"), neighbour(all[place - 1], "Before", "ArrowLeft"), neighbour(all[place + 1], "Next", "ArrowRight")),
    heading(`${app.title}: ${state.name}`),
    make("div", { class: "flow" }, shown, make(
      "div", { class: "beside" },
      make("p", { class: "dim" }, `${page.title}, `, make("code", {}, `${page.file}:${state.line}`), `. Reached by ${state.ways.join("; ")}.`),
      make(
        "p", { class: "line" },
        make("a", { href: `#/flow/${app.name}/${page.name}` }, "Try this page"),
        make("a", { href: address(app.origin, page.name, state.name, condition, undefined, languages(page.languages).pop()), target: "_blank", rel: "noopener" }, "Open in a tab"),
        editorLink(page.file, state.line),
        copyButton(address(app.origin, page.name, state.name, condition, undefined, languages(page.languages).pop()), "the state’s address", "Copy address"),
        pictureButton(shown, `${app.name}-${page.name}-${state.name}`),
      ),
      lookBar(state.conditions, again, app),
      make(
        "div", { class: "play", hidden: !state.outcomes.length }, make("h2", {}, "Play"),
        make("ul", {}, state.outcomes.map((each) =>
          make("li", {}, make("a", { href: `${closeUp(app.name, page.name, state.name)}/${each}`, "aria-current": each === outcome ? "true" : undefined }, conditionWords(each))))),
        outcome && !app.asks && make("button", { type: "button", class: "quiet", onclick: () => playInFlow(app.name, page.name, outcome) }, "Play it in the sandbox"),
      ),
    )),
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
