// Emails that the user requests, and the wait before the same one can be requested again.

import { known, page, state, stored } from "./data.js";
import { duration } from "./duration.js";
import { announce, wordsFor } from "./messages.js";
import { parts } from "./parts.js";

/**
 * The ends of the waits in milliseconds since 1970, by operation and address.
 *
 * @type {{ [request: string]: number }}
 */
const ends = {};

/** The key for digests of a tab that finds none in the storage; undefined without HTTPS. */
const newKey = crypto.randomUUID?.();

/**
 * The waits of all tabs: their ends by digests of operation and address, and the random key of the digests. The entry is removed
 * with the last wait.
 *
 * @param {{ [digest: string]: any }} [more] entries to add
 * @returns {{ [digest: string]: any }}
 */
function storedWaits(more) {
  const waits = JSON.parse(stored("latchkey", undefined, true) || "{}");
  for (const name of Object.keys(waits)) if (waits[name] < Date.now()) delete waits[name];
  Object.assign(waits, more);
  // The key is the first entry.
  const [, firstWait] = Object.keys(waits);
  stored("latchkey", firstWait ? JSON.stringify(waits) : "", true);
  return waits;
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
 * The identifier of a request: the operation and the address.
 *
 * @param {string} name
 * @param {string} [email]
 */
const identifier = (name, email = known.email ?? "") => name + " " + email.toLowerCase();

/**
 * The number of seconds until an email can be requested again. If the device's clock was set back, an end may be further away
 * than any wait is long; it is ignored.
 *
 * @param {string} request
 */
function secondsLeft(request) {
  const seconds = Math.ceil(((ends[request] ?? 0) - Date.now()) / 1000);
  return seconds > 0 && seconds <= page.resend ? seconds : 0;
}

/**
 * Loads the wait for an email from the storage, which other tabs and earlier visits have written.
 *
 * @param {string} name
 * @param {string} [email]
 */
async function loadWait(name, email) {
  const request = identifier(name, email);
  const waits = storedWaits();
  ends[request] = Math.max(ends[request] ?? 0, waits[await digest(waits.key + request)] ?? 0);
}

/** @param {string} outcome */
const textFor = (outcome) => /** @type {string} */ (wordsFor(outcome).textContent);

parts.isAlreadySent = async (name, email) => {
  // The next state may send another one.
  for (const each in page.operations) await loadWait(each, email);
  const isSent = sendsEmail(name) && secondsLeft(identifier(name, email)) > 0;
  if (isSent) {
    parts.updateButtons?.();
    announce(textFor("already-sent"));
  }
  return isSent;
};

parts.recordEmail = (name, next) => {
  const isRepeated = ends[identifier(name)];
  const { key = newKey } = storedWaits();
  for (const each of [name, ...Object.keys(state(next).moves ?? {})].filter(sendsEmail)) {
    const request = identifier(each);
    const seconds = secondsLeft(request);
    // A sign-up with an address that has signed up already sends no email.
    if (seconds && !sendsEmail(name)) {
      known.wait = duration(seconds, page.words);
      return textFor("already-sent");
    }
    const end = (ends[request] = Date.now() + page.resend * 1000);
    if (key) digest(key + request).then((sign) => storedWaits({ key, [sign]: end }));
    setTimeout(storedWaits, page.resend * 1000 + 100);
  }
  return textFor(isRepeated ? "email-sent-again" : "email-sent");
};

parts.secondsToResend = (name, email) => {
  if (!sendsEmail(name)) return 0;
  const request = identifier(name, email);
  if (!(request in ends)) loadWait(name, email).then(() => parts.updateButtons?.());
  return secondsLeft(request);
};

// Removes the waits of earlier visits that are over.
storedWaits();
