// Links with values in their addresses; one that lacks a value is not shown.

import { all, known } from "./data.js";
import { parts } from "./parts.js";
import { fillAddress } from "./fill-address.js";
import { places } from "./request.js";

parts.fillLinks = (root) => {
  for (const link of /** @type {HTMLAnchorElement[]} */ (all("[data-href]", root))) {
    const address = fillAddress(/** @type {string} */ (link.dataset.href), places, known);
    link.hidden = !address;
    link.href = address ?? "#";
  }
};
