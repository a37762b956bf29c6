// @ts-check
// Starts the studio: its sections, the events of builds, emails and the sandbox, and the keyboard shortcuts.

import { appLinks, neighbourApp } from "./apps.js";
import { byId, make, replace } from "./dom.js";
import { emails } from "./emails.js";
import { flow } from "./flow.js";
import { forget, renew } from "./frames.js";
import { inbox } from "./inbox.js";
import { links } from "./links.js";
import { look, set as setLook } from "./look.js";
import { map } from "./map.js";
import { pages } from "./pages.js";
import { phone } from "./phone.js";
import { problems, showOverlay } from "./problems.js";
import { sandbox } from "./sandbox.js";
import { help, search } from "./search.js";
import { hasSandbox, post, refresh, site } from "./site.js";

/**
 * A section. The result of `show` replaces the previous content; null leaves it in place.
 *
 * @typedef {{ name: string, words: string, isAvailable?: () => boolean, show: (path: string[], again: () => void) => Node[] | Promise<Node[] | null>, events: string[], ofApp?: boolean }} Section ofApp: whether it shows one app, which the URL names after the section
 */

/** @type {Section[]} */
const sections = [
  { name: "pages", words: "Pages", show: pages, events: ["site"], ofApp: true },
  { name: "map", words: "Map", show: map, events: ["site"], ofApp: true },
  { name: "flow", words: "Flow", show: flow, events: ["email", "sandbox"], ofApp: true },
  { name: "emails", words: "Emails", show: emails, events: ["site", "emails"], ofApp: true },
  { name: "inbox", words: "Inbox", isAvailable: hasSandbox, show: inbox, events: ["email", "sandbox"] },
  { name: "sandbox", words: "Sandbox", isAvailable: hasSandbox, show: sandbox, events: ["site", "sandbox"], ofApp: true },
  { name: "links", words: "Links", show: links, events: ["build"], ofApp: true },
  { name: "phone", words: "Phone", isAvailable: () => site.network, show: phone, events: ["site"] },
  { name: "problems", words: "Problems", show: problems, events: ["site"] },
];

const route = () => location.hash.slice(2).split("/").map(decodeURIComponent);
const shown = () => sections.filter(({ isAvailable }) => !isAvailable || isAvailable());
const current = () => shown().find(({ name }) => name === route()[0]) ?? /** @type {Section} */ (sections[0]);

/** The number of calls of `show`; only the last of several concurrent ones takes effect. */
let turn = 0;

/**
 * Shows the section that the URL names.
 *
 * @param {boolean} isNew whether the user has just navigated to it
 */
async function show(isNew) {
  const mine = ++turn;
  const section = current();
  if (section.ofApp && site.others.includes(route()[1] ?? "")) return openApp(route()[1] ?? "");
  const parts = await section.show(route().slice(1), () => show(false));
  if (mine !== turn || !parts) return;
  const main = byId("content");
  const [x, y] = [scrollX, scrollY];
  replace(main, parts);
  forget();
  document.title = `${section.words} · Latchkey studio`;
  showNavigation();
  if (isNew) {
    scrollTo(0, 0);
    main.querySelector("h1")?.focus({ preventScroll: true });
  } else {
    scrollTo(x, y);
  }
}

/** The app that the URL names and that is being built. */
let opening = "";

/**
 * Opens an app of a large site that the URL names, as a bookmark does.
 *
 * @param {string} name
 */
function openApp(name) {
  if (opening === name) return;
  opening = name;
  replace(byId("content"), [make("p", { role: "status" }, `Building ${name}…`)]);
  post("/api/open", { app: name });
}

function showNavigation() {
  const section = current();
  const count = site.problems.filter(({ severity }) => severity !== "note").length;
  byId("sections").replaceChildren(
    ...shown().map(({ name, words }) =>
      make(
        "a", { href: `#/${name}`, "aria-current": name === section.name ? "page" : undefined },
        words, name === "problems" && count > 0 && make("span", { class: "count" }, ` ${count}`),
      )),
    ...(site.against === null ? [] : [make("a", { href: "/compare/index.html", title: `What differs from ${site.against}` }, "Compare")]),
  );
  const apps = byId("apps");
  const found = section.ofApp ? appLinks(section.name, route()[1]) : [];
  apps.hidden = !found.length;
  replace(apps, found);
  byId("folder").textContent = name();
  showBanner();
  showOverlay(section.name === "problems");
}

const name = () => site.folder + (site.environment ? ` · ${site.environment}` : "");

