// Cloudflare Pages: a function that _routes.json enables for its own paths only.

/**
 * @param {{request: Request, env: {ASSETS: {fetch: (request: Request) => Promise<Response>}}}} context
 * @returns {Promise<Response>}
 */
export function onRequest(context) {
    const { request, env } = context;
    return respond(app, request, (asset) => env.ASSETS.fetch(new Request(asset, { headers: request.headers })));
}
