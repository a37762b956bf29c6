// @ts-check
// The map of an app's flow: the picture that `latchkey map` draws, with its states alive in the boxes.

import { shownApp } from "./apps.js";
import { choices, keep } from "./choices.js";
import { byId, choice, disclosure, heading, make } from "./dom.js";
import { frame } from "./frames.js";
import { address } from "./look.js";

/** The height of the part of a page that fits into its box; `MapPanel.swift` makes the room for it. */
const shownHeight = 240;
const phoneWidth = 390;

/**
 * Loads the picture as a document, since the studio parses no text as markup.
 *
 * @param {string} app
 * @returns {Promise<SVGSVGElement | string>} why there is none
 */
function load(app) {
  return new Promise((settled) => {
    const request = new XMLHttpRequest();
    request.open("GET", `/api/map?app=${app}&pictures=${choices.pictures ?? "on"}`);
    request.responseType = "document";
    request.overrideMimeType("image/svg+xml");
    request.onload = () => {
      const root = request.responseXML?.documentElement;
      if (request.status === 200 && root?.localName === "svg") settled(/** @type {any} */ (document.importNode(root, true)));
      else fetch(`/api/map?app=${app}`).then((answer) => answer.text()).then(settled);
    };
    request.onerror = () => settled("The map could not be loaded.");
    request.send();
  });
}

/** The zoom: 1 shows the picture in its own size, "fit" all of its width, "whole" all of it. */
const zoom = () => (choices.zoom === "whole" ? choices.zoom : Number(choices.zoom) || "fit");

/** @param {string[]} path @param {() => void} again @returns {Promise<Node[]>} */
export async function map([name], again) {
  const app = shownApp(name);
  if (!app) return [heading("Map"), make("p", {}, "There is no page yet.")];
  const svg = await load(app.name);
  if (typeof svg === "string") return [heading("Map"), make("p", { class: "lead" }, svg)];
  const width = svg.width.baseVal.value;
  const height = svg.height.baseVal.value;
  const canvas = make("div", { class: "canvas" }, /** @type {any} */ (svg), choices.pictures !== "off" && pictures(svg, app));
  const room = make("div", { class: "map-room", tabIndex: 0, role: "region", "aria-label": "The map; scroll with the arrow keys" }, make("div", {}, canvas));
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
  /** @param {string} value */
  function scale(value) {
    keep({ zoom: value });
    const chosen = zoom();
    const fitting = Math.min(1, (room.clientWidth || byId("content").clientWidth - 40) / width);
    // The maximum height of the room, in `studio.css`.
    const factor = chosen === "fit" ? fitting : chosen === "whole" ? Math.min(fitting, (innerHeight - 98) / height) : chosen;
    canvas.style.transform = `scale(${factor})`;
    Object.assign(/** @type {HTMLElement} */ (canvas.parentElement).style, { width: `${width * factor}px`, height: `${height * factor}px` });
    return factor;
  }
  let factor = scale(choices.zoom ?? "fit");
  // Its width is known once it is in the page, and changes with the window.
  const fit = () => typeof zoom() === "string" && (factor = scale(zoom().toString()));
  new ResizeObserver(() => requestAnimationFrame(fit)).observe(room);
  /** @param {number} by */
  const step = (by) => (factor = scale(String(Math.min(2, Math.max(0.1, factor * by)).toFixed(3))));
  drag(room);
  room.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    step(event.deltaY < 0 ? 1.15 : 1 / 1.15);
  }, { passive: false });
  /** @param {string} words @param {string} key @param {() => void} act */
  const button = (words, key, act) => make("button", { type: "button", "data-key": key, onclick: act }, words);
  return [
    heading(`Map of ${app.title}`),
    make("p", { class: "lead" }, "A box opens its state, and the outcome beside an arrow plays it. ", make("code", {}, `latchkey map --app ${app.name}`), " writes the same as a file."),
    make(
      "div", { class: "bar" },
      choice("Boxes", [{ value: "on", words: "Live" }, { value: "off", words: "Words" }], choices.pictures ?? "on", (value) => {
        keep({ pictures: value });
        again();
      }),
      make(
        "div", { class: "line", role: "group", "aria-label": "Zoom" },
        button("Larger", "+", () => step(1.25)), button("Smaller", "-", () => step(0.8)), button("Fit the width", "0", () => (factor = scale("fit"))), button("All of it", "a", () => (factor = scale("whole"))),
      ),
    ),
    room,
    disclosure(`${app.name} map list`, "As a list", list(svg)),
  ];
}

/**
 * The live frames of the states, at the places of their boxes.
 *
 * @param {SVGSVGElement} svg
 * @param {import("./site.js").App} app
 */
function pictures(svg, app) {
  const states = new Map(app.pages.flatMap((page) => page.states.map((state) => [`state:${page.name}/${state.name}`, { page, state }])));
  return [...svg.querySelectorAll("[data-node]")].flatMap((node) => {
    const found = states.get(node.getAttribute("data-node") ?? "");
    const box = node.querySelector("rect");
    if (!found || !box) return [];
    const { page, state } = found;
    const scale = box.width.baseVal.value / phoneWidth;
    const place = frame({
      key: state.key, title: `${page.title} (${page.name}): ${state.name}`, width: phoneWidth, height: shownHeight / scale, scale,
      address: address(app.origin, page.name, state.name, "idle"),
    }, true);
    place.classList.add("thumbnail");
    Object.assign(place.style, { left: `${box.x.baseVal.value}px`, top: `${box.y.baseVal.value}px` });
    return [place];
  });
}

/**
 * Moves the picture with the pointer.
 *
 * @param {HTMLElement} room
 */
function drag(room) {
  room.addEventListener("pointerdown", (down) => {
    if (down.button !== 0 || down.pointerType === "touch" || /** @type {Element} */ (down.target).closest("a")) return;
    const from = { x: room.scrollLeft + down.clientX, y: room.scrollTop + down.clientY };
    /** @param {PointerEvent} move */
    const follow = (move) => room.scrollTo(from.x - move.clientX, from.y - move.clientY);
    room.addEventListener("pointermove", follow);
    addEventListener("pointerup", () => room.removeEventListener("pointermove", follow), { once: true });
  });
}

/**
 * The map as a list: each box with what leads from it.
 *
 * @param {SVGSVGElement} svg
 */
function list(svg) {
  const arrows = [...svg.querySelectorAll(".arrow")];
  return make(
    "ul", { class: "map-list" },
    [...svg.querySelectorAll(".node")].map((node) => {
      const words = [...node.querySelectorAll("text")].map((text) => text.textContent).join(" · ");
      const href = node.querySelector("a")?.getAttribute("href");
      const next = arrows.filter((arrow) => arrow.getAttribute("data-from") === node.getAttribute("data-node"));
      return make(
        "li", {}, href ? make("a", { href }, words) : words,
        next.length > 0 && make("ul", {}, next.map((arrow) => make("li", {}, arrow.getAttribute("aria-label")))),
      );
    }),
  );
}
