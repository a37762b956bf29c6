// @ts-check
// What the sandbox mailed, newest first.

import { copyButton, heading, make } from "./dom.js";
import { openInFlow } from "./flow.js";
import { frame } from "./frames.js";
import { appNamed, ask } from "./site.js";

/** @typedef {{ id: string, number: number, hasHTML: boolean, app: string, sender: string, to: string, subject: string, text: string, link: string, code: string | null, sent: number }} SentEmail */

/** @returns {Promise<Node[]>} */
export async function inbox() {
  return [
    heading("Inbox"),
    make(
      "p", { class: "lead" },
      "What the sandbox mailed, newest first. Its people are imaginary: ask for a link as ", make("code", {}, "person@example.com"), ".",
    ),
    await mails(),
  ];
}

/**
 * The list alone.
 *
 * @param {string} [app] one app's mails
 */
export async function mails(app) {
  /** @type {{ mails: SentEmail[] }} */
  const { mails } = await ask("/api/inbox");
  const shown = mails.filter((mail) => !app || mail.app === app);
  if (!shown.length) return make("p", { class: "dim empty" }, "No mail yet. A page that sends one fills it.");
  return make("ul", { class: "mails" }, shown.map(one));
}

/** @param {SentEmail} mail */
const one = (mail) =>
  make(
    "li", { "data-mail": mail.id },
    make("p", { class: "line" }, make("strong", {}, mail.subject), make("span", { class: "dim" }, time(mail.sent))),
    make("p", { class: "dim" }, `${mail.sender} to ${mail.to}`),
    make(
      "p", { class: "line" },
      make("a", { href: `#/flow/${mail.app}`, onclick: () => openInFlow(mail.app, mail.link) }, "Open the link"),
      make("a", { href: mail.link, target: "_blank", rel: "noopener" }, "in a tab"),
      mail.code && make("span", {}, "Code ", make("code", {}, mail.code)), mail.code && copyButton(mail.code, "the code"),
    ),
    mail.hasHTML && picture(mail),
    make("details", {}, make("summary", {}, "The text"), make("pre", { tabIndex: 0, "aria-label": `The text of ${mail.subject}, ${appNamed(mail.app)?.title ?? mail.app}` }, mail.text)),
  );

/** @param {SentEmail} mail */
const picture = (mail) =>
  make(
    "details", {}, make("summary", {}, "The mail"),
    frame({
      key: mail.id, version: "", title: mail.subject, width: 390, height: 700, scale: 0.8,
      address: `${appNamed(mail.app)?.origin}/_preview/mails/${mail.number}`,
    }, false),
  );

/** @param {number} milliseconds */
const time = (milliseconds) => new Date(milliseconds).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "medium" });
