// @ts-check
// Live frames: loaded when they come near, given up when they are far, and loaded anew when their page has changed.

import { make } from "./dom.js";

/** @typedef {{ key: string, version: string, address: string, title: string, width: number, height: number, scale: number }} View */

/** @type {Map<Element, View>} */
const views = new Map();

// Far enough that scrolling meets no empty frame, and near enough that a few hundred of them cost nothing.
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
 * A place that shows a document in a frame.
 *
 * @param {View} view
 * @param {boolean} isPicture whether it is there to be looked at alone: no key and no pointer reaches into it
 */
export function frame(view, isPicture) {
  const place = make("div", { class: "frame", inert: isPicture });
  place.style.width = `${view.width * view.scale}px`;
  place.style.height = `${view.height * view.scale}px`;
  views.set(place, view);
  watch.observe(place);
  return place;
}

/** Gives up the frames that are no longer there. */
export function forget() {
  for (const place of views.keys()) {
    if (place.isConnected) continue;
    watch.unobserve(place);
    views.delete(place);
  }
}

/**
 * Loads those frames anew whose document has become another: what somebody is looking at, and then the rest.
 *
 * @param {{ [key: string]: string }} versions
 */
export async function renew(versions) {
  const changed = [...views].filter(([, view]) => versions[view.key] && versions[view.key] !== view.version);
  for (const [, view] of changed) view.version = versions[view.key] ?? "";
  const seen = new Map(changed.filter(([place]) => isSeen(place)));
  const loaded = [...seen].map(([place, view]) => reload(place, view));
  // One that is given up meanwhile is never loaded.
  await Promise.race([Promise.all(loaded), new Promise((settled) => setTimeout(settled, 500))]);
  for (const [place, view] of changed) if (!seen.has(place)) reload(place, view);
}

/** @param {Element} place */
function isSeen(place) {
  const { top, bottom } = place.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/**
 * Loads a frame anew.
 *
 * @param {Element} place
 * @param {View} view
 * @returns {Promise<unknown>} settled when it has been loaded; at once where there is no frame
 */
function reload(place, view) {
  const frame = place.firstChild;
  if (!(frame instanceof HTMLIFrameElement)) return Promise.resolve();
  return new Promise((settled) => {
    frame.addEventListener("load", settled, { once: true });
    // Replaced, so that going back still leaves the studio.
    frame.contentWindow?.location.replace(view.address);
  });
}
