// Builds requests from a contract and values.

import { parts } from "./parts.js";

/**
 * @typedef {import("./data.js").Values} Values
 *
 * @typedef {object} Template A request as written in the contract.
 * @property {string} method
 * @property {string} url
 * @property {Values} [query]
 * @property {Values} [headers]
 * @property {unknown} [json]
 * @property {Values} [form]
 * @property {"include"} [credentials]
 * @property {"origin"} [referrer]
 *
 * @typedef {{ method: string, url: string, headers: Values, body?: string, template: Template }} Request
 */

/**
 * The reason why there is no response, which is thrown: the outcome, and the missing or unsendable values.
 *
 * @typedef {{ outcome: string, missing?: string[] }} Fault
 */

/**
 * Percent-encodes everything but the unreserved characters (RFC 3986).
 *
 * @param {string} text
 */
export const encode = (text) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => "%" + sign.charCodeAt(0).toString(16).toUpperCase());

/**
 * @template Value
 * @param {{ [name: string]: Value } | undefined} object
 */
export const entries = (object) => Object.entries(object ?? {});

export const places = /\{\{([^{}?]*)(\??)\}\}/g;

/**
 * @param {string} text
 * @param {Values} values
 * @param {RegExp} [allowed] what the values may be
 * @returns {string | undefined} undefined if an optional value is missing
 */
function fillText(text, values, allowed) {
  let isLeftOut = false;
  const filled = text.replace(places, (_, name, optional) => {
    const value = values[name];
    if (value ? allowed?.test(value) === false : !optional) throw { outcome: "link-incomplete", missing: [name] };
    isLeftOut ||= !value;
    return value ?? "";
  });
  return isLeftOut ? undefined : filled;
}

/**
 * @param {unknown} json
 * @param {Values} values
 * @returns {unknown}
 */
function fillJSON(json, values) {
  if (typeof json === "string") return fillText(json, values);
  if (Array.isArray(json)) return json.map((element) => fillJSON(element, values)).filter((element) => element !== undefined);
  if (json && typeof json === "object")
    return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, fillJSON(value, values)]));
  return json;
}

/**
 * @param {Values | undefined} texts
 * @param {Values} values
 * @param {RegExp} [allowed] what the values may be
 * @returns {[string, string][]}
 */
export function fillFields(texts, values, allowed) {
  return entries(texts).flatMap(([name, text]) => {
    const filled = fillText(text, values, allowed);
    return filled === undefined ? [] : [/** @type {[string, string]} */ ([name, filled])];
  });
}

/** @param {[string, string][]} fields */
export const joined = (fields) => fields.map((field) => field.map(encode).join("=")).join("&");

/**
 * @param {Template} template
 * @param {Values} values
 * @returns {Request}
 */
export function fill(template, values) {
  let url = parts.fillURL?.(template.url, values) ?? template.url.replace("{{base}}", () => values.base ?? "");
  const query = joined(fillFields(template.query, values));
  if (query) url += "?" + query;
  // A line break would start another header.
  const headers = Object.fromEntries(fillFields(template.headers, values, /^[ -~]*$/));
  let body = parts.fillForm?.(template.form, values, headers);
  if (template.json !== undefined) {
    body = JSON.stringify(fillJSON(template.json, values) ?? null);
    setType(headers, "json");
  }
  return { method: template.method, url, headers, body, template };
}

/**
 * Sets the type of a request's body, unless the contract states one.
 *
 * @param {Values} headers
 * @param {string} type
 */
export function setType(headers, type) {
  if (!Object.keys(headers).some((name) => /^content-type$/i.test(name))) headers["Content-Type"] = "application/" + type;
}
