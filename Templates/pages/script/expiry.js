// Links that say when they expire. An expired one is reported before the user enters anything, if no operation checks it first.

import { state } from "./data.js";
import { parts } from "./parts.js";

/** The tolerance for a device's clock that is ahead, in seconds: its time zone may be wrong. */
const leeway = 86400;

/**
 * Whether a parameter is a JWT whose claim `exp` (RFC 7519, section 4.1.4) has passed.
 *
 * @param {string} value
 */
function hasExpired(value) {
  try {
    const { exp } = JSON.parse(atob((value.split(".")[1] ?? "").replace(/-/g, "+").replace(/_/g, "/")));
    return exp + leeway < Date.now() / 1000;
  } catch {
    return false;
  }
}

parts.isExpired = (parameters, start) => !state(start).load && Object.values(parameters).some(hasExpired);
