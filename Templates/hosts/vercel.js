// Vercel: routing middleware. What it rewrites to is said by a field of the answer, which is how Vercel's own helper does it.

/**
 * @param {Request} request
 * @returns {Promise<Response>}
 */
export default function middleware(request) {
    return respond(app, request, async (asset) => new Response(null, { headers: { "x-middleware-rewrite": asset.href } }));
}
