// Made by 'latchkey export'; the next export replaces it.

const app = {"hosts":["harbour.example","www.harbour.example"],"routes":[{"path":"/open/confirm","open":0},{"path":"/open/invite","open":1},{"path":"/open/join","open":2},{"path":"/open/login","open":3},{"path":"/open/reset","open":4},{"path":"/i/{code}","open":1,"isOwnPage":true},{"path":"/i/{code}","file":"invite.html"},{"path":"/login","open":3,"isOwnPage":true},{"path":"/login","file":"invite.html"},{"path":"/confirm","open":0,"isOwnPage":true},{"path":"/confirm","file":"invite.html"}],"links":[{"web":"/confirm?c={code}","locations":{"iphone-browser":"harbour://confirm?code={code}","android-firefox":"harbour://confirm?code={code}","android-chrome":"intent://confirm?code={code}#Intent;scheme=harbour;package=example.harbour;S.browser_fallback_url=https%3A%2F%2Fharbour.example%2Fconfirm%3Fc%3D{%code};end"},"parameters":[{"name":"code","item":"c"}]},{"web":"/i/{code}","locations":{"iphone-browser":"harbour://invite/{code}","android-firefox":"harbour://invite/{code}","android-chrome":"intent://invite/{code}#Intent;scheme=harbour;package=example.harbour;S.browser_fallback_url=https%3A%2F%2Fharbour.example%2Fi%2F{%code};end"},"parameters":[{"name":"code","item":"code"}]},{"web":"/team/{team}/join?key={secret}","locations":{"iphone-browser":"harbour://join/{team}?key={secret}","android-firefox":"harbour://join/{team}?key={secret}","android-chrome":"intent://join/{team}?key={secret}#Intent;scheme=harbour;package=example.harbour;S.browser_fallback_url=https%3A%2F%2Fharbour.example%2Fteam%2F{%team}%2Fjoin%3Fkey%3D{%secret};end"},"parameters":[{"name":"team","item":"team"},{"name":"secret","item":"key"}]},{"web":"/login?code={code}","locations":{"iphone-browser":"harbour://login?code={code}","android-firefox":"harbour://login?code={code}","android-chrome":"intent://login?code={code}#Intent;scheme=harbour;package=example.harbour;S.browser_fallback_url=https%3A%2F%2Fharbour.example%2Flogin%3Fcode%3D{%code};end"},"parameters":[{"name":"code","item":"code"}]},{"web":"/reset?token={token}","locations":{"iphone-browser":"harbour://reset?token={token}","android-firefox":"harbour://reset?token={token}","android-chrome":"intent://reset?token={token}#Intent;scheme=harbour;package=example.harbour;S.browser_fallback_url=https%3A%2F%2Fharbour.example%2Freset%3Ftoken%3D{%token};end"},"parameters":[{"name":"token","item":"token"}]}],"longestLocation":8000,"longestValue":2048,"longestUserAgent":512,"files":{"404.html":{"asset":"/404","headers":[["Content-Type","text/html; charset=utf-8"],["Vary","Accept-Encoding"],["Cache-Control","no-store"],["Content-Security-Policy","default-src 'none'; style-src 'sha256-HASH'; script-src 'sha256-HASH'; img-src data: 'self'; font-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'"],["Referrer-Policy","no-referrer"],["Strict-Transport-Security","max-age=31536000"],["X-Content-Type-Options","nosniff"],["X-Robots-Tag","noindex"]]},"invite.html":{"asset":"/_latchkey/invite","headers":[["Content-Type","text/html; charset=utf-8"],["Vary","Accept-Encoding, User-Agent"],["Cache-Control","no-store"],["Content-Security-Policy","default-src 'none'; style-src 'sha256-HASH'; script-src 'sha256-HASH'; img-src data: 'self'; font-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'"],["Referrer-Policy","no-referrer"],["Strict-Transport-Security","max-age=31536000"],["X-Content-Type-Options","nosniff"],["X-Robots-Tag","noindex"]]}},"notFound":"404.html","redirectHeaders":[["Cache-Control","no-store"],["Referrer-Policy","no-referrer"],["X-Content-Type-Options","nosniff"],["X-Robots-Tag","noindex"],["Strict-Transport-Security","max-age=31536000"]],"excludedAgents":["bot","crawl","spider","slurp","preview","facebookexternalhit","facebookcatalog","embedly","scanner","headlesschrome","lighthouse","pagespeed","inspectiontool","googleother","google-safety","mediapartners","feedfetcher","proofpoint","mimecast","barracuda","safelinks","curl/","wget/","python","okhttp","go-http-client","java/","axios","node-fetch","; wv)","instagram","fban/","fbav/","fb_iab","fbios","messenger","barcelona"," line/","tiktok","bytedance","musical_ly","trill_","bytelocale","snapchat","pinterest","twitter","linkedinapp","micromessenger","kakaotalk","whatsapp","gsa/","reddit","discord","telegram","viber","yjapp","windows phone"],"agents":[{"name":"iphone-browser","includes":[["(iphone","(ipod"],["mobile/"],["safari/"]],"excludes":[]},{"name":"android-firefox","includes":[["android"],["firefox/","focus/","klar/"]],"excludes":["(iphone","(ipod"]},{"name":"android-chrome","includes":[["android"],["chrome/"]],"excludes":["(iphone","(ipod","firefox/","focus/","klar/"]}]};