/** Warns about each app whose pages use the real backend. */
function showBanner() {
  const asking = site.apps.filter(({ asks }) => asks);
  const banner = byId("banner");
  banner.hidden = !asking.length;
  banner.replaceChildren(
    ...asking.map(({ title, asks, origin }) =>
      make(
        "p", {}, make("strong", {}, `${title} asks its real backend, `, make("code", {}, asks ?? ""), "."),
        " What you do in its pages is done there, emails included. The backend has to let ", make("code", {}, origin), " in (CORS).",
      )),
  );
}

/** @param {string} what */
function changed(what) {
  if (current().events.includes(what)) show(false);
}

/** Loads the state of the site, and shows it where it is listed; pages themselves are reloaded in their frames. */
async function update() {
  const wasBroken = site.broken;
  await refresh();
  if (wasBroken !== site.broken) byId("status").textContent = site.broken ? "The site cannot be built." : "The site builds again.";
  showNavigation();
  const isOpen = opening && !site.others.includes(opening);
  if (isOpen) opening = "";
  if (isOpen) show(true);
  else changed("site");
}

/**
 * The last event: a build's number and problems, and the versions of the studio's files, of the list of the site, of the
 * emails together, and of each document.
 *
 * @type {{ studio: string, build: number, problems: string, site: string, emails: string, versions: { [key: string]: string } } | undefined}
 */
let known;

const source = new EventSource("/events");
source.addEventListener("message", (event) => {
  /** @type {NonNullable<typeof known>} */
  const news = JSON.parse(event.data);
  // The server was restarted with another version of this page.
  if (known && known.studio !== news.studio) location.reload();
  const before = known;
  known = news;
  // Visible frames first, since the frames share this page's thread.
  const renewed = renew(news.versions);
  if (!before) refresh().then(() => show(false), () => show(false));
  else if (site.version !== news.site) renewed.then(update);
  if (before && before.build !== news.build) changed("build");
  if (before && before.emails !== news.emails) changed("emails");
});
source.addEventListener("open", () => (byId("folder").textContent = name()));
// The browser reconnects by itself.
source.addEventListener("error", () => (byId("folder").textContent = "is not running"));
source.addEventListener("email", () => changed("email"));
source.addEventListener("sandbox", () => changed("sandbox"));

addEventListener("hashchange", () => {
  // The link that skips to the content is not a section.
  if (location.hash.startsWith("#/")) show(true);
});

/** @param {number} step */
const toApp = (step) => {
  const app = neighbourApp(step, route()[1]);
  if (app) location.hash = `#/${current().ofApp ? current().name : "pages"}/${app.name}`;
};

/** @param {Partial<typeof look>} change */
const appear = (change) => {
  setLook(change);
  show(false);
};

/**
 * The keys, with what they do; a key beside a control of its own is its `data-key`.
 *
 * @type {{ key: string, words: string, act?: () => unknown }[]}
 */
const shortcuts = [
  { key: "/", words: "Search states, words and files" },
  { key: "?", words: "This list" },
  ...sections.map(({ name, words }, index) => ({ key: String(index + 1), words, act: () => (location.hash = `#/${name}`) })),
  { key: "[", words: "The app before", act: () => toApp(-1) },
  { key: "]", words: "The next app", act: () => toApp(1) },
  { key: "d", words: "Light or dark", act: () => appear({ scheme: look.scheme === "dark" ? "light" : "dark" }) },
  { key: "t", words: "Text at 100 % or 200 %", act: () => appear({ text: look.text === "200" ? "100" : "200" }) },
  { key: "Escape", words: "From a state to all pages", act: () => route().length > 2 && (location.hash = `#/${current().name}/${route()[1]}`) },
  { key: "←", words: "The state before" }, { key: "→", words: "The next state" },
  { key: "+", words: "Enlarge the map" }, { key: "-", words: "Reduce it" }, { key: "0", words: "Fit its width" }, { key: "a", words: "See all of it" },
];

byId("search").addEventListener("click", search);
byId("keys").addEventListener("click", () => help(shortcuts));

addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.matches("input:not([type=radio], [type=checkbox]), select, textarea") || target.closest("dialog")) return;
  const control = /** @type {HTMLElement | null} */ (document.querySelector(`[data-key="${CSS.escape(event.key)}"]`));
  const shortcut = shortcuts.find(({ key, act }) => act && key === event.key);
  if (control) control.click();
  else shortcut?.act?.();
  // So that a search does not begin with the slash, nor Firefox's own.
  if (control || shortcut) event.preventDefault();
});

// Until the first event, which comes after the first build.
byId("content").append(make("p", {}, "Reading the site…"));
