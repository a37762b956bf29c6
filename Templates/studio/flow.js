// @ts-check
// A page in use, connected to the sandbox, next to its emails and the choices of next outcomes.

import { choice, heading, make, replace } from "./dom.js";
import { emails } from "./inbox.js";
import { look, widths } from "./look.js";
import { choices } from "./sandbox.js";
import { appNamed, get, site } from "./site.js";
import { fit, frame, go, opened, stage } from "./stage.js";

const beside = make("div", { class: "beside" });

/**
 * @param {string[]} path
 * @returns {Promise<Node[] | null>} null if the shown section was updated in place
 */
export async function flow([appName, pageName]) {
  const app = appNamed(appName ?? "") ?? site.apps[0];
  if (!app) return [heading("Flow"), make("p", {}, "There is no page yet.")];
  const page = app.pages.find(({ name }) => name === pageName);
  const address = opened[app.name];
  delete opened[app.name];
  const start = app.origin + (page ?? app.pages[0])?.path;
  const [controls, list] = await Promise.all([get("/api/sandbox"), emails(app.name)]);
  /** @type {import("./sandbox.js").SandboxApp | undefined} */
  const backend = controls.apps.find((/** @type {{ name: string }} */ { name }) => name === app.name);
  const parts = app.asks ? [make("p", { class: "dim" }, "The backend answers and sends its emails itself, so there is no inbox here.")] : [
    make("h2", {}, "Inbox"), list,
    make("h2", {}, "What comes next"), backend ? choices(backend) : make("p", { class: "dim" }, "This app has no backend."),
  ];
  // Changes next to the frame must not reload the page in it.
  const key = `${app.name}/${pageName ?? ""}`;
  const isShown = stage.isConnected && stage.dataset.key === key;
  replace(beside, parts);
  if (isShown) return null;
  stage.dataset.key = key;
  fit();
  frame.title = `${app.title}, as people use it`;
  frame.src = page ? start : address ?? start;
  return [heading("Flow"), bar(app.name, page?.name ?? "", start), make("div", { class: "flow" }, stage, beside)];
}

/** @param {string} app @param {string} page @param {string} start */
function bar(app, page, start) {
  const select = make(
    "select", { onchange: () => (location.hash = `#/flow/${select.value}`) },
    site.apps.map((app) =>
      make("optgroup", { label: app.title }, app.pages.map(({ name, path }) => make("option", { value: `${app.name}/${name}` }, path)))),
  );
  select.value = `${app}/${page || appNamed(app)?.pages[0]?.name}`;
  const sizes = Object.entries(widths).map(([value, { words }]) => ({ value: /** @type {import("./look.js").Width} */ (value), words }));
  return make(
    "div", { class: "bar" },
    make("label", { class: "pick" }, make("span", {}, "Page"), select),
    choice("Width", sizes, look.width, (width) => {
      look.width = width;
      fit();
    }),
    make("button", { type: "button", onclick: () => go(start) }, "Start again"),
    make("a", { href: start, target: "_blank", rel: "noopener" }, "In a tab"),
  );
}
