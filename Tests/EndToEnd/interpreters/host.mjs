// Serves the output of `latchkey export` in the way that a host documents. Run it with node:
//
//     node host.mjs HOST SITES.json
//
// SITES.json contains `{ app, folder, configuration }` by host name. The first line of output is the address that it listens on.
// Each kind of host is a function below, with the URL of its documentation.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { posix } from "node:path";
import { pathToFileURL } from "node:url";
import { runInNewContext } from "node:vm";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const [kind, sitesPath] = process.argv.slice(2);
const sites = JSON.parse(readFileSync(sitesPath, "utf8"));
const TYPES = { ".html": "text/html; charset=utf-8", ".json": "application/json", ".js": "text/javascript",
    ".txt": "text/plain; charset=utf-8", ".png": "image/png", ".svg": "image/svg+xml", ".woff2": "font/woff2" };

/** Parses a request as every host does, before its rules; null if the path is invalid. */
function asked(request) {
    const [path, ...rest] = request.url.split("?");
    let decoded;
    try {
        decoded = decodeURIComponent(path);
    } catch {
        return null;
    }
    if (decoded.split("/").includes("..")) return null;
    return { method: request.method, path: decoded, raw: path, query: rest.join("?"), headers: request.headers };
}

/** The response with a published file by its exact path; null if there is none. */
function file(root, path) {
    const place = `${root}${path}`;
    if (path.includes("\0") || path.includes("//") || !existsSync(place) || !statSync(place).isFile()) return null;
    const body = readFileSync(place);
    const extension = posix.extname(path);
    return {
        status: 200,
        headers: {
            "content-type": TYPES[extension] ?? "application/octet-stream",
            etag: `"${createHash("md5").update(body).digest("hex")}"`,
            "cache-control": "public, max-age=0, must-revalidate",
        },
        body,
    };
}

/** The response to `/x` with `x`, `x.html` or `x/index.html`; null if there is none. */
function pretty(root, path) {
    return file(root, path) ?? file(root, `${path.replace(/\/$/, "")}.html`) ?? file(root, `${path.replace(/\/$/, "")}/index.html`);
}

const missing = (root) => ({ ...file(root, "/404.html"), status: 404 });
const redirect = (status, location) => ({ status, headers: { location }, body: Buffer.alloc(0) });
const withQuery = (location, visit) => location + (visit.query ? (location.includes("?") ? "&" : "?") + visit.query : "");

/** The regular expression of a pattern with `:name` for a segment and `*` for any text. */
function pattern(text, star = ".*") {
    const escaped = text.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
    return new RegExp(`^${escaped.replace(/:[A-Za-z_]+/g, "[^/]+").replace(/\*/g, star)}$`);
}

/** The header fields of all rules whose paths match; values of the same name are joined. */
function ruled(rules, path) {
    const fields = {};
    for (const [source, values] of rules) {
        if (!source.test(path)) continue;
        for (const [name, value] of values) {
            const key = name.toLowerCase();
            fields[key] = key in fields ? `${fields[key]}, ${value}` : value;
        }
    }
    return fields;
}

/** The response of a function with the Fetch API. */
async function invoke(answer) {
    const headers = Object.fromEntries(answer.headers);
    return { status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) };
}

function fetchRequest(visit) {
    return new Request(`https://${visit.headers.host}${visit.raw}${visit.query ? `?${visit.query}` : ""}`, {
        method: visit.method, headers: Object.entries(visit.headers),
    });
}

function asResponse(found) {
    return new Response(found.body, { status: found.status, headers: found.headers });
}

const module = (folder, path) => import(pathToFileURL(`${folder}/${path}`));

