// @ts-check
// A page in use, connected to the sandbox, next to its emails and the choices of next outcomes.

import { shownApp } from "./apps.js";
import { choice, heading, make, replace } from "./dom.js";
import { emails } from "./inbox.js";
import { look, set, widths } from "./look.js";
import { choices } from "./sandbox.js";
import { get, post } from "./site.js";
import { fit, frame, go, opened, stage } from "./stage.js";

const beside = make("div", { class: "beside" });

/**
 * The URL at which a page is used: of one that opens with a link, a new link with tokens of the sandbox.
 *
 * @param {import("./site.js").App} app
 * @param {import("./site.js").Page} [page]
 * @param {string} [link]
 * @returns {Promise<string>}
 */
async function startOf(app, page, link = page?.links[0]) {
  const { address } = link && !app.asks ? await post("/api/link", { app: app.name, link }) : { address: null };
  return address ?? app.origin + page?.path;
}

/**
 * @param {string[]} path
 * @returns {Promise<Node[] | null>} null if the shown section was updated in place
 */
export async function flow([appName, pageName, link]) {
  const app = shownApp(appName);
  if (!app) return [heading("Flow"), make("p", {}, "There is no page yet.")];
  const chosen = app.pages.find(({ name }) => name === pageName);
  const page = chosen ?? app.pages.find(({ links }) => !links.length) ?? app.pages[0];
  const address = opened[app.name];
  delete opened[app.name];
  const [controls, list] = await Promise.all([get("/api/sandbox"), emails(app.name)]);
  /** @type {import("./sandbox.js").SandboxApp | undefined} */
  const backend = controls.apps.find((/** @type {{ name: string }} */ { name }) => name === app.name);
  const parts = app.asks ? [make("p", { class: "dim" }, "The backend answers and sends its emails itself, so there is no inbox here.")] : [
    make("h2", {}, "Inbox"), list,
    make("h2", {}, "Outcomes"), backend ? choices(backend, operations(page)) : make("p", { class: "dim" }, "This app has no backend."),
  ];
  // Changes next to the frame must not reload the page in it.
  const key = `${app.name}/${pageName ?? ""}/${link ?? ""}`;
  const isShown = stage.isConnected && stage.dataset.key === key;
  replace(beside, parts);
  if (isShown) return null;
  stage.dataset.key = key;
  fit();
  frame.title = `${app.title}, as people use it`;
  const start = () => startOf(app, page, link);
  frame.src = chosen ? await start() : address ?? (await start());
  return [heading(`Flow of ${app.title}`), bar(app, page, link, start), make("div", { class: "flow" }, stage, beside)];
}

/**
 * The operations of a page.
 *
 * @param {import("./site.js").Page} [page]
 */
const operations = (page) => new Set(page?.states.flatMap(({ outcomes }) => outcomes.map((outcome) => outcome.split(":")[0] ?? "")));

/**
 * @param {import("./site.js").App} app
 * @param {import("./site.js").Page | undefined} page
 * @param {string | undefined} link
 * @param {() => Promise<string>} start
 */
function bar(app, page, link, start) {
  const select = make(
    "select", { onchange: () => (location.hash = `#/flow/${select.value}`) },
    app.pages.flatMap(({ name, title, path, links }) =>
      links.length
        ? links.map((link) => make("option", { value: `${app.name}/${name}/${link}` }, `${title}, by the link ${link} (${path})`))
        : make("option", { value: `${app.name}/${name}` }, `${title} (${path})`)),
  );
  select.value = [app.name, page?.name, link ?? page?.links[0]].filter(Boolean).join("/");
  const sizes = Object.entries(widths).map(([value, { words }]) => ({ value: /** @type {import("./look.js").Width} */ (value), words }));
  return make(
    "div", { class: "bar" },
    make("label", { class: "pick" }, make("span", {}, "Page"), select),
    choice("Width", sizes, look.width, (width) => {
      set({ width });
      fit();
    }),
    make("button", { type: "button", onclick: async () => go(await start()) }, "Start again"),
    make("button", { type: "button", onclick: async () => open(await start(), "_blank", "noopener") }, "Open in a tab"),
  );
}
