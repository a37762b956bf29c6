// @ts-check
// The frame in which a page is used, and the URLs opened in it.

import { make } from "./dom.js";
import { look, widths } from "./look.js";

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

/** Sizes the frame to the chosen width, scaled to the window. */
export function fit() {
  const { width, height } = widths[look.width];
  // Fitted to the window, but not smaller than what can be read.
  const main = document.getElementById("content")?.clientWidth ?? document.documentElement.clientWidth;
  const scale = Math.min(1, (main - 40) / width, Math.max(0.6, (innerHeight - 96) / height));
  Object.assign(frame.style, { width: `${width}px`, height: `${height}px`, transform: `scale(${scale})` });
  Object.assign(stage.style, { width: `${width * scale}px`, height: `${height * scale}px` });
}
