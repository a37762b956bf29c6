// @ts-check
// The emails that the sandbox sent, newest first.

import { copyButton, disclosure, heading, make } from "./dom.js";
import { frame } from "./frames.js";
import { appNamed, get } from "./site.js";
import { openInFlow } from "./stage.js";

/** @typedef {{ id: string, number: number, hasHTML: boolean, app: string, sender: string, to: string, subject: string, text: string, link: string, code: string | null, sent: number }} SentEmail */

/** @returns {Promise<Node[]>} */
export async function inbox() {
  return [
    heading("Inbox"),
    make(
      "p", { class: "lead" },
      "What the sandbox sent, newest first. Its accounts are not real: request a link as ", make("code", {}, "person@example.com"), ".",
    ),
    await emails(),
  ];
}

/**
 * The list of emails.
 *
 * @param {string} [app] limits it to one app's emails
 */
export async function emails(app) {
  /** @type {{ emails: SentEmail[] }} */
  const { emails } = await get("/api/inbox");
  const shown = emails.filter((email) => !app || email.app === app);
  if (!shown.length) return make("p", { class: "dim empty" }, "No emails yet. Request a link in a page to see one here.");
  return make("ul", { class: "sent-emails" }, shown.map(one));
}

/** @param {SentEmail} email */
const one = (email) =>
  make(
    "li", { "data-email": email.id },
    make("p", { class: "line" }, make("strong", {}, email.subject), make("span", { class: "dim" }, time(email.sent))),
    make("p", { class: "dim" }, `${email.sender} to ${email.to}`),
    make(
      "p", { class: "line" },
      make("a", { href: `#/flow/${email.app}`, onclick: () => openInFlow(email.app, email.link) }, "Open the link"),
      make("a", { href: email.link, target: "_blank", rel: "noopener" }, "in a tab"),
      ...(email.code && email.text.includes(email.code) ? [make("span", {}, "Code ", make("code", {}, email.code)), copyButton(email.code, "the code")] : []),
    ),
    email.hasHTML && picture(email),
    disclosure(
      `${email.id} text`, "The text",
      make("pre", { tabIndex: 0, "aria-label": `The text of ${email.subject}, ${appNamed(email.app)?.title ?? email.app}` }, email.text),
    ),
  );

/** @param {SentEmail} email */
const picture = (email) =>
  disclosure(
    `${email.id} email`, "The email",
    frame({
      key: email.id, title: email.subject, width: 390, height: 700, scale: 0.8,
      address: `${appNamed(email.app)?.origin}/_preview/inbox/${email.number}`,
    }, false),
  );

/** @param {number} milliseconds */
const time = (milliseconds) => new Date(milliseconds).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "medium" });
