// Emails that the user requests, and the wait before the same one can be requested again.

import { kept, known, page, state } from "./data.js";
import { duration } from "./duration.js";
import { announce, wordsFor } from "./messages.js";
import { parts } from "./parts.js";

/**
 * The ends of the waits in milliseconds since 1970, by operation and address.
 *
 * @type {{ [what: string]: number }}
 */
const ends = {};

/** The key of this tab's first digest; undefined without HTTPS. */
const ownKey = crypto.randomUUID?.();

/**
 * What all tabs remember: a random key, and the ends of waits by digests that are made with it. It is removed with the last
 * wait.
 *
 * @param {{ [sign: string]: any }} [more]
 * @returns {{ [sign: string]: any }}
 */
function remembered(more) {
  const all = JSON.parse(kept("latchkey", undefined, true) || "{}");
  for (const sign of Object.keys(all)) if (all[sign] < Date.now()) delete all[sign];
  Object.assign(all, more);
  kept("latchkey", Object.keys(all)[1] ? JSON.stringify(all) : "", true);
  return all;
}

/**
 * Whether the user requests an email with an operation.
 *
 * @param {string} name
 */
const sendsEmail = (name) => !!page.operations[name]?.sends;

/**
 * @param {string} text
 * @returns {Promise<string>} empty without `crypto.subtle`, which browsers offer over HTTPS only
 */
async function digest(text) {
  const hash = await crypto.subtle?.digest("SHA-256", new TextEncoder().encode(text));
  return hash ? `${new Uint8Array(hash)}` : "";
}

/**
 * @param {string} name
 * @param {string} [email]
 */
const emailOf = (name, email = known.email ?? "") => name + " " + email.toLowerCase();

/**
 * The number of seconds until an email can be requested again. A longer wait than any is of a clock that was set back.
 *
 * @param {string} what
 */
function rest(what) {
  const seconds = Math.ceil(((ends[what] ?? 0) - Date.now()) / 1000);
  return seconds > 0 && seconds <= page.resend ? seconds : 0;
}

/**
 * Adds what is remembered from before a reload and of other tabs.
 *
 * @param {string} name
 * @param {string} [email]
 */
async function recollect(name, email) {
  const what = emailOf(name, email);
  const all = remembered();
  ends[what] = Math.max(ends[what] ?? 0, all[await digest(all.key + what)] ?? 0);
}

/** @param {string} outcome */
const wordsOf = (outcome) => wordsFor(outcome).textContent;

parts.wasAsked = async (name, email) => {
  // The next state may send another one.
  for (const each in page.operations) await recollect(each, email);
  const isAsked = sendsEmail(name) && rest(emailOf(name, email)) > 0;
  if (isAsked) {
    parts.showWaits?.();
    announce(wordsOf("already-sent") ?? "");
  }
  return isAsked;
};

parts.recordEmail = (name, next) => {
  const wasAsked = ends[emailOf(name)];
  const { key = ownKey } = remembered();
  for (const each of [name, ...Object.keys(state(next).moves ?? {})].filter(sendsEmail)) {
    const what = emailOf(each);
    const wait = rest(what);
    // Who registers again is sent nothing.
    if (wait && !sendsEmail(name)) {
      known.wait = duration(wait, page.words);
      return wordsOf("already-sent");
    }
    const end = (ends[what] = Date.now() + page.resend * 1000);
    if (key) digest(key + what).then((sign) => remembered({ key, [sign]: end }));
    setTimeout(remembered, page.resend * 1000 + 100);
  }
  return wordsOf(wasAsked ? "email-sent-again" : "email-sent");
};

parts.countDown = (name, email) => {
  if (!sendsEmail(name)) return 0;
  const what = emailOf(name, email);
  if (!(what in ends)) recollect(name, email).then(() => parts.showWaits?.());
  return rest(what);
};

// What another visit has left behind.
remembered();
