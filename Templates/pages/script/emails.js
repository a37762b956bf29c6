// Emails that the user requests, and the wait before the same one can be requested again.

import { kept, known, page, state } from "./data.js";
import { announce, wordsFor } from "./messages.js";
import { parts } from "./parts.js";

/**
 * The times of requests for emails in milliseconds since 1970, by operation and address. In session storage the keys
 * are digests, made with a random key of this tab.
 *
 * @type {{ [what: string]: number }}
 */
const times = {};

/**
 * Whether an operation makes the backend send an email.
 *
 * @param {string} name
 */
const sendsEmail = (name) => page.operations[name]?.sends === "email";

/**
 * @param {string} what
 * @returns {Promise<string>} empty without `crypto.subtle`, which browsers offer over HTTPS only
 */
async function digest(what) {
  const hash = await crypto.subtle?.digest("SHA-256", new TextEncoder().encode(kept("key") + what));
  return hash ? `${new Uint8Array(hash)}` : "";
}

/**
 * @param {string} name
 * @param {string} [email]
 */
const emailOf = (name, email = known.email ?? "") => name + " " + email.toLowerCase();

/**
 * The number of seconds until an email can be requested again.
 *
 * @param {string} what
 */
const rest = (what) => Math.max(0, Math.ceil(((times[what] ?? 0) - Date.now()) / 1000) + page.resend);

/**
 * Whether an email may not be asked for yet, also by what is remembered from before a reload.
 *
 * @param {string} name
 * @param {string} [email]
 */
async function isTooSoon(name, email) {
  const what = emailOf(name, email);
  times[what] ??= kept("key") ? +kept(await digest(what)) : 0;
  return sendsEmail(name) && rest(what) > 0;
}

/** @param {string} outcome */
const wordsOf = (outcome) => wordsFor(outcome).textContent;

parts.wasAsked = async (name, email) => {
  const isAsked = await isTooSoon(name, email);
  if (isAsked) {
    parts.showWaits?.();
    announce(wordsOf("already-sent") ?? "");
  }
  return isAsked;
};

parts.recordEmail = (name, next) => {
  const wasAsked = times[emailOf(name)];
  if (!kept("key")) kept("key", crypto.randomUUID?.());
  for (const each of [name, ...Object.keys(state(next).moves ?? {})].filter(sendsEmail)) {
    const what = emailOf(each);
    times[what] = Date.now();
    digest(what).then((sign) => {
      kept(sign, `${Date.now()}`);
      setTimeout(() => kept(sign, ""), page.resend * 1000);
    });
  }
  return wordsOf(wasAsked ? "email-sent-again" : "email-sent");
};

parts.countDown = (name, email) => {
  if (!sendsEmail(name)) return 0;
  const what = emailOf(name, email);
  if (!(what in times)) isTooSoon(name, email).then(() => parts.showWaits?.());
  return rest(what);
};
