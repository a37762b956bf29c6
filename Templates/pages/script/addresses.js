// Links with values in their URLs. A link whose value is not known is hidden, with the paragraph around it.

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
  for (const words of all(".words :is(p, h2)", root)) if (all("[data-href][hidden]", words)[0]) words.hidden = true;
};
