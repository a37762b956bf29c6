// The language of a response, for hosts that run code at the edge; the rules are those of latchkey-server.

/**
 * @typedef {{own: string, ranges: Record<string, string>}} Languages `ranges` has the app's languages by ranges in lower case,
 *   empty for a range that stands for none
 */

/**
 * The name of a route's file in the language that a request asks for.
 * @param {object} app
 * @param {object} route
 * @param {object} request
 * @param {Record<string, string[]>} items of the request's query
 * @returns {string}
 */
export function fileFor(app, route, request, items) {
    // Its `languages` has files by language.
    const files = /** @type {{file?: string, languages?: Record<string, string>}} */ (route);
    const languages = /** @type {{languages?: Languages}} */ (app).languages;
    const others = files.languages;
    const own = files.file || "";
    if (!others || !languages) return own;
    const acceptLanguage = /** @type {{acceptLanguage?: string}} */ (request).acceptLanguage || "";
    const named = items.lang || [];
    const name = named.every((value) => value !== "") ? named[0] || "" : "";
    return others[languageFor(languages, others, name, acceptLanguage)] || own;
}

/**
 * The language that the link names, else that of the best range (RFC 4647, section 3.4), else the app's own.
 * @param {Languages} languages
 * @param {Record<string, string>} others
 * @param {string} name
 * @param {string} header the value of Accept-Language
 */
export function languageFor(languages, others, name, header) {
    const ranges = rangesOf(header);
    if (name !== "") ranges.unshift(name.replace(/_/g, "-"));
    for (const range of ranges) {
        let rest = range.toLowerCase();
        while (rest !== "" && !Object.prototype.hasOwnProperty.call(languages.ranges, rest)) {
            // A single letter begins an extension.
            rest = rest.replace(/(^|-[^-])?-?[^-]*$/, "");
        }
        const tag = rest === "" ? "" : languages.ranges[rest] || "";
        if (tag === languages.own || (tag !== "" && others[tag])) return tag;
    }
    return languages.own;
}

/**
 * The ranges of an Accept-Language, the preferred ones first; what is malformed is ignored.
 * @param {string} header
 */
function rangesOf(header) {
    /** @type {{range: string, weight: number, index: number}[]} */
    const found = [];
    for (const item of header.split(",").filter((each) => each !== "").slice(0, 32)) {
        const parts = /^[ \t]*([a-z0-9]{1,8}(?:-[a-z0-9]{1,8})*)[ \t]*(?:;[ \t]*q=([01](?:\.[0-9]{0,3})?)[ \t]*)?$/i.exec(item);
        const weight = parts ? Math.min(Number(parts[2] || 1), 1) : 0;
        if (parts && weight > 0) found.push({ range: parts[1] || "", weight: weight, index: found.length });
    }
    return found.sort((a, b) => b.weight - a.weight || a.index - b.index).map((each) => each.range);
}
