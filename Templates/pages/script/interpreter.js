// Runs an operation of a contract, as ContractRun of AuthContracts does in apps. One set of test vectors covers both.

import { parts } from "./parts.js";
import { entries, fill } from "./request.js";
import { matchText } from "./text-test.js";

/**
 * @typedef {import("./data.js").Values} Values
 *
 * @typedef {object} Rule
 * @property {(number | string)[]} [status]
 * @property {{ [pointer: string]: unknown }} [where]
 * @property {{ [name: string]: unknown }} [headers]
 * @property {string} is
 * @property {Values} [keep]
 * @property {string} [wait]
 *
 * @typedef {object} Step
 * @property {import("./request.js").Template} request
 * @property {Rule[]} outcomes
 * @property {string[]} [supplies] the values that it supplies on success and that later steps use
 *
 * @typedef {{ consumes?: boolean, sends?: boolean, forgets?: string[], steps: Step[] }} Operation
 *
 * @typedef {object} Answer
 * @property {number} status
 * @property {string} text
 * @property {(name: string) => string | null | undefined} header
 * @property {(name: string) => string | undefined} [cookie]
 *
 * @typedef {object} Result
 * @property {string} outcome
 * @property {number} [wait] in seconds
 * @property {Values} kept the values that responses supplied
 */

/**
 * A text, or a number or Boolean as JSON writes it.
 *
 * @param {unknown} value
 */
export const asText = (value) => (/string|number|boolean/.test(typeof value) ? `${value}` : undefined);

/**
 * The values at a JSON pointer (RFC 6901) with two extensions: `*` matches any one element or member, and `name=text`
 * selects the value itself if its member `name` has that text.
 *
 * @param {string} pointer
 * @param {unknown} body
 */
const find = (pointer, body) =>
  pointer
    .split("/")
    .slice(1)
    .reduce(
      (values, part) =>
        values.flatMap(
          (value) =>
            parts.selectedValues?.(part, value) ??
            Object.entries(value && typeof value === "object" ? value : {})
              .filter(([name]) => part === "*" || part === name)
              .map(([, value]) => value),
        ),
      body === undefined ? [] : [body],
    );

/**
 * @param {unknown} wanted
 * @param {unknown} value
 * @returns {import("./text-test.js").Captured | undefined}
 */
function matchValue(wanted, value) {
  if (typeof wanted === "string") return typeof value === "string" ? matchText(wanted, value) : undefined;
  if (Array.isArray(wanted)) return first(wanted, (each) => matchValue(each, value));
  return wanted === value ? { texts: {} } : undefined;
}

/**
 * @template Element, Found
 * @param {Element[]} elements
 * @param {(element: Element) => Found | undefined} look
 * @returns {Found | undefined}
 */
function first(elements, look) {
  for (const element of elements) {
    const found = look(element);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * @param {string} source
 * @param {Answer} answer
 * @param {unknown} body
 */
function text(source, answer, body) {
  const found = parts.readSource?.(source, answer);
  return found ? found.text : first(find(source, body), asText);
}

/** @param {string | null | undefined} text */
const seconds = (text) => (/^[0-9]{1,9}$/.test(text ?? "") ? Number(text) : undefined);

/** @param {string} text */
function parse(text) {
  // The limit is in bytes of UTF-8, as in apps.
  if (!text || new Blob([text]).size > 1048576) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * @param {Operation} operation
 * @param {Values} given
 * @param {(request: import("./request.js").Request) => Promise<Answer>} send throws a fault if there is no response
 * @returns {Promise<Result>}
 */
export async function runOperation(operation, given, send) {
  const { steps } = operation;
  const values = { ...given };
  /** @type {Values} */
  const kept = {};
  for (const [index, step] of steps.entries()) {
    const isLast = index + 1 === steps.length;
    // A link is exchanged for one session, which a second attempt with another password must reuse.
    if (parts.isDone?.(step, values)) continue;
    /** @type {Answer} */
    let answer;
    try {
      answer = await send(fill(step.request, values));
    } catch (fault) {
      const { outcome = "server", missing = [] } = /** @type {import("./request.js").Fault} */ (fault);
      // The link lacks the value, unless an earlier response should have supplied it.
      return { outcome: parts.isLate?.(steps.slice(0, index), missing) ? "server" : outcome, kept };
    }
    const { header, status } = answer;
    const wait = seconds(header("retry-after") ?? header("x-retry-after"));
    const body = parse(answer.text);
    const result = first(step.outcomes, (rule) => {
      if (rule.status?.every((wanted) => wanted !== status && wanted !== `${status}`[0] + "xx")) return undefined;
      const captured = [
        ...entries(rule.headers).map(([name, wanted]) => matchValue(wanted, header(name))),
        ...entries(rule.where).map(([pointer, wanted]) => first(find(pointer, body), (value) => matchValue(wanted, value))),
      ];
      if (!captured.every(Boolean)) return undefined;
      const texts = Object.assign({}, ...captured.map((each) => each?.texts));
      for (const [name, source] of entries(rule.keep)) texts[name] = text(source, answer, body) || texts[name];
      for (const name in texts) if (texts[name]) kept[name] = values[name] = texts[name];
      return {
        outcome: rule.is,
        wait: first(captured, (each) => each?.seconds) ?? seconds(rule.wait && text(rule.wait, answer, body)) ?? wait,
        kept,
      };
    });
    if (!result) return { outcome: status === 429 ? "rate-limited" : "server", wait, kept };
    if (isLast || result.outcome !== "ok") return result;
  }
  return { outcome: "server", kept };
}
