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
export async function respond(app, request, fetchAsset) {
    if (request.method !== "GET" && request.method !== "HEAD") {
        return new Response("Only GET and HEAD are supported here.\n", { status: 405, headers: { Allow: "GET, HEAD" } });
    }
    const url = new URL(request.url);
    const decision = decide(app, {
        method: request.method,
        path: url.pathname,
        query: url.search.slice(1),
        userAgent: request.headers.get("user-agent") || "",
        acceptLanguage: request.headers.get("accept-language") || "", // languages
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
