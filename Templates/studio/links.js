// @ts-check
// The explanation of a URL on each platform, and the files that determine it.

import { shownApp } from "./apps.js";
import { copyButton, disclosure, heading, make } from "./dom.js";
import { get } from "./site.js";

/** @typedef {{ refusal: string }} Refusal */
/** @typedef {{ address: string, app: string, summary: string, parameters: { name: string, value: string }[], rows: { situation: string, words: string }[], reasons: string[] }} Explanation */
/** @typedef {{ name: string, text: string, address: string, components: { text: string, words: string }[] }} AssociationFile */
/** @typedef {{ name: string, title: string, examples: { link: string, address: string }[], files: AssociationFile[], project: { name: string, text: string }[] }} LinkedApp */

/** The entered URL, kept when the site changes. */
let asked = "";

/** @param {string[]} path @returns {Promise<Node[]>} */
export async function links([name]) {
  /** @type {{ apps: LinkedApp[] }} */
  const { apps } = await get("/api/links");
  const shown = shownApp(name);
  const app = apps.find(({ name }) => name === shown?.name);
  const answer = make("div", { class: "answer", "aria-live": "polite" });
  const input = make("input", {
    type: "text", inputMode: "url", value: asked, placeholder: (app ?? apps[0])?.examples[0]?.address ?? "https://", spellcheck: false,
    autocomplete: "off", oninput: () => explain(input.value),
  });
  /** @param {string} address */
  async function explain(address) {
    asked = address;
    const found = address.trim() ? await get(`/api/explain?url=${encodeURIComponent(address)}`) : null;
    if (asked === address) answer.replaceChildren(...(found ? explanation(found) : []));
  }
  if (asked) await explain(asked);
  return [
    heading(app ? `Links of ${app.title}` : "Links"),
    make("p", { class: "lead" }, "Paste a link from any app, or from the preview, to see what every platform does with it."),
    make("label", { class: "pick wide" }, make("span", {}, "Address"), input),
    make(
      "p", { class: "line", hidden: !app?.examples.length }, make("span", { class: "dim" }, "Such as"),
      (app?.examples ?? []).map(({ link, address }) =>
        make("button", { type: "button", class: "quiet", title: address, onclick: () => {
          input.value = address;
          explain(address);
        } }, link)),
    ),
    answer,
    ...(app ? appPart(app) : []),
  ];
}

/** @param {Refusal | Explanation} found @returns {Node[]} */
function explanation(found) {
  if ("refusal" in found) return [make("p", {}, found.refusal)];
  return [
    make("p", {}, make("strong", {}, found.app), ` · ${found.summary}`),
    make("dl", {}, found.parameters.flatMap(({ name, value }) => [make("dt", {}, name), make("dd", {}, value)])),
    make(
      "table", {},
      make("caption", { class: "unseen" }, "What happens where"),
      make("tbody", {}, found.rows.map(({ situation, words }) => make("tr", {}, make("th", { scope: "row" }, situation), make("td", {}, words)))),
    ),
    ...found.reasons.map((reason) => make("p", { class: "dim" }, reason)),
  ];
}

/** @param {LinkedApp} app */
const appPart = (app) => [
  ...app.files.map(associationFile),
  make("h2", { hidden: !app.project.length }, "For the app’s project"),
  ...app.project.map((file) => disclosure(`${app.name} ${file.name}`, file.name, source(file.name, file.text))),
];

/** @param {AssociationFile} file */
const associationFile = (file) =>
  make(
    "div", { class: "panel" },
    make("div", { class: "line" }, make("h2", {}, file.name), make("code", {}, file.address)),
    file.components.length
      ? make("ol", { class: "components" }, file.components.map(({ text, words }) => make("li", {}, make("p", {}, words), make("code", {}, text))))
      : make("p", { class: "dim" }, "It opens the app for no address."),
    disclosure(file.address, "The file", source(file.name, file.text)),
  );

/** @param {string} name @param {string} text */
const source = (name, text) =>
  make("div", { class: "source" }, copyButton(text, name), make("pre", { tabIndex: 0, "aria-label": name }, text));
