// Sends the requests of an operation.

import { known, page } from "./data.js";
import { runOperation } from "./interpreter.js";
import { parts } from "./parts.js";

/**
 * Sends one request; throws an outcome if there is no response.
 *
 * @param {import("./request.js").Request} request
 * @param {AbortSignal} signal
 * @returns {Promise<import("./interpreter.js").Answer>}
 */
async function send({ method, url, headers, body, template }, signal) {
  if (navigator.onLine === false) throw { outcome: "network" };
  try {
    const response = await fetch(url, {
      method,
      headers,
      body,
      signal,
      cache: "no-store",
      redirect: "manual",
      credentials: "omit",
      referrerPolicy: "no-referrer",
      ...parts.requestOptions?.(template),
    });
    return {
      status: response.status,
      text: await response.text(),
      header: (name) => response.headers.get(name),
      cookie: parts.cookie,
    };
  } catch {
    throw { outcome: signal.aborted ? "timeout" : "network" };
  }
}

/**
 * Runs an operation with all known values.
 *
 * @param {import("./interpreter.js").Operation} operation
 * @param {import("./data.js").Values} [fields] values that take precedence over the known ones
 * @param {AbortController} [controller] aborts it; a timeout does, too
 */
export async function run(operation, fields, controller = new AbortController()) {
  const timer = setTimeout(() => controller.abort(), page.timeout * 1000);
  const result = await runOperation(operation, { ...known, ...fields, ...page.settings }, (request) => send(request, controller.signal));
  clearTimeout(timer);
  return result;
}
