// @ts-check
// All emails as email programs show them: wide and narrow, light and dark, with and without pictures; their text; and
// their source in the format of the service that sends them.

import { shownApp } from "./apps.js";
import { choice, copyButton, disclosure, heading, make } from "./dom.js";
import { frame } from "./frames.js";
import { list } from "./problems.js";
import { appNamed, get, post } from "./site.js";

/** @typedef {import("./site.js").Email} Email */
/** @typedef {import("./site.js").MailedApp} MailedApp */
/** @typedef {import("./site.js").Problem} Problem */

const readers = [
  { words: "phone, light", scheme: "light", width: 390, scale: 0.6 },
  { words: "phone, dark", scheme: "dark", width: 390, scale: 0.6 },
  { words: "desktop, light", scheme: "light", width: 760, scale: 0.46 },
  { words: "desktop, dark", scheme: "dark", width: 760, scale: 0.46 },
];

/** The height of a frame on the screen in pixels, whatever its scale. */
const tall = 440;

let images = "on";

/**
 * The chosen dialect, by app.
 *
 * @type {{ [app: string]: string }}
 */
const chosen = {};

/** @param {string[]} path @param {() => void} again @returns {Promise<Node[]>} */
export async function emails([name], again) {
  /** @type {{ apps: MailedApp[], dialects: string[] }} */
  const { apps: all, dialects } = await get("/api/emails");
  const apps = all.filter((app) => app.name === shownApp(name)?.name);
  const count = apps.reduce((sum, app) => sum + app.emails.length, 0);
  return [
    heading("Emails"),
    make("p", { class: "lead" }, count ? `${count} ${count === 1 ? "email" : "emails"}, with sample values.` : "There are none: an email is a file in an app’s folder emails."),
    make(
      "div", { class: "bar" },
      choice("Pictures", [{ value: "on", words: "Shown" }, { value: "off", words: "Off" }], images, (value) => {
        images = value;
        again();
      }),
    ),
    ...apps.filter((app) => app.emails.length).map((app) =>
      make(
        "section", { "aria-labelledby": `emails-${app.name}` },
        make("h2", { id: `emails-${app.name}` }, app.title),
        app.emails.map((email) => one(app, email)),
        dialectPart(app, dialects),
      )),
  ];
}

/** @param {MailedApp} app @param {Email} email */
function one(app, email) {
  const origin = appNamed(app.name)?.origin ?? "";
  const send = make("button", { type: "button", class: "quiet" }, "Send to the sandbox inbox");
  send.addEventListener("click", async () => {
    await post("/api/emails", { app: app.name, email: email.name });
    send.textContent = "Sent";
    setTimeout(() => (send.textContent = "Send to the sandbox inbox"), 1500);
  });
  return make(
    "article", { "aria-labelledby": `email-${app.name}-${email.name}`, "data-email": `${app.name}/${email.name}` },
    make(
      "div", { class: "line" },
      make("h3", { id: `email-${app.name}-${email.name}` }, email.name), make("code", {}, email.file),
      make("span", { class: "dim" }, `${Math.ceil(email.bytes / 1024)} KB of HTML`), app.hasInbox && send,
      make("a", { href: `/api/eml?app=${app.name}&email=${email.name}`, download: "" }, "Download .eml"),
    ),
    make(
      "p", { class: "row", "aria-label": "In an inbox" },
      make("strong", {}, app.title), make("span", {}, email.subject), make("span", { class: "dim" }, email.preheader),
    ),
    make(
      "ul", { class: "cards" },
      readers.map(({ words, scheme, width, scale }) =>
        make(
          "li", { class: "card" },
          make(
            "div", { class: "picture" },
            frame({
              key: email.key, title: `${email.name}, ${words}`, width, height: tall / scale,
              scale, address: `${origin}/_preview/emails/${email.name}?scheme=${scheme}&images=${images}`,
            }, true),
            make("a", {
              href: `${origin}/_preview/emails/${email.name}?scheme=${scheme}&images=${images}`, target: "_blank",
              rel: "noopener", "aria-label": `${email.name}, ${words}, in a tab`,
            }),
          ),
          make("p", { class: "dim" }, words),
        )),
    ),
    email.problems.length > 0 && list(email.problems),
    disclosure(`${email.key} text`, "The text", make("pre", { tabIndex: 0, "aria-label": `The text of ${email.name}` }, email.text)),
  );
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
