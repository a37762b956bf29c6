// The answer of an app to a request, for hosts that run code at the edge; the rules are those of latchkey-server.
//
// It uses no host's API: no URL, Request or Response, so that it runs in CloudFront Functions too.

import { fileFor } from "./languages.js";
import { decode, itemsOf } from "./link-items.js";

/**
 * @typedef {{name: string, item: string}} Parameter
 * @typedef {{web: string, locations: Record<string, string>, parameters: Parameter[]}} Link `locations` by class of User-Agent
 * @typedef {{path: string, conditions?: Record<string, string>, required?: string[], file?: string,
 *   redirect?: {status: number, location: string}, open?: number, isOwnPage?: boolean}} Route `open` is an index in `links`
 * @typedef {{name: string, includes: string[][], excludes: string[]}} Agent a class of User-Agents, by words in lower case
 * @typedef {{routes: Route[], links: Link[], longestLocation: number, longestValue: number, longestUserAgent: number, agents: Agent[], excludedAgents: string[]}} App
 * @typedef {{method: string, path: string, query: string, userAgent: string}} LinkRequest
 * @typedef {Record<string, string[]>} Items the decoded values of the query's items, by name
 * @typedef {{file: string} | {status: number, location: string, byVisitor: boolean} | null} Decision
 */

/**
 * The answer to a GET or HEAD request.
 * @param {App} app
 * @param {LinkRequest} request
 * @returns {Decision} null if no route matches
 */
export function decide(app, request) {
    const segments = segmentsOf(request.path);
    const items = itemsOf(request.query);
    for (const route of app.routes) {
        const values = matchPath(route.path, segments);
        if (!values || !takes(route, items)) continue;
        if (route.file) return { file: fileFor(app, route, request, items) }; // languages
        if (route.file) return { file: route.file };
        if (route.redirect) return { status: route.redirect.status, location: route.redirect.location, byVisitor: false };
        const link = route.open === undefined ? undefined : app.links[route.open];
        const decision = link ? openLink(app, link, route.isOwnPage === true, request, values, items) : null;
        if (decision) return decision;
    }
    return null;
}

/**
 * Redirects into the app if a redirect can open it on the device, otherwise to the page; null leaves the request to the
 * following routes.
 * @param {App} app
 * @param {Link} link
 * @param {boolean} isOwnPage whether the route is the page's own path, where a redirect to the page would be a loop
 * @param {LinkRequest} request
 * @param {Record<string, string>} values the values in the path
 * @param {Items} items
 * @returns {Decision}
 */
function openLink(app, link, isOwnPage, request, values, items) {
    const agent = request.method === "HEAD" ? "" : agentOf(request.userAgent, app);
    for (const parameter of link.parameters) {
        const value = values[parameter.name] || valueOf(parameter.item, items)
            || (isOwnPage ? "" : valueOf(parameter.name, items));
        if (!isSound(value, app.longestValue)) return null;
        values[parameter.name] = value;
    }
    const page = fill(link.web, values);
    if (page === null) return null;
    const shape = link.locations[agent];
    const location = shape ? fill(shape, values) : null;
    if (location !== null && location.length <= app.longestLocation) return { status: 302, location, byVisitor: true };
    return isOwnPage ? null : { status: 303, location: page, byVisitor: true };
}

/**
 * The class of a browser; empty if a redirect cannot open an app in it.
 * @param {string} userAgent
 * @param {{agents: Agent[], excludedAgents: string[], longestUserAgent: number}} app `excludedAgents` are words of bots, tools and web views
 * @returns {string}
 */
export function agentOf(userAgent, app) {
    const agent = userAgent.toLowerCase();
    /** @param {string} word */
    const mentions = (word) => agent.indexOf(word) >= 0;
    if (agent.length > app.longestUserAgent || app.excludedAgents.some(mentions)) return "";
    const all = app.agents.filter((each) => each.includes.every((words) => words.some(mentions)) && !each.excludes.some(mentions));
    return all[0] ? all[0].name : "";
}

/**
 * Expands a template: `{name}` is a percent-encoded value, `{%name}` one that is encoded twice.
 * @param {string} shape
 * @param {Record<string, string>} values
 * @returns {string | null} null if a value is missing, or is a path segment that browsers remove
 */
function fill(shape, values) {
    let isWhole = true;
    const address = shape.replace(/\{(%?)([^}]*)\}/g, (_, twice, name, offset) => {
        const value = values[name];
        const isInPath = !/[?#]/.test(shape.slice(0, offset));
        if (!value || (isInPath && (value === "." || value === ".."))) isWhole = false;
        const encoded = value ? encode(value) : "";
        return twice ? encode(encoded) : encoded;
    });
    return isWhole ? address : null;
}

/**
 * Whether a value may be passed on.
 * @param {string} value
 * @param {number} longest the maximum length, in bytes
 */
function isSound(value, longest) {
    return value !== "" && !/[\u0000-\u001f\u007f-\u009f]/.test(value)
        && encodeURIComponent(value).replace(/%../g, "x").length <= longest;
}

/**
 * The encoded segments of a path; doubled and trailing slashes are ignored.
 * @param {string} path
 */
function segmentsOf(path) {
    return path.split("/").filter((segment) => segment !== "");
}

/**
 * The values in a path; null if the route has another path.
 * @param {string} pattern
 * @param {string[]} segments
 * @returns {Record<string, string> | null}
 */
function matchPath(pattern, segments) {
    const expected = segmentsOf(pattern);
    if (expected.length !== segments.length) return null;
    /** @type {Record<string, string>} */
    const values = {};
    for (let index = 0; index < expected.length; index += 1) {
        const part = expected[index] || "";
        const value = decode(segments[index] || "");
        if (value === "") return null;
        if (part.charAt(0) === "{") {
            values[part.slice(1, -1)] = value;
        } else if (decode(part) !== value) {
            return null;
        }
    }
    return values;
}

/**
 * The first value of an item; empty if the item is missing or one of its occurrences is empty.
 * @param {string} name
 * @param {Items} items
 */
function valueOf(name, items) {
    const values = items[name] || [];
    return values.every((value) => value !== "") ? values[0] || "" : "";
}

/**
 * Whether every occurrence of each condition has its value, and no required item is missing or empty.
 * @param {Route} route
 * @param {Items} items
 */
function takes(route, items) {
    const conditions = route.conditions || {};
    return Object.keys(conditions).every((name) => (items[name] || [""]).every((value) => value === conditions[name]))
        && (route.required || []).every((name) => valueOf(name, items) !== "");
}

/**
 * Percent-encodes everything but RFC 3986's unreserved characters.
 * @param {string} text
 */
function encode(text) {
    return encodeURIComponent(text).replace(/[!'()*]/g, (mark) => "%" + mark.charCodeAt(0).toString(16).toUpperCase());
}
