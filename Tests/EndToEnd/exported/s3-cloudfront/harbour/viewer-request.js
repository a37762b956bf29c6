const app = {"host":"harbour.example","hosts":["harbour.example","www.harbour.example"],"routes":[{"path":"/.well-known/apple-app-site-association","file":"apple-app-site-association"},{"path":"/.well-known/assetlinks.json","file":"assetlinks.json"},{"path":"/apple-app-site-association","file":"apple-app-site-association"},{"path":"/email-logo.HASH.png","file":"email-logo.png"},{"path":"/font.HASH.woff2","file":"font.woff2"},{"path":"/legal/terms.txt","file":"public~legal~terms.txt"},{"path":"/open/invite","open":{"web":"/i/{code}","app":"harbour://invite/{code}","opensOnIPhones":true,"androidPackage":"example.harbour","parameters":[{"name":"code","item":"code"}],"isOwnPage":false}},{"path":"/open/join","open":{"web":"/team/{team}/join?key={secret}","app":"harbour://join/{team}?key={secret}","opensOnIPhones":true,"androidPackage":"example.harbour","parameters":[{"name":"team","item":"team"},{"name":"secret","item":"key"}],"isOwnPage":false}},{"path":"/open/login","open":{"web":"/login?code={code}","app":"harbour://login?code={code}","opensOnIPhones":true,"androidPackage":"example.harbour","parameters":[{"name":"code","item":"code"}],"isOwnPage":false}},{"path":"/open/reset","open":{"web":"/reset?token={token}","app":"harbour://reset?token={token}","opensOnIPhones":true,"androidPackage":"example.harbour","parameters":[{"name":"token","item":"token"}],"isOwnPage":false}},{"path":"/robots.txt","file":"public~robots.txt"},{"path":"/touch-icon.HASH.png","file":"touch-icon.png"},{"path":"/team/{team}/join","file":"invite.html"},{"path":"/i/{code}","open":{"web":"/i/{code}","app":"harbour://invite/{code}","opensOnIPhones":true,"androidPackage":"example.harbour","parameters":[{"name":"code","item":"code"}],"isOwnPage":true}},{"path":"/i/{code}","file":"invite.html"},{"path":"/reset","file":"reset.html"},{"path":"/login","open":{"web":"/login?code={code}","app":"harbour://login?code={code}","opensOnIPhones":true,"androidPackage":"example.harbour","parameters":[{"name":"code","item":"code"}],"isOwnPage":true}},{"path":"/login","file":"invite.html"}],"files":{"404.html":{"asset":"/harbour/404.HASH.html"},"apple-app-site-association":{"asset":"/harbour/apple-app-site-association.HASH"},"assetlinks.json":{"asset":"/harbour/assetlinks.HASH.json"},"email-logo.png":{"asset":"/harbour/email-logo.HASH.png"},"font.woff2":{"asset":"/harbour/font.HASH.woff2"},"invite.html":{"asset":"/harbour/invite.HASH.html"},"public~legal~terms.txt":{"asset":"/harbour/public~legal~terms.HASH.txt"},"public~robots.txt":{"asset":"/harbour/public~robots.HASH.txt"},"reset.html":{"asset":"/harbour/reset.HASH.html"},"touch-icon.png":{"asset":"/harbour/touch-icon.HASH.png"}},"notFound":"404.html","redirectHeaders":[["Cache-Control","no-store"],["Referrer-Policy","no-referrer"],["X-Content-Type-Options","nosniff"],["X-Robots-Tag","noindex"],["Strict-Transport-Security","max-age=31536000"]],"nobody":["bot","crawl","spider","slurp","preview","facebookexternalhit","facebookcatalog","embedly","scanner","headlesschrome","lighthouse","pagespeed","inspectiontool","googleother","google-safety","mediapartners","feedfetcher","proofpoint","mimecast","barracuda","safelinks","curl/","wget/","python","okhttp","go-http-client","java/","axios","node-fetch","; wv)","instagram","fban/","fbav/","fb_iab","fbios","messenger","barcelona"," line/","tiktok","bytedance","musical_ly","trill_","bytelocale","snapchat","pinterest","twitter","linkedinapp","micromessenger","kakaotalk","whatsapp","gsa/","reddit","discord","telegram","viber","yjapp","windows phone"]};
const longestValue = 2048;
function decide(app, request) {
const segments = segmentsOf(request.path);
const items = itemsOf(request.query);
for (const route of app.routes) {
const values = matchPath(route.path, segments);
if (!values || !takes(route, items)) continue;
if (route.file) return { file: route.file };
if (route.redirect) return { status: route.redirect.status, location: route.redirect.location, byVisitor: false };
const decision = route.open ? openLink(app, route.open, request, values, items) : null;
if (decision) return decision;
}
return { status: 404 };
}
function openLink(app, link, request, values, items) {
const agent = request.method === "HEAD" ? "" : agentOf(request.userAgent, app.nobody);
for (const parameter of link.parameters) {
const value = values[parameter.name] || valueOf(parameter.item, items)
|| (link.isOwnPage ? "" : valueOf(parameter.name, items));
if (!isSound(value)) return link.isOwnPage ? null : { status: 400 };
values[parameter.name] = value;
}
const address = appAddress(app, link, agent, values);
if (address) return { status: 302, location: address, byVisitor: true };
if (link.isOwnPage) return null;
const page = fill(link.web, values);
return page === null ? { status: 400 } : { status: 303, location: page, byVisitor: true };
}
function appAddress(app, link, agent, values) {
const address = link.app ? fill(link.app, values) : null;
if (address === null) return null;
if (agent === "iphone") return link.opensOnIPhones ? address : null;
if (!link.androidPackage) return null;
if (agent === "firefox") return address;
const page = fill(link.web, values);
if (agent !== "chrome" || page === null) return null;
const colon = address.indexOf(":");
const fallback = encode("https://" + app.host + page);
return "intent:" + address.slice(colon + 1) + "#Intent;scheme=" + address.slice(0, colon)
+ ";package=" + link.androidPackage + ";S.browser_fallback_url=" + fallback + ";end";
}
function agentOf(userAgent, nobody) {
const agent = userAgent.toLowerCase();
const mentions = (word) => agent.indexOf(word) >= 0;
if (nobody.some(mentions)) return "";
if (mentions("(iphone") || mentions("(ipod")) return mentions("mobile/") && mentions("safari/") ? "iphone" : "";
if (!mentions("android")) return "";
if (mentions("firefox/") || mentions("focus/") || mentions("klar/")) return "firefox";
return mentions("chrome/") ? "chrome" : "";
}
function fill(shape, values) {
let isWhole = true;
const address = shape.replace(/\{([^}]*)\}/g, (_, name, offset) => {
const value = values[name];
const isInPath = !/[?#]/.test(shape.slice(0, offset));
if (!value || (isInPath && (value === "." || value === ".."))) isWhole = false;
return value ? encode(value) : "";
});
return isWhole ? address : null;
}
function isSound(value) {
return value !== "" && !/[\u0000-\u001f\u007f-\u009f]/.test(value)
&& encodeURIComponent(value).replace(/%../g, "x").length <= longestValue;
}
function segmentsOf(path) {
return path.split("/").filter((segment) => segment !== "");
}
function matchPath(pattern, segments) {
const expected = segmentsOf(pattern);
if (expected.length !== segments.length) return null;
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
function valueOf(name, items) {
const values = items.filter((item) => item.name === name).map((item) => item.value);
return values.every((value) => value !== "") ? values[0] || "" : "";
}
function takes(route, items) {
const all = (name, holds) => {
const own = items.filter((item) => item.name === name);
return own.length > 0 && own.every((item) => holds(item.value));
};
const conditions = route.conditions || {};
return Object.keys(conditions).every((name) => all(name, (value) => value === conditions[name]))
&& (route.required || []).every((name) => valueOf(name, items) !== "");
}
function itemsOf(query) {
const items = [];
for (const piece of query.split("&")) {
const equals = piece.indexOf("=");
const name = equals < 0 ? piece : piece.slice(0, equals);
const decoded = decode(name);
items.push({ name: decoded === null ? name : decoded, value: equals < 0 ? "" : decode(piece.slice(equals + 1)) || "" });
}
return items;
}
function decode(text) {
try {
return decodeURIComponent(text);
} catch (error) {
return null;
}
}
function encode(text) {
return encodeURIComponent(text).replace(/[!'()*]/g, (mark) => "%" + mark.charCodeAt(0).toString(16).toUpperCase());
}
function handler(event) {
const request = event.request;
const headers = request.headers;
const host = headers.host ? headers.host.value.toLowerCase().replace(/\.?(:[0-9]+)?$/, "") : "";
if (app.hosts.indexOf(host) < 0) return { statusCode: 421, statusDescription: "Misdirected Request" };
if (request.method !== "GET" && request.method !== "HEAD") {
return { statusCode: 405, statusDescription: "Method Not Allowed", headers: { allow: { value: "GET, HEAD" } } };
}
const query = [];
for (const name of Object.keys(request.querystring)) {
const item = request.querystring[name];
if (item) for (const each of item.multiValue || [item]) query.push(name + "=" + each.value);
}
const agent = headers["user-agent"];
const decision = decide(app, {
method: request.method, path: request.uri, query: query.join("&"), userAgent: agent ? agent.value : "",
});
if ("location" in decision) {
const fields = { location: { value: decision.location } };
for (const field of app.redirectHeaders) fields[field[0].toLowerCase()] = { value: field[1] };
if (decision.byVisitor) fields.vary = { value: "User-Agent" };
return { statusCode: decision.status, statusDescription: "Found", headers: fields };
}
if ("status" in decision && decision.status === 400) return { statusCode: 400, statusDescription: "Bad Request" };
const file = app.files["file" in decision ? decision.file : app.notFound];
request.uri = "file" in decision && file ? file.asset : "/latchkey-missing";
request.querystring = {};
return request;
}
