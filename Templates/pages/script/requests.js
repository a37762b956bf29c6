// Features of requests that only some backends need: values in URLs, forms, cookies, and the page's origin as referrer.

import { parts } from "./parts.js";
import { encode, fillFields, joined, places, setType } from "./request.js";

/** @param {string | undefined} address */
const origin = (address) => /^[^:]*:\/\/[^/?#\\]*/.exec(address ?? "")?.[0]?.toLowerCase();

parts.fillURL = (url, values) =>
  url.replace(places, (_, name, __, offset) => {
    const value = values[name];
    if (!value) throw { outcome: "link-incomplete", missing: [name] };
    if (offset) {
      // Browsers resolve these segments even if they are percent-encoded.
      if (/^\.\.?$/.test(value)) throw { outcome: "link-incomplete", missing: [name] };
      return encode(value);
    }
    // The app's own URL is trusted; one from a response must have the same origin.
    if (origin(value) !== origin(values.base)) throw { outcome: "server" };
    return value;
  });

parts.fillForm = (form, values, headers) => {
  if (form) setType(headers, "x-www-form-urlencoded");
  return form && joined(fillFields(form, values));
};

parts.requestOptions = ({ credentials, referrer }) => ({ credentials: credentials ?? "omit", referrerPolicy: referrer ?? "no-referrer" });
