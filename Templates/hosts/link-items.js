// The items of a link's query or fragment: for pages, and for hosts that run code at the edge.

/**
 * The decoded values by the decoded names of their items; empty for a value that cannot be decoded. A plus sign is not a space.
 *
 * Items are separated by `&`, or by `&amp;`, which some email programs leave as it is written in HTML. So no name but the first can
 * begin with `amp;`; an item named `amp` has no semicolon, and an encoded ampersand separates nothing.
 * @param {string} text percent-encoded, without its `?` or `#`
 * @returns {Record<string, string[]>}
 */
export function itemsOf(text) {
    /** @type {Record<string, string[]>} */
    const items = Object.create(null);
    for (const item of text.split(/&(?:amp;)?/)) {
        const name = item.split("=", 1)[0] || "";
        const decoded = decode(name) || name;
        (items[decoded] = items[decoded] || []).push(decode(item.slice(name.length + 1)));
    }
    return items;
}

/**
 * The decoded text; empty if it is not percent-encoded UTF-8.
 * @param {string} text
 */
export function decode(text) {
    try {
        return decodeURIComponent(text);
    } catch (error) {
        return "";
    }
}
