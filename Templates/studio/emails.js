// @ts-check
// All emails as email programs show them: in their own light and dark colours, in those that programs force on them, without
// pictures, as text, narrow and enlarged; and their source in the format of the service that sends them.

import { shownApp } from "./apps.js";
import { copyButton, disclosure, heading, make } from "./dom.js";
import { frame } from "./frames.js";
import { languageChoice, languages } from "./look.js";
import { list } from "./problems.js";
import { appNamed, get, post } from "./site.js";

/** @typedef {import("./site.js").Email} Email */
/** @typedef {import("./site.js").MailedApp} MailedApp */
/** @typedef {import("./site.js").Problem} Problem */

const readers = [
  { words: "Light", query: "scheme=light", width: 390 },
  { words: "Dark, its own colours", query: "scheme=dark", width: 390 },
  { words: "Dark in Gmail, iPhone", query: "forced=gmail-ios", width: 390 },
  { words: "Dark in Gmail, Android", query: "forced=gmail-android", width: 390 },
  { words: "Dark in Outlook.com", query: "forced=outlook", width: 390 },
  { words: "Pictures off", query: "scheme=light&images=off", width: 390 },
  { words: "Narrow, 320 px", query: "scheme=light", width: 320 },
  { words: "Text at 200 %", query: "scheme=light&text=200", width: 390 },
  { words: "Desktop, light", query: "scheme=light", width: 760 },
  { words: "Desktop, dark", query: "scheme=dark", width: 760 },
];

/** The height of a picture on the screen in pixels, and its scale. */
const tall = 400;
const scale = 0.48;

/**
 * The chosen dialect, by app.
 *
 * @type {{ [app: string]: string }}
 */
const chosen = {};

/** @param {string[]} path @param {() => void} again @returns {Promise<Node[]>} */
export async function emails([name], again) {
  /** @type {{ apps: MailedApp[], dialects: string[] }} */
  const { apps, dialects } = await get("/api/emails");
  const app = apps.find((app) => app.name === shownApp(name)?.name);
  if (!app?.emails.length) return [heading("Emails"), make("p", { class: "lead" }, "There are none: an email is a file in an app’s folder emails.")];
  const own = app.emails.filter(({ language }) => !language);
  const count = own.length;
  const choice = languageChoice(appNamed(app.name) ?? { language: "", languages: [] }, again);
  return [
    heading(`Emails of ${app.title}`),
    make(
      "p", { class: "lead" },
      `${count} ${count === 1 ? "email" : "emails"}, with sample values. Gmail and Outlook.com change the colours of emails in dark mode; what they make of these is an approximation, since neither says how.`,
    ),
    ...(choice.length ? [make("div", { class: "bar", role: "group", "aria-label": "Appearance" }, choice)] : []),
    ...own.flatMap((email) => inLanguages(app, email)).map((email) => one(app, email)),
    dialectPart(app, dialects),
  ];
}

/**
 * An email in the chosen languages.
 *
 * @param {MailedApp} app @param {Email} email
 */
function inLanguages(app, email) {
  const translated = app.emails.filter(({ name, language }) => language && name === `${email.name}.${language}`);
  return languages(translated.map(({ language }) => language ?? "")).map((tag) => translated.find(({ language }) => language === tag) ?? email);
}

/** @param {MailedApp} app @param {Email} email */
function one(app, email) {
  const send = make("button", { type: "button", class: "quiet" }, "Send to the sandbox inbox");
  send.addEventListener("click", async () => {
    await post("/api/emails", { app: app.name, email: email.name });
    send.textContent = "Sent";
    setTimeout(() => (send.textContent = "Send to the sandbox inbox"), 1500);
  });
  const id = `email-${app.name}-${email.name}`;
  return make(
    "article", { id, "aria-labelledby": `${id}-name`, "data-email": `${app.name}/${email.name}` },
    make(
      "div", { class: "line" },
      make("h2", { id: `${id}-name` }, email.name), make("code", {}, email.file),
      make("span", { class: "dim" }, `${Math.ceil(email.bytes / 1024)} KB of HTML`), app.hasInbox && send,
      make("a", { href: `/api/eml?app=${app.name}&email=${email.name}`, download: "" }, "Download .eml"),
    ),
    make(
      "p", { class: "row", "aria-label": "In an inbox" },
      make("strong", {}, app.title), make("span", {}, email.subject), make("span", { class: "dim" }, email.preheader),
    ),
    email.problems.length > 0 && list(email.problems),
    make("ul", { class: "cards" }, readers.map((reader) => picture(app, email, reader)), textOnly(email)),
  );
}

/** @param {MailedApp} app @param {Email} email @param {typeof readers[0]} reader */
function picture(app, email, { words, query, width }) {
  const address = `${appNamed(app.name)?.origin ?? ""}/_preview/emails/${email.name}?${query}`;
  return make(
    "li", { class: "card" },
    make(
      "div", { class: "picture" },
      frame({ key: email.key, title: `${email.name}: ${words}`, width, height: tall / scale, scale, address }, true),
      make("a", { href: address, target: "_blank", rel: "noopener", "aria-label": `${email.name}: ${words}, in a tab` }),
    ),
    make("p", { class: "dim" }, words),
  );
}

/** @param {Email} email */
function textOnly(email) {
  const text = make("pre", { class: "text-only", tabIndex: 0, "aria-label": `The text of ${email.name}` }, email.text);
  text.style.height = `${tall}px`;
  return make("li", { class: "card" }, text, make("p", { class: "dim" }, "Text only"));
}
/** @param {MailedApp} app @param {string[]} dialects */
function dialectPart(app, dialects) {
  const place = make("div", { class: "answer wide", "aria-live": "polite" });
  const select = make(
    "select", { onchange: () => show(select.value) },
    make("option", { value: "" }, "–"),
    dialects.map((name) => make("option", { value: name }, name === app.dialect ? `${name}, its own backend’s` : name)),
  );
  /** @param {string} name */
  async function show(name) {
    chosen[app.name] = name;
    if (!name) return place.replaceChildren();
    /** @type {{ files: { path: string, text: string }[], problems: Problem[] }} */
    const { files, problems } = await get(`/api/dialect?app=${app.name}&dialect=${name}`);
    if (chosen[app.name] !== name) return;
    place.replaceChildren(
      list(problems),
      ...files.map(({ path, text }) =>
        disclosure(
          `${app.name} ${name} ${path}`, path,
          make("div", { class: "source" }, copyButton(text, path), make("pre", { tabIndex: 0, "aria-label": path }, text)),
        )),
    );
  }
  select.value = chosen[app.name] ?? "";
  if (select.value) show(select.value);
  return make("div", { class: "panel" }, make("label", { class: "pick" }, make("span", {}, "Templates for"), select), place);
}