const HOSTS = {
    // https://docs.netlify.com/manage/routing/redirects/overview/ and …/headers/, https://docs.netlify.com/build/edge-functions/
    async netlify({ folder, configuration }) {
        const root = `${folder}/public`;
        const edges = (configuration.edge_functions ?? []).map((edge) => pattern(edge.path));
        const edge = edges.length ? await module(folder, "netlify/edge-functions/latchkey.js") : null;
        const redirects = (configuration.redirects ?? []).map((rule) => ({ ...rule, source: pattern(rule.from) }));
        const rules = (configuration.headers ?? []).map((rule) => [pattern(rule.for), Object.entries(rule.values)]);
        return async (visit) => {
            globalThis.fetch = async (url) => asResponse(pretty(root, new URL(url).pathname) ?? missing(root));
            // Rules match with and without a trailing slash.
            const path = visit.path.length > 1 ? visit.path.replace(/\/$/, "") : visit.path;
            if (edges.some((source) => source.test(path))) return invoke(await edge.default(fetchRequest(visit)));
            const rule = redirects.find((each) => each.source.test(path));
            const fields = ruled(rules, path);
            if (rule && rule.status !== 200) return { ...redirect(rule.status, rule.to), headers: { location: rule.to, ...fields } };
            const found = pretty(root, rule ? rule.to : path);
            return found ? { ...found, headers: { ...found.headers, ...fields } } : missing(root);
        };
    },

    // https://developers.cloudflare.com/pages/configuration/serving-pages/, …/headers/, …/redirects/, …/functions/routing/
    async "cloudflare-pages"({ folder }) {
        const root = `${folder}/public`;
        const text = (name) => (existsSync(`${root}/${name}`) ? readFileSync(`${root}/${name}`, "utf8") : "");
        const rules = [];
        for (const line of text("_headers").split("\n")) {
            if (line.startsWith("/")) rules.push([pattern(line), []]);
            // A field that Cloudflare adds by default and a rule removes.
            else if (line.trim() && !line.trim().startsWith("!")) rules.at(-1)[1].push([line.slice(0, line.indexOf(":")).trim(), line.slice(line.indexOf(":") + 1).trim()]);
        }
        const redirects = text("_redirects").split("\n").filter(Boolean).map((line) => line.split(" "));
        const routes = text("_routes.json") ? JSON.parse(text("_routes.json")).include.map((each) => pattern(each)) : [];
        const edge = routes.length ? await module(folder, "functions/[[path]].js") : null;
        const assets = (visit) => {
            const path = visit.path;
            if (path.endsWith(".html") && file(root, path)) return redirect(308, path.slice(0, -5));
            if (path.length > 1 && path.endsWith("/") && pretty(root, path.slice(0, -1))) return redirect(308, path.slice(0, -1));
            const found = pretty(root, path);
            if (!found || path.startsWith("/_headers") || path.startsWith("/_r")) return missing(root);
            return { ...found, headers: { ...found.headers, ...ruled(rules, path) } };
        };
        const env = { ASSETS: { fetch: async (request) => asResponse(assets({ path: new URL(request.url).pathname })) } };
        return async (visit) => {
            if (routes.some((source) => source.test(visit.path))) {
                return invoke(await edge.onRequest({ request: fetchRequest(visit), env }));
            }
            const rule = redirects.find(([from]) => pattern(from).test(visit.path));
            if (rule && rule[2] !== "200") return { ...redirect(Number(rule[2]), rule[1]), headers: { location: rule[1], ...ruled(rules, visit.path) } };
            return assets(rule ? { ...visit, path: rule[1] } : visit);
        };
    },

    // https://vercel.com/docs/project-configuration, https://vercel.com/docs/routing-middleware
    async vercel({ folder, configuration }) {
        const root = `${folder}/public`;
        const rules = configuration.headers.map((rule) => [pattern(rule.source), rule.headers.map(({ key, value }) => [key, value])]);
        const middleware = existsSync(`${folder}/middleware.js`) ? await module(folder, "middleware.js") : null;
        const matchers = (middleware?.config.matcher ?? []).map((each) => pattern(each));
        return async (visit) => {
            const fields = ruled(rules, visit.path);
            const answer = (found) => ({ ...found, headers: { ...found.headers, ...fields } });
            if (visit.path.endsWith(".html") && file(root, visit.path)) return redirect(308, withQuery(visit.path.slice(0, -5), visit));
            if (visit.path.length > 1 && visit.path.endsWith("/")) return redirect(308, withQuery(visit.path.slice(0, -1), visit));
            // https://vercel.com/docs/rewrites: "The /.well-known path is reserved".
            const isReserved = visit.path.startsWith("/.well-known/");
            const rule = isReserved ? undefined : (configuration.redirects ?? []).find((each) => pattern(each.source).test(visit.path));
            if (rule) return answer(redirect(rule.statusCode, withQuery(rule.destination, visit)));
            if (matchers.some((source) => source.test(visit.path))) {
                const made = await invoke(await middleware.default(fetchRequest(visit)));
                const target = made.headers["x-middleware-rewrite"];
                if (!target) return made;
                delete made.headers["x-middleware-rewrite"];
                const path = new URL(target).pathname;
                const found = pretty(root, path) ?? missing(root);
                return { status: path === "/404" ? 404 : found.status, headers: { ...found.headers, ...made.headers }, body: found.body };
            }
            const rewrite = isReserved ? undefined : (configuration.rewrites ?? []).find((each) => pattern(each.source).test(visit.path));
            return answer(pretty(root, visit.path) ?? (rewrite && pretty(root, rewrite.destination)) ?? missing(root));
        };
    },

    // https://firebase.google.com/docs/hosting/full-config
    async "firebase-hosting"({ app, folder, configuration }) {
        const target = configuration.hosting.find((each) => `/${each.public}`.startsWith(`/${app}/`));
        const root = `${folder}/${target.public}`;
        const rules = target.headers.map((rule) => [pattern(rule.source, "[^/]*"), rule.headers.map(({ key, value }) => [key, value])]);
        return async (visit) => {
            const fields = ruled(rules, visit.path);
            const answer = (found) => ({ ...found, headers: { ...found.headers, ...fields } });
            const rule = target.redirects.find((each) => pattern(each.source, "[^/]*").test(visit.path));
            if (rule) return answer(redirect(rule.type, withQuery(rule.destination, visit)));
            if (visit.path.endsWith(".html") && file(root, visit.path)) return redirect(301, withQuery(visit.path.slice(0, -5), visit));
            if (visit.path.length > 1 && visit.path.endsWith("/")) return redirect(301, withQuery(visit.path.slice(0, -1), visit));
            const rewrite = target.rewrites.find((each) => pattern(each.source, "[^/]*").test(visit.path));
            return answer(pretty(root, visit.path) ?? (rewrite && file(root, rewrite.destination)) ?? missing(root));
        };
    },

    // https://docs.github.com/en/pages
    async "github-pages"({ folder, configuration }) {
        const root = `${folder}/public`;
        const own = { "cache-control": "max-age=600", "access-control-allow-origin": "*" };
        return async (visit) => {
            const answer = (found) => ({ ...found, headers: { ...found.headers, ...own } });
            if (!visit.headers.host.toLowerCase().startsWith(configuration.domain)) return redirect(301, `https://${configuration.domain}${visit.raw}`);
            if (visit.method !== "GET" && visit.method !== "HEAD") return { status: 405, headers: {}, body: Buffer.alloc(0) };
            if (!visit.path.endsWith("/") && file(root, `${visit.path}/index.html`)) return redirect(301, `${visit.path}/`);
            if (visit.path.endsWith("/")) return answer(file(root, `${visit.path}index.html`) ?? missing(root));
            // Repeated slashes are not merged.
            if (visit.raw.startsWith("//")) return answer(missing(root));
            return answer(pretty(root, visit.path) ?? missing(root));
        };
    },

    // https://learn.microsoft.com/en-us/azure/static-web-apps/configuration
    async "azure-static-web-apps"({ folder, configuration }) {
        const root = `${folder}/public`;
        const misplaced = configuration.routes.filter((each) => /\*./.test(each.route));
        if (misplaced.length) throw new Error(`a wildcard that is not at the end: ${misplaced[0].route}`);
        return async (visit) => {
            const answer = (found, fields = {}) => ({ ...found, headers: { ...found.headers, ...lower(configuration.globalHeaders), ...lower(fields) } });
            if (visit.path.length > 1 && visit.path.endsWith("/")) return redirect(301, withQuery(visit.path.slice(0, -1), visit));
            const route = configuration.routes.find((each) => pattern(each.route).test(visit.path) && (each.methods ?? [visit.method]).includes(visit.method));
            if (route?.redirect) return answer(redirect(route.statusCode, route.redirect));
            const found = route?.rewrite ? file(root, route.rewrite) : visit.raw.startsWith("//") ? null : pretty(root, visit.path);
            const notFound = configuration.responseOverrides["404"].rewrite;
            return found ? answer(found, route?.headers) : answer({ ...file(root, notFound), status: 404 });
        };
    },

    // https://docs.aws.amazon.com/amplify/latest/userguide/redirects.html, …/custom-header-YAML-format.html
    async "aws-amplify"({ folder, configuration }) {
        const root = `${folder}/public`;
        const glob = (text) => pattern(text.replace(/^\*\*\//, "*"));
        const rules = configuration.headers.customHeaders.map((rule) => [glob(rule.pattern), rule.headers.map(({ key, value }) => [key, value])]);
        // "<*>" is any text, "<name>" one segment.
        const sources = configuration.rules.map((rule) => ({ ...rule, test: pattern(rule.source.replace(/<\*>/g, "*").replace(/<[A-Za-z0-9_-]+>/g, ":name")) }));
        return async (visit) => {
            const fields = ruled(rules, visit.path);
            const answer = (found) => ({ ...found, headers: { ...found.headers, ...fields } });
            const applies = sources.filter((rule) => rule.test.test(visit.path));
            const rule = applies.find((each) => !each.status.startsWith("404"));
            if (rule?.status === "302") return answer(redirect(302, withQuery(rule.target, visit)));
            // A file without an extension is not found.
            const found = file(root, rule ? rule.target : posix.extname(visit.path) ? visit.path : `${visit.path}/index.html`);
            const page = applies.find((each) => each.status === "404-200").target;
            return answer(found ?? { ...file(root, page), status: 404 });
        };
    },

    // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html
    async "s3-cloudfront"({ app, folder }) {
        const handler = (name) => {
            const context = {};
            runInNewContext(readFileSync(`${folder}/${app}/${name}.js`, "utf8"), context);
            return context.handler;
        };
        const [request, response] = [handler("viewer-request"), handler("viewer-response")];
        const objects = Object.fromEntries(
            [...readFileSync(`${folder}/upload.sh`, "utf8").matchAll(/aws s3 cp '([^']+)'.*--content-type '([^']+)'.*--metadata 'latchkey=([^']+)'/g)]
                .map(([, path, type, name]) => [`/${path}`, { type, name }]),
        );
        const page = JSON.parse(readFileSync(`${folder}/${app}/distribution.json`, "utf8")).Resources.Distribution.Properties.DistributionConfig
            .CustomErrorResponses[0].ResponsePagePath;
        const fields = (headers) => Object.fromEntries(Object.entries(headers).map(([name, { value }]) => [name, value]));
        return async (visit) => {
            const querystring = {};
            for (const item of visit.query ? visit.query.split("&") : []) {
                const [name, ...rest] = item.split("=");
                const value = { value: rest.join("=") };
                if (name in querystring) (querystring[name].multiValue ??= [{ value: querystring[name].value }]).push(value);
                else querystring[name] = value;
            }
            const headers = Object.fromEntries(Object.entries(visit.headers).map(([name, value]) => [name, { value }]));
            const event = { request: { method: visit.method, uri: visit.raw, querystring, headers } };
            const chosen = request(event);
            if (chosen.statusCode) return { status: chosen.statusCode, headers: fields(chosen.headers ?? {}), body: Buffer.alloc(0) };
            const object = objects[chosen.uri];
            const found = object ? file(`${folder}/web`, chosen.uri) : null;
            // An answer with status 400 or higher does not reach the viewer's response function.
            if (!found) {
                const missing = file(`${folder}/web`, page);
                return { status: 404, headers: { ...missing.headers, "content-type": objects[page].type }, body: missing.body };
            }
            found.headers["content-type"] = object.type;
            found.headers["x-amz-meta-latchkey"] = object.name;
            // It is not documented whether the second function sees the changes of the first.
            const asked = { ...event.request, uri: visit.raw };
            const made = response({ request: asked, response: { statusCode: 200, headers: Object.fromEntries(Object.entries(found.headers).map(([name, value]) => [name, { value }])) } });
            return { status: 200, headers: fields(made.headers), body: found.body };
        };
    },
};

const lower = (fields) => Object.fromEntries(Object.entries(fields ?? {}).map(([name, value]) => [name.toLowerCase(), value]));

/** Sends a response as all of these hosts do: compressed, or 304 if the entity tag matches. */
function finish(visit, answer) {
    const headers = { ...answer.headers };
    let { status, body } = answer;
    if (status === 200 && headers.etag && visit.headers["if-none-match"] === headers.etag) return { status: 304, headers: { etag: headers.etag }, body: "" };
    const accepted = visit.headers["accept-encoding"] ?? "";
    if (body.length > 1000 && /text|json/.test(headers["content-type"] ?? "")) {
        if (/\bbr\b(?!;q=0(?!\.))/.test(accepted)) {
            body = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
            headers["content-encoding"] = "br";
        } else if (/\bgzip\b(?!;q=0(?!\.))/.test(accepted)) {
            body = gzipSync(body, { level: 6 });
            headers["content-encoding"] = "gzip";
        }
        if (headers["content-encoding"]) headers.vary = headers.vary ?? "Accept-Encoding";
    }
    headers["content-length"] = body.length;
    return { status, headers, body };
}

const answers = Object.fromEntries(await Promise.all(Object.entries(sites).map(async ([name, site]) => [name, await HOSTS[kind](site)])));
const server = createServer(async (request, response) => {
    const visit = asked(request);
    const answer = answers[(request.headers.host ?? "").toLowerCase().replace(/\.?(:[0-9]+)?$/, "")];
    let made = { status: answer ? 400 : kind === "s3-cloudfront" ? 403 : 404, headers: {}, body: Buffer.alloc(0) };
    try {
        // A path that leaves the folder, or is not valid UTF-8, is rejected.
        if (answer && visit && visit.path.startsWith("/") && !visit.raw.includes("\\") && !visit.path.includes("\0")) made = finish(visit, await answer(visit));
    } catch (error) {
        made = { status: 500, headers: { "content-type": "text/plain" }, body: String(error.stack) };
    }
    response.writeHead(made.status, made.headers);
    response.end(request.method === "HEAD" ? undefined : made.body);
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
