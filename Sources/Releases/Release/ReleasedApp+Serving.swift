internal import AppLinks
package import TextEncoding

// What the server and the exports to other hosts derive from an app of a release.

extension ReleasedApp {
    /// The request fields of which some files' responses depend, by the files' names, for Vary (RFC 9110, section
    /// 12.5.5): the User-Agent decides if the file or a redirect into the app is served, and Accept-Language which of
    /// the files of a route.
    package var visitorFields: [String: [String]] {
        let redirects = routes.filter { $0.answer.link != nil }.map(\.path)
        var fields: [String: [String]] = [:]
        func add(_ field: String, to files: [String]) {
            for file in files where fields[file]?.contains(field) != true { fields[file, default: []].append(field) }
        }
        for route in routes where redirects.contains(where: { $0.overlaps(route.path) }) {
            add("User-Agent", to: route.files)
        }
        for route in routes where !route.languages.isEmpty { add("Accept-Language", to: route.files) }
        if !notFoundByLanguage.isEmpty { add("Accept-Language", to: [notFound] + notFoundByLanguage.values.sorted()) }
        return fields
    }

    /// The Strict-Transport-Security of the app's 404 page, which its redirects carry too (RFC 6797, section 7.1).
    package var transportSecurity: [HeaderField] {
        let page = files.first { $0.name == notFound }
        return page?.headers.filter { $0.name.lowercased() == "strict-transport-security" } ?? []
    }

    package var redirectHeaders: [HeaderField] {
        [
            HeaderField("Cache-Control", "no-store"), HeaderField("Referrer-Policy", "no-referrer"),
            HeaderField("X-Content-Type-Options", "nosniff"), HeaderField("X-Robots-Tag", "noindex"),
        ] + transportSecurity
    }
}

extension Route {
    /// The names of its files in all languages; empty for a redirect.
    package var files: [String] { [answer.file].compactMap(\.self) + languages.values.sorted() }
}
