// Emails that a person asks for, and how long to wait before the same one may be asked for again.

import { all, known, page } from "./data.js";
import { typed } from "./fields.js";
import { parts } from "./parts.js";
import { sentEmail } from "./states.js";

/**
 * Whether an operation has the backend send an email.
 *
 * @param {string} name
 */
const sendsEmail = (name) => page.operations[name]?.sends === "email";

parts.restoreEmail = (entry) => {
  /** @type {Partial<import("./states.js").Remembered>} */
  const { email, time } = Object(entry);
  if (typeof email === "string") known.email ??= sentEmail.email = email;
  if (typeof time === "number") sentEmail.time = time;
};

parts.recordEmail = (name, email) => {
  if (!sendsEmail(name)) return;
  known.email = sentEmail.email = email ?? known.email ?? "";
  sentEmail.time = Date.now();
};

parts.countDown = (button, section) => {
  if (!sendsEmail(button.value)) return;
  const email = typed(section).email;
  const isSame = email === undefined || email === sentEmail.email;
  const rest = isSame && sentEmail.time ? Math.ceil((sentEmail.time - Date.now()) / 1000) + page.resend : 0;
  const [place = button.appendChild(document.createElement("span"))] = all("span", button);
  button.disabled ||= rest > 0;
  place.hidden = rest <= 0;
  place.textContent = new Date(Math.max(rest, 0) * 1000).toISOString().slice(14, 19);
};
