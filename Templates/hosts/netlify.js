// Netlify: an edge function, declared in netlify.toml.

/**
 * @param {Request} request
 * @returns {Promise<Response>}
 */
export default function latchkey(request) {
    return respond(app, request, (asset) => fetch(asset, { headers: assetHeaders(request) }));
}

/** @param {Request} request */
function assetHeaders(request) {
    const tag = request.headers.get("if-none-match");
    return tag ? { "If-None-Match": tag } : undefined;
}
