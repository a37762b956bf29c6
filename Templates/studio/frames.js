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
 * Loads those frames anew whose page has become another.
 *
 * @param {{ [key: string]: string }} versions
 */
export function renew(versions) {
  for (const [place, view] of views) {
    const version = versions[view.key];
    if (!version || version === view.version) continue;
    view.version = version;
    const frame = place.firstChild;
    // Replaced, so that going back still leaves the studio.
    if (frame instanceof HTMLIFrameElement) frame.contentWindow?.location.replace(view.address);
  }
}
