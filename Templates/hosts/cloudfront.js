// CloudFront Functions (cloudfront-js-2.0): a viewer request function, which selects an object of the bucket.

/**
 * @typedef {{value: string, multiValue?: {value: string}[]}} Field
 * @param {{request: {method: string, uri: string, querystring: Record<string, Field>, headers: Record<string, Field>}}} event
 */
function handler(event) {
    const request = event.request;
    const headers = request.headers;
    const host = headers.host ? headers.host.value.toLowerCase().replace(/\.?(:[0-9]+)?$/, "") : "";
    if (app.hosts.indexOf(host) < 0) return { statusCode: 421, statusDescription: "Misdirected Request" };
    if (request.method !== "GET" && request.method !== "HEAD") {
        return { statusCode: 405, statusDescription: "Method Not Allowed", headers: { allow: { value: "GET, HEAD" } } };
    }
    /** @type {string[]} */
    const query = [];
    for (const name of Object.keys(request.querystring)) {
        const item = request.querystring[name];
        if (item) for (const each of item.multiValue || [item]) query.push(name + "=" + each.value);
    }
    const agent = headers["user-agent"];
    const language = headers["accept-language"]; // languages
    const decision = decide(app, {
        method: request.method, path: request.uri, query: query.join("&"), userAgent: agent ? agent.value : "",
        acceptLanguage: language ? language.value : "", // languages
    });
    if (decision && "location" in decision) {
        /** @type {Record<string, {value: string}>} */
        const fields = { location: { value: decision.location } };
        for (const field of app.redirectHeaders) fields[field[0].toLowerCase()] = { value: field[1] };
        if (decision.byVisitor) fields.vary = { value: "User-Agent" };
        return { statusCode: decision.status, statusDescription: "Found", headers: fields };
    }
    const file = decision && app.files[decision.file];
    // No object has this name, so CloudFront's custom error response serves the app's page.
    request.uri = file ? file.asset : "/latchkey-missing";
    request.querystring = {};
    return request;
}
