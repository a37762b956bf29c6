// @ts-check
// Frames that are loaded near the viewport, removed when they are far from it, and reloaded when their page changes.

import { make } from "./dom.js";

/** @typedef {{ key: string, address: string, title: string, width: number, height: number, scale: number }} View */

/** @type {Map<Element, View & { version?: string }>} */
const views = new Map();
/**
 * The current versions of the documents, by their keys.
 *
 * @type {{ [key: string]: string }}
 */
let current = {};

// Far enough that scrolling shows no empty frame, and near enough that a few hundred frames cost nothing.
const watch = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) if (isIntersecting) load(target);
      else target.replaceChildren();
  },
  { rootMargin: "600px" },
);

/** @param {Element} place */
function load(place) {
  const view = views.get(place);
  if (!view || place.firstChild) return;
  const frame = make("iframe", { title: view.title, width: String(view.width), height: String(view.height) });
  frame.style.transform = `scale(${view.scale})`;
  frame.src = view.address;
  place.append(frame);
}

/**
 * An element that shows a document in a frame.
 *
 * @param {View} view
 * @param {boolean} isPicture whether it is inert: neither keyboard nor pointer reach the document
 */
export function frame(view, isPicture) {
  const place = make("div", { class: "frame", inert: isPicture });
  place.style.width = `${view.width * view.scale}px`;
  place.style.height = `${view.height * view.scale}px`;
  views.set(place, { ...view, version: current[view.key] });
  watch.observe(place);
  return place;
}

/** Forgets elements that have been removed from the document. */
export function forget() {
  for (const place of views.keys()) {
    if (place.isConnected) continue;
    watch.unobserve(place);
    views.delete(place);
  }
}

/**
 * Reloads the frames whose document has changed, visible ones first.
 *
 * @param {{ [key: string]: string }} versions
 */
export async function renew(versions) {
  current = versions;
  const changed = [...views].filter(([, view]) => versions[view.key] && versions[view.key] !== view.version);
  for (const [, view] of changed) view.version = versions[view.key];
  const seen = new Map(changed.filter(([place]) => isSeen(place)));
  const loaded = [...seen].map(([place, view]) => reload(place, view));
  // A frame that is removed in the meantime never finishes loading.
  await Promise.race([Promise.all(loaded), new Promise((settled) => setTimeout(settled, 500))]);
  for (const [place, view] of changed) if (!seen.has(place)) reload(place, view);
}

/** @param {Element} place */
function isSeen(place) {
  const { top, bottom } = place.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/**
 * Reloads a frame.
 *
 * @param {Element} place
 * @param {View} view
 * @returns {Promise<unknown>} resolves when the frame is loaded, or at once if there is none
 */
function reload(place, view) {
  const frame = place.firstChild;
  if (!(frame instanceof HTMLIFrameElement)) return Promise.resolve();
  return new Promise((settled) => {
    frame.addEventListener("load", settled, { once: true });
    // Without a history entry, so that Back still leaves the studio.
    frame.contentWindow?.location.replace(view.address);
  });
}
