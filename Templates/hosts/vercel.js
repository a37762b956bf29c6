// Vercel: routing middleware. A response header names the rewrite's target, as Vercel's own helper does.

/**
 * @param {Request} request
 * @returns {Promise<Response>}
 */
export default function middleware(request) {
    return respond(app, request, async (asset) => new Response(null, { headers: { "x-middleware-rewrite": asset.href } }));
}
