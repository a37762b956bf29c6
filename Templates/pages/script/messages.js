// Words for outcomes, and the values in them.

import { all, byID, known, page } from "./data.js";
import { fillAddress, places } from "./request.js";

/** @type {ReturnType<typeof setInterval> | undefined} */
let clock;

/** @param {number} seconds */
const duration = (seconds) => {
  const [count, unit] = seconds > 90 ? [Math.ceil(seconds / 60), "minute"] : [seconds, "second"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
};

/**
 * Puts values in their places, as text; words that lack one are not shown.
 *
 * @param {ParentNode} root
 */
export function fillIn(root) {
  for (const place of all("[data-value]", root)) {
    const value = known[place.dataset.value ?? ""];
    place.textContent = value ?? "";
    const words = /** @type {HTMLElement | null} */ (place.closest(".words :is(p, h2)"));
    if (words) words.hidden = all("[data-value]", words).some((each) => !known[each.dataset.value ?? ""]);
  }
  for (const link of /** @type {HTMLAnchorElement[]} */ (all("[data-href]", root))) {
    const address = fillAddress(link.dataset.href ?? "", places, known);
    link.hidden = !address;
    link.href = address ?? "#";
  }
}

/** @param {HTMLElement} section */
export function clearMessage(section) {
  clearInterval(clock);
  for (const message of all(".message", section)) message.hidden = true;
  for (const again of all("[data-run]", section)) /** @type {HTMLElement} */ (again.parentElement).hidden = true;
  for (const words of all(".spin, .words", section)) words.hidden = false;
}

/**
 * Tells what an operation came to, where it happened.
 *
 * @param {HTMLElement} section
 * @param {string} outcome
 * @param {number} [wait] in seconds
 */
export function tell(section, outcome, wait = page.resend) {
  clearMessage(section);
  const words = byID("outcome." + outcome) ?? byID("outcome.server");
  const [message] = all(".message", section);
  const text = message?.querySelector("p");
  if (!message || !words || !text) return;
  known.wait = duration(wait);
  text.replaceChildren(...[...words.childNodes].map((node) => node.cloneNode(true)));
  fillIn(text);
  message.hidden = false;
  const buttons = all("[data-run]", section);
  for (const again of buttons) {
    /** @type {HTMLElement} */ (again.parentElement).hidden = false;
    // "Verifying…" is no longer true beside an outcome.
    for (const outdated of all(".spin, .words", section)) outdated.hidden = true;
  }
  if (outcome !== "rate-limited") return;
  const end = Date.now() + wait * 1000;
  for (const place of all("[data-value=wait]", text)) place.setAttribute("aria-live", "off");
  clock = setInterval(() => {
    const rest = Math.ceil((end - Date.now()) / 1000);
    known.wait = duration(rest);
    if (rest > 0) fillIn(text);
    else clearMessage(section);
  }, 1000);
}

const status = document.createElement("p");
status.className = "unseen";
status.setAttribute("role", "status");

/**
 * Says something to those who listen and do not look.
 *
 * @param {string} text
 */
export function announce(text) {
  if (!status.isConnected) document.querySelector("main")?.append(status);
  status.textContent = text;
}
