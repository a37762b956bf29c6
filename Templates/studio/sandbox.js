// @ts-check
// The controls of the imitated backends.

import { shownApp } from "./apps.js";
import { disclosure, heading, make } from "./dom.js";
import { inWords } from "./look.js";
import { get, post } from "./site.js";

/** @typedef {{ name: string, outcomes: string[], next: string | null }} Operation */
/** @typedef {{ name: string, title: string, refusesOthers: boolean, operations: Operation[] }} SandboxApp */
/** @typedef {{ now: string, ahead: boolean, apps: SandboxApp[] }} Controls */

/**
 * Sends a control request. Its effect is shown on the event that follows, in every open studio.
 *
 * @param {unknown} request
 */
const control = (request) => post("/api/sandbox", request);

/** @param {string[]} path @returns {Promise<Node[]>} */
export async function sandbox([name]) {
  /** @type {Controls} */
  const controls = await get("/api/sandbox");
  return [
    heading("Sandbox"),
    make(
      "p", { class: "lead" },
      "Imitated backends, which the pages use in place of the real ones. The accounts are ",
      ...["person", "disabled", "unverified", "second-factor"].flatMap((name, index) => [index ? ", " : "", make("code", {}, `${name}@example.com`)]),
      ", with the password ", make("code", {}, "Sandbox-Password-1"), ".",
    ),
    clock(controls),
    ...controls.apps.filter((app) => app.name === shownApp(name)?.name).map((app) =>
      make(
        "section", { class: "panel", "aria-labelledby": `sandbox-${app.name}` },
        make("div", { class: "line" }, make("h2", { id: `sandbox-${app.name}` }, app.title), button(`Reset ${app.title}`, { reset: true, app: app.name })),
        choices(app),
      )),
  ];
}

/** @param {Controls} controls */
const clock = (controls) =>
  make(
    "section", { class: "panel", "aria-labelledby": "sandbox-clock" },
    make("div", { class: "line" }, make("h2", { id: "sandbox-clock" }, "The clock"), make("time", { dateTime: controls.now }, time(controls.now)), controls.ahead && make("span", { class: "dim" }, "ahead of the real one")),
    make(
      "p", { class: "line" },
      [["1m", "A minute later"], ["1h", "An hour later"], ["1d", "A day later"], ["7d", "A week later"]].map(([advance = "", words = ""]) => button(words, { advance })),
      button("Reset everything", { reset: true }),
    ),
  );

/** @param {string} words @param {unknown} request */
const button = (words, request) => make("button", { type: "button", onclick: () => control(request) }, words);

/**
 * The choices for an app.
 *
 * @param {SandboxApp} app
 * @param {Set<string>} [first] the operations of the page that is used; others are folded unless an outcome is chosen for them
 */
export function choices(app, first) {
  const isFirst = (/** @type {Operation} */ { name, next }) => !first || first.has(name) || next;
  const others = app.operations.filter((operation) => !isFirst(operation));
  return make(
    "div", { class: "choices" },
    app.operations.filter(isFirst).map((operation) => outcome(app, operation)),
    others.length > 0 && disclosure(`${app.name} others`, "Operations of other pages", make("div", { class: "choices" }, others.map((operation) => outcome(app, operation)))),
    make(
      "label", { class: "tick" },
      make("input", { type: "checkbox", checked: app.refusesOthers, onchange: (/** @type {Event} */ event) =>
        control({ app: app.name, refuse: /** @type {HTMLInputElement} */ (event.target).checked }) }),
      make("span", {}, "Block requests from other origins (CORS)"),
    ),
  );
}

/** @param {SandboxApp} app @param {Operation} operation */
function outcome(app, operation) {
  const select = make(
    "select", { onchange: () => control({ app: app.name, operation: operation.name, outcome: select.value || null }) },
    make("option", { value: "" }, "Normal"),
    operation.outcomes.map((outcome) => make("option", { value: outcome }, inWords(outcome))),
  );
  select.value = operation.next ?? "";
  return make("label", { class: "pick" }, make("span", {}, "Outcome of the next ", make("code", {}, operation.name)), select);
}

/** @param {string} text */
const time = (text) => new Date(text).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "medium" });