// The answer of an app to a request, for hosts that run code at the edge; the rules are those of latchkey-server.
//
// It uses no host's API: no URL, Request or Response, so that it runs in CloudFront Functions too.

/**
 * @typedef {{name: string, item: string}} Parameter
 * @typedef {{web: string, locations: Record<string, string>, parameters: Parameter[]}} Link `locations` by class of User-Agent
 * @typedef {{path: string, conditions?: Record<string, string>, required?: string[], file?: string,
 *   redirect?: {status: number, location: string}, open?: number, isOwnPage?: boolean}} Route `open` is an index in `links`
 * @typedef {{name: string, includes: string[][], excludes: string[]}} Agent a class of User-Agents, by words in lower case
 * @typedef {{routes: Route[], links: Link[], longestLocation: number, longestValue: number, longestUserAgent: number, agents: Agent[], excludedAgents: string[]}} App
 * @typedef {{method: string, path: string, query: string, userAgent: string}} LinkRequest
 * @typedef {{name: string, value: string}} Item
 * @typedef {{file: string} | {status: number, location: string, byVisitor: boolean} | null} Decision
 */

/**
 * The answer to a GET or HEAD request.
 * @param {App} app
 * @param {LinkRequest} request
 * @returns {Decision} null if no route matches
 */
function decide(app, request) {
    const segments = segmentsOf(request.path);
    const items = itemsOf(request.query);
    for (const route of app.routes) {
        const values = matchPath(route.path, segments);
        if (!values || !takes(route, items)) continue;
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
 * @param {Item[]} items
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
function agentOf(userAgent, app) {
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
        if (value === null) return null;
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
 * @param {Item[]} items
 */
function valueOf(name, items) {
    const values = items.filter((item) => item.name === name).map((item) => item.value);
    return values.every((value) => value !== "") ? values[0] || "" : "";
}

/**
 * Whether every occurrence of each condition has its value, and no required item is missing or empty.
 * @param {Route} route
 * @param {Item[]} items
 */
function takes(route, items) {
    /** @param {string} name @param {(value: string) => boolean} holds */
    const all = (name, holds) => {
        const own = items.filter((item) => item.name === name);
        return own.length > 0 && own.every((item) => holds(item.value));
    };
    const conditions = route.conditions || {};
    return Object.keys(conditions).every((name) => all(name, (value) => value === conditions[name]))
        && (route.required || []).every((name) => valueOf(name, items) !== "");
}

/**
 * The decoded items of a query. A plus is not a space, and a value that cannot be decoded is empty.
 * @param {string} query
 * @returns {Item[]}
 */
function itemsOf(query) {
    /** @type {Item[]} */
    const items = [];
    for (const piece of query.split("&")) {
        const equals = piece.indexOf("=");
        const name = equals < 0 ? piece : piece.slice(0, equals);
        const decoded = decode(name);
        items.push({ name: decoded === null ? name : decoded, value: equals < 0 ? "" : decode(piece.slice(equals + 1)) || "" });
    }
    return items;
}

/** @param {string} text */
function decode(text) {
    try {
        return decodeURIComponent(text);
    } catch (error) {
        return null;
    }
}

/**
 * Percent-encodes everything but RFC 3986's unreserved characters.
 * @param {string} text
 */
function encode(text) {
    return encodeURIComponent(text).replace(/[!'()*]/g, (mark) => "%" + mark.charCodeAt(0).toString(16).toUpperCase());
}

// Converts a decision to a Response, for hosts whose functions use the Fetch API.

/**
 * @typedef {import("./decision.js").App & {files: Record<string, {asset: string, headers: [string, string][]}>, notFound: string,
 *   redirectHeaders: [string, string][]}} PublishedApp
 */

/**
 * The answer to a request.
 * @param {PublishedApp} app
 * @param {Request} request
 * @param {(asset: URL) => Promise<Response>} fetchAsset fetches a published file
 * @returns {Promise<Response>}
 */
async function respond(app, request, fetchAsset) {
    if (request.method !== "GET" && request.method !== "HEAD") {
        return new Response("Only GET and HEAD are supported here.\n", { status: 405, headers: { Allow: "GET, HEAD" } });
    }
    const url = new URL(request.url);
    const decision = decide(app, {
        method: request.method,
        path: url.pathname,
        query: url.search.slice(1),
        userAgent: request.headers.get("user-agent") || "",
    });
    if (decision && "location" in decision) {
        const headers = new Headers(app.redirectHeaders);
        headers.set("Location", decision.location);
        if (decision.byVisitor) headers.set("Vary", "User-Agent");
        return new Response(null, { status: decision.status, headers });
    }
    const file = app.files[decision ? decision.file : app.notFound];
    if (!file) return new Response(null, { status: 404 });
    const asset = await fetchAsset(new URL(file.asset, url));
    const headers = new Headers(asset.headers);
    for (const [name, value] of file.headers) headers.set(name, value);
    return new Response(asset.body, { status: decision ? asset.status : 404, headers });
}

// Cloudflare Pages: a function that _routes.json enables for its own paths only.

/**
 * @param {{request: Request, env: {ASSETS: {fetch: (request: Request) => Promise<Response>}}}} context
 * @returns {Promise<Response>}
 */
export function onRequest(context) {
    const { request, env } = context;
    return respond(app, request, (asset) => env.ASSETS.fetch(new Request(asset, { headers: request.headers })));
}
