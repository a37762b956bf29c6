// Mails that a person asks for, and how long to wait before the same may be asked for again.

import { all, known, page } from "./data.js";
import { typed } from "./fields.js";
import { parts } from "./parts.js";
import { mail } from "./states.js";

/**
 * Contracts call what asks for a mail so.
 *
 * @param {string} name
 */
const isMail = (name) => /^(re)?send-/.test(name);

parts.recallMail = (entry) => {
  /** @type {Partial<import("./states.js").Remembered>} */
  const { email, asked } = Object(entry);
  if (typeof email === "string") known.email ??= mail.email = email;
  if (typeof asked === "number") mail.asked = asked;
};

parts.keepMail = (name, email) => {
  if (!isMail(name)) return;
  known.email = mail.email = email ?? known.email ?? "";
  mail.asked = Date.now();
};

parts.countDown = (button, section) => {
  if (!isMail(button.value)) return;
  const email = typed(section).email;
  const isSame = email === undefined || email === mail.email;
  const rest = isSame && mail.asked ? Math.ceil((mail.asked - Date.now()) / 1000) + page.resend : 0;
  const [place = button.appendChild(document.createElement("span"))] = all("span", button);
  button.disabled ||= rest > 0;
  place.hidden = rest <= 0;
  place.textContent = new Date(Math.max(rest, 0) * 1000).toISOString().slice(14, 19);
};
