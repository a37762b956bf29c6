// Written by Latchkey from app.yml. Change the links there, not here.

/** The links that open this app. */
export type {{type}} =
{{cases}};

const hosts: string[] = [{{hosts}}];

/** The links' addresses, the most specific first. */
const templates: [{{type}}["name"], string][] = [
{{templates}}
];

/** The link that an address is, universal or with the app's own scheme; null if it is not one of the app's. */
export function linkOf(address: string): {{type}} | null {
    const url = partsOf(address);
    const inner = url.isWeb && url.path === "/__/auth/links" ? wrapped(url.query) : null;
    return (inner && find(inner)) || find(url);
}

/** The path with which a router inside the app shows a link, such as `/reset-password?token=abc`. */
export function pathOf(link: {{type}}): string {
    const values: Values = link.parameters;
    const parameters = (text: string) => text.match(/\{.*?\}/g) ?? [];
    const own = templates.filter(([name, text]) => name === link.name && !/^https?:/.test(text)).map((each) => each[1])
        .filter((text) => parameters(text).every((part) => values[part.slice(1, -1)]))
        .sort((a, b) => parameters(b).length - parameters(a).length);
    const text = own.find((each) => each.startsWith("/")) ?? own[0] ?? "/";
    return text.replace(/^[^/:]+:\/*/, "/").replace(/\{(.*?)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
}

type Values = Record<string, string | undefined>;
type Parts = { scheme: string; isWeb: boolean; host: string; path: string; segments: string[]; query: string; fragment: string };

function find(url: Parts): {{type}} | null {
    if (url.isWeb && !hosts.includes(url.host)) return null;
    for (const [name, text] of templates) {
        const parameters = match(partsOf(text), url);
        if (parameters) return { name, parameters } as {{type}};
    }
    return null;
}

/** The address inside `/__/auth/links?link=…`, in which Firebase Hosting wraps its email links. */
function wrapped(query: string): Parts | null {
    for (const name of ["link", "deep_link_id"]) {
        const url = partsOf(valueOf(valuesOf(query, name)) ?? "");
        if (url.isWeb) return url;
    }
    return null;
}

function partsOf(address: string): Parts {
    const [, scheme = "", beforeFragment = "", fragment = ""] = /^(?:([a-z][a-z0-9+.-]*):)?([^#]*)#?([^]*)$/i.exec(address) || [];
    const [, hierarchy = "", query = ""] = /^([^?]*)\??([^]*)$/.exec(beforeFragment) || [];
    const authority = /^\/\/([^/]*)/.exec(hierarchy);
    const host = authority ? authority[1]!.replace(/^.*@/, "").replace(/:[0-9]*$/, "").toLowerCase() : "";
    const path = authority ? hierarchy.slice(authority[0]!.length) : hierarchy;
    const isWeb = /^https?$/i.test(scheme);
    const segments = path.split("/").filter((segment) => segment !== "");
    // The first component after the app's own scheme may be a host or the start of the path.
    if (scheme !== "" && !isWeb && host !== "") segments.unshift(host);
    return { scheme: scheme.toLowerCase(), isWeb, host, path, segments, query, fragment };
}

/** The decoded parameters; null if the address has another form. */
function match(template: Parts, url: Parts): Values | null {
    const isOwnScheme = template.scheme !== "" && !template.isWeb;
    if (isOwnScheme ? template.scheme !== url.scheme : !url.isWeb || (template.host !== "" && template.host !== url.host)) return null;
    if (template.segments.length !== url.segments.length) return null;
    const hasHost = isOwnScheme && (template.host !== "" || url.host !== "");
    const values: Values = {};
    for (let index = 0; index < template.segments.length; index += 1) {
        const expected = template.segments[index]!;
        const segment = url.segments[index]!;
        const name = parameterOf(expected);
        const decoded = decode(segment);
        if (name !== null) {
            if (decoded === null) return null;
            values[name] = decoded;
        } else {
            const [a, b] = [decoded ?? segment, decode(expected) ?? expected];
            if (hasHost && index === 0 ? a.toLowerCase() !== b.toLowerCase() : a !== b) return null;
        }
    }
    return matchItems(template.query, url.query, values) && matchItems(template.fragment, url.fragment, values) ? values : null;
}

function matchItems(template: string, text: string, values: Values): boolean {
    for (const item of template === "" ? [] : template.split("&")) {
        const name = item.split("=", 1)[0]!;
        const expected = item.slice(name.length + 1);
        const found = valuesOf(text, decode(name) ?? name);
        const parameter = parameterOf(expected);
        if (parameter === null) {
            if (found.length === 0 || found.some((value) => value !== (decode(expected) ?? expected))) return false;
        } else {
            const value = valueOf(found);
            if (value === null) return false;
            values[parameter] = value;
        }
    }
    return true;
}

/** The first value; null if there is none, or if one is empty or cannot be decoded. */
function valueOf(values: (string | null)[]): string | null {
    return values.every((value) => value) ? values[0] ?? null : null;
}

/** The values of an item. Some email programs leave `&` as `&amp;`; a plus sign is not a blank. */
function valuesOf(text: string, name: string): (string | null)[] {
    return text.split(/&(?:amp;)?/).map((item) => [item.split("=", 1)[0]!, item] as const)
        .filter(([key]) => (decode(key) ?? key) === name).map(([key, item]) => decode(item.slice(key.length + 1)));
}

function parameterOf(part: string): string | null {
    return /^\{.*\}$/.test(part) ? part.slice(1, -1) : null;
}

function decode(text: string): string | null {
    try {
        return decodeURIComponent(text);
    } catch {
        return null;
    }
}
