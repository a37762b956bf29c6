// @ts-check
// Search over states, words and files, in a dialog that "/" opens.

import { make } from "./dom.js";
import { get, site } from "./site.js";

/** @typedef {{ words: string, where: string, text: string, href: string }} Entry */

/** The maximum number of results shown. */
const most = 40;

/** @returns {Promise<Entry[]>} */
async function entries() {
  /** @type {[{ [key: string]: string }, { apps: import("./site.js").MailedApp[] }]} */
  const [texts, { apps }] = await Promise.all([get("/api/words"), get("/api/emails")]);
  const states = site.apps.flatMap((app) =>
    app.pages.flatMap((page) =>
      page.states.map((state) => ({
        words: `${page.title}: ${state.name}`, where: `${app.title} · ${page.file}:${state.line}`, text: texts[state.key] ?? "",
        href: `#/pages/${app.name}/${page.name}/${state.name}`,
      }))));
  const emails = apps.flatMap((app) =>
    app.emails.map((email) => ({
      words: email.subject, where: `${app.title} · ${email.file}`, text: `${email.name} ${email.text}`, href: `#/emails/${app.name}`,
    })));
  return [...states, ...emails];
}

/**
 * The part of a text around the place where it was found.
 *
 * @param {string} text
 * @param {string} word
 */
function excerpt(text, word) {
  const at = text.toLowerCase().indexOf(word);
  return at < 0 ? "" : `${at > 30 ? "…" : ""}${text.slice(Math.max(0, at - 30), at + 60).replace(/\s+/g, " ")}…`;
}

/** Opens the search. */
export async function search() {
  const all = await entries();
  const list = make("ul", { class: "found" });
  const count = make("p", { class: "dim", role: "status" });
  const input = make("input", { type: "search", autocomplete: "off", spellcheck: false });
  const dialog = make(
    "dialog", { "aria-label": "Search", class: "search" },
    make("label", { class: "pick wide" }, make("span", {}, "Search for states, words and files"), input), count, list,
  );
  function fill() {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = words.length
      ? all.filter((entry) => words.every((word) => `${entry.words} ${entry.where} ${entry.text}`.toLowerCase().includes(word)))
      : [];
    count.textContent = words.length ? (found.length > most ? `${found.length} found; the first ${most}:` : `${found.length} found`) : "";
    list.replaceChildren(...found.slice(0, most).map((entry) =>
      make(
        "li", {},
        make("a", { href: entry.href, onclick: () => dialog.close() }, entry.words),
        make("span", { class: "dim" }, entry.where), make("span", { class: "dim" }, excerpt(entry.text, words[0] ?? "")),
      )));
  }
  input.addEventListener("input", fill);
  dialog.addEventListener("keydown", (event) => {
    const links = [...list.querySelectorAll("a")];
    if (event.key === "Enter" && event.target === input) return links[0]?.click();
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    const stops = [input, ...links];
    stops[(stops.findIndex((stop) => stop === document.activeElement) + step + stops.length) % stops.length]?.focus();
  });
  show(dialog);
}

/**
 * The list of shortcuts.
 *
 * @param {{ key: string, words: string }[]} shortcuts
 */
export const help = (shortcuts) =>
  show(make(
    "dialog", { "aria-labelledby": "shortcuts", class: "search" },
    make("h2", { id: "shortcuts", tabIndex: -1, autofocus: true }, "Keyboard shortcuts"),
    make("dl", {}, shortcuts.flatMap(({ key, words }) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, words)])),
    make("button", { type: "button", onclick: () => document.querySelector("dialog")?.close() }, "Close"),
  ));

/** @param {HTMLDialogElement} dialog */
function show(dialog) {
  dialog.addEventListener("close", () => dialog.remove());
  // In a search field, Escape would only empty it.
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
}
