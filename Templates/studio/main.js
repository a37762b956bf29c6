// @ts-check
// Starts the studio: its sections, the events of builds, emails and the sandbox, and the keyboard shortcuts.

import { byId, make, replace } from "./dom.js";
import { emails } from "./emails.js";
import { flow } from "./flow.js";
import { forget, renew } from "./frames.js";
import { inbox } from "./inbox.js";
import { links } from "./links.js";
import { pages } from "./pages.js";
import { phone } from "./phone.js";
import { problems, showOverlay } from "./problems.js";
import { sandbox } from "./sandbox.js";
import { hasSandbox, refresh, site } from "./site.js";

/**
 * A section. The result of `show` replaces the previous content; null leaves it in place.
 *
 * @typedef {{ name: string, words: string, isAvailable?: () => boolean, show: (path: string[], again: () => void) => Node[] | Promise<Node[] | null>, events: string[] }} Section
 */

/** @type {Section[]} */
const sections = [
  { name: "pages", words: "Pages", show: pages, events: ["site"] },
  { name: "flow", words: "Flow", show: flow, events: ["email", "sandbox"] },
  { name: "emails", words: "Emails", show: emails, events: ["site", "emails"] },
  { name: "inbox", words: "Inbox", isAvailable: hasSandbox, show: inbox, events: ["email", "sandbox"] },
  { name: "sandbox", words: "Sandbox", isAvailable: hasSandbox, show: sandbox, events: ["site", "sandbox"] },
  { name: "links", words: "Links", show: links, events: ["build"] },
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

function showNavigation() {
  const section = current();
  const count = site.problems.filter(({ severity }) => severity !== "note").length;
  byId("sections").replaceChildren(
    ...shown().map(({ name, words }) =>
      make(
        "a", { href: `#/${name}`, "aria-current": name === section.name ? "page" : undefined },
        words, name === "problems" && count > 0 && make("span", { class: "count" }, ` ${count}`),
      )),
  );
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
  changed("site");
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

addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.matches("input, select, textarea")) return;
  if (event.key === "Escape" && route().length > 2) location.hash = `#/${current().name}`;
  else /** @type {HTMLElement | null} */ (document.querySelector(`[data-key="${event.key}"]`))?.click();
});

// Until the first event, which comes after the first build.
byId("content").append(make("p", {}, "Reading the site…"));
