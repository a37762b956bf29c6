// @ts-check
// Opens the preview on a phone in the local network, by a URL for its camera.

import { copyButton, heading, make } from "./dom.js";
import { get, site } from "./site.js";

/** The app to whose first page the URL leads; empty for the studio. */
let chosen = "";

/** @param {string[]} _path @param {() => void} again @returns {Promise<Node[]>} */
export async function phone(_path, again) {
  /** @type {{ address: string | null, picture: string | null }} */
  const { address, picture } = await get(`/api/phone?app=${chosen}`);
  const select = make(
    "select", { onchange: () => {
      chosen = select.value;
      again();
    } },
    make("option", { value: "" }, "This studio"),
    site.apps.map(({ name, title }) => make("option", { value: name }, title)),
  );
  select.value = chosen;
  /** @type {Node[]} */
  const parts = [
    heading("Phone"),
    make(
      "p", { class: "lead" },
      "Point the camera of a phone in the same network here. Devices that open this address are admitted until the preview ends; all others are refused.",
    ),
    make("div", { class: "bar" }, make("label", { class: "pick" }, make("span", {}, "Opens"), select)),
  ];
  if (address && picture) {
    parts.push(
      make(
        "div", { class: "panel code" },
        make("img", { src: `data:image/svg+xml,${encodeURIComponent(picture)}`, alt: "A QR code of the address below", width: 260, height: 260 }),
        make("p", { class: "line" }, make("code", {}, address), copyButton(address, "the address")),
      ),
    );
  }
  return parts;
}
