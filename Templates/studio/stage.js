// @ts-check
// The frame in which a page is used, and the URLs opened in it.

import { byId, make } from "./dom.js";
import { look, widths } from "./look.js";
import { post } from "./site.js";

/**
 * The link opened from an email, by app; its token must not appear in the studio's own URL.
 *
 * @type {{ [app: string]: string }}
 */
export const opened = {};

/** A single frame, which is kept when the content next to it changes. */
export const frame = make("iframe", { title: "The page" });
export const stage = make("div", { class: "stage" }, frame);

/**
 * Sets the URL to open when the section is shown.
 *
 * @param {string} app
 * @param {string} address
 */
export function openInFlow(app, address) {
  opened[app] = address;
  if (stage.isConnected) go(address);
}

/** @param {string} address */
export function go(address) {
  // Without a history entry, so that Back leaves the section instead of the page in it.
  if (frame.isConnected && frame.contentWindow) frame.contentWindow.location.replace(address);
  else frame.src = address;
}

/**
 * Opens a page where it is used, with the outcome of an operation's next run in the sandbox.
 *
 * @param {string} app
 * @param {string} page
 * @param {string} outcome with its operation: `send-link:ok`
 */
export async function playInFlow(app, page, outcome) {
  const [operation, name] = outcome.split(":");
  await post("/api/sandbox", { app, operation, outcome: name });
  location.hash = `#/flow/${app}/${page}`;
}

/**
 * The scale at which something fits into the window, but not smaller than what can be read.
 *
 * @param {number} width
 * @param {number} height
 * @param {number} above the height of what is above it
 */
export const fitted = (width, height, above) =>
  Math.min(1, (byId("content").clientWidth - 40) / width, Math.max(0.6, (innerHeight - above) / height));

/** Sizes the frame to the chosen width, scaled to the window. */
export function fit() {
  const { width, height } = widths[look.width];
  const scale = fitted(width, height, 215);
  Object.assign(frame.style, { width: `${width}px`, height: `${height}px`, transform: `scale(${scale})` });
  Object.assign(stage.style, { width: `${width * scale}px`, height: `${height * scale}px` });
}
