// What only some backends ask for: values in the addresses of requests, and forms.

import { parts } from "./parts.js";
import { encode, fillFields, joined, places } from "./request.js";

/** @param {string | undefined} address */
const origin = (address) => /^[^:]*:\/\/[^/?#\\]*/.exec(address ?? "")?.[0]?.toLowerCase();

parts.fillURL = (url, values) =>
  url.replace(places, (_, name, __, offset) => {
    const value = values[name];
    if (!value) throw { is: "link-incomplete", missing: [name] };
    if (offset) {
      // Browsers resolve these even when they are percent-encoded.
      if (/^\.\.?$/.test(value)) throw { is: "link-incomplete", missing: [name] };
      return encode(value);
    }
    // The app's own address is trusted; one from an answer only as far as it stays there.
    if (origin(value) !== origin(values.base)) throw { is: "server" };
    return value;
  });

parts.fillForm = (form, values) => joined(fillFields(form, values));
