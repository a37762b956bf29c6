// @ts-check
// The emails that the sandbox sent, newest first: a list, and the one that is read beside it.

import { copyButton, disclosure, heading, make } from "./dom.js";
import { frame } from "./frames.js";
import { appNamed, get } from "./site.js";
import { openInFlow } from "./stage.js";

/** @typedef {{ id: string, number: number, hasHTML: boolean, app: string, sender: string, to: string, subject: string, text: string, link: string, code: string | null, sent: number }} SentEmail */

/** The email that is read, which stays when a newer one comes. */
let read = "";

/**
 * @param {string} [app] limits them to one app's
 * @returns {Promise<SentEmail[]>}
 */
const sent = async (app) => (await get("/api/inbox")).emails.filter((/** @type {SentEmail} */ email) => !app || email.app === app);

const none = () => make("p", { class: "dim empty" }, "No emails yet. Request a link in a page to see one here.");

/** @param {string[]} path @returns {Promise<Node[]>} */
export async function inbox([id]) {
  const emails = await sent();
  const shown = emails.find((email) => email.id === (id || read)) ?? emails[0];
  read = shown?.id ?? "";
  return [
    heading("Inbox"),
    make(
      "p", { class: "lead" },
      "What the sandbox sent, newest first. Its accounts are not real: request a link as ", make("code", {}, "person@example.com"), ".",
    ),
    shown ? make("div", { class: "mail" }, make("ul", { class: "mails" }, emails.map((email) => entry(email, email === shown))), whole(shown)) : none(),
  ];
}

/** @param {SentEmail} email @param {boolean} isShown */
const entry = (email, isShown) =>
  make(
    "li", { "data-email": email.id },
    make(
      "a", { href: `#/inbox/${email.id}`, "aria-current": isShown ? "true" : undefined },
      make("strong", {}, email.subject), make("span", { class: "dim" }, `${email.sender} to ${email.to}`), make("span", { class: "dim" }, time(email.sent)),
    ),
  );

/** @param {SentEmail} email */
const whole = (email) =>
  make(
    "article", { "aria-label": email.subject, "data-read": email.id },
    make("h2", {}, email.subject),
    make("p", { class: "dim" }, `${email.sender} to ${email.to}, ${time(email.sent)}`),
    ways(email),
    email.hasHTML && picture(email, 560),
    text(email),
  );

/**
 * The emails of an app as a list to open one by one, for beside its pages.
 *
 * @param {string} app
 */
export async function emails(app) {
  const shown = await sent(app);
  if (!shown.length) return none();
  return make("ul", { class: "sent-emails" }, shown.map((email) =>
    make(
      "li", { "data-email": email.id },
      make("p", { class: "line" }, make("strong", {}, email.subject), make("span", { class: "dim" }, time(email.sent))),
      make("p", { class: "dim" }, `${email.sender} to ${email.to}`),
      ways(email),
      email.hasHTML && disclosure(`${email.id} email`, "The email", picture(email, 390)),
      text(email),
    )));
}

/** @param {SentEmail} email */
const ways = (email) =>
  make(
    "p", { class: "line" },
    make("a", { href: `#/flow/${email.app}`, onclick: () => openInFlow(email.app, email.link) }, "Open the link"),
    make("a", { href: email.link, target: "_blank", rel: "noopener" }, "in a tab"),
    ...(email.code && email.text.includes(email.code) ? [make("span", {}, "Code ", make("code", {}, email.code)), copyButton(email.code, "the code")] : []),
  );

/** @param {SentEmail} email */
const text = (email) =>
  disclosure(
    `${email.id} text`, "The text",
    make("pre", { tabIndex: 0, "aria-label": `The text of ${email.subject}, ${appNamed(email.app)?.title ?? email.app}` }, email.text),
  );

/** @param {SentEmail} email @param {number} width */
const picture = (email, width) =>
  frame({
    key: email.id, title: email.subject, width: Math.min(width, (document.documentElement.clientWidth - 24) / 0.8), height: 700, scale: 0.8,
    address: `${appNamed(email.app)?.origin}/_preview/inbox/${email.number}`,
  }, false);

/** @param {number} milliseconds */
const time = (milliseconds) => new Date(milliseconds).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "medium" });
