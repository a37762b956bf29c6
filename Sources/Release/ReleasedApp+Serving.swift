internal import AppLinks
package import TextEncoding

// What the server and the exports to other hosts derive from an app of a release.

extension ReleasedApp {
    /// The names of the files that share a path with a redirect into the app; the User-Agent decides which of the two is
    /// served.
    package var filesBehindRedirects: Set<String> {
        let opening = routes.filter { $0.answer.link != nil }.map(\.path)
        let paths = routes.map(\.path).filter { path in opening.contains { $0.covers(path) } }
        return Set(routes.filter { route in paths.contains { route.path.covers($0) } }.compactMap(\.answer.file))
    }

    /// The Strict-Transport-Security of the app's 404 page, which its redirects carry too (RFC 6797, section 7.1).
    package var transportSecurity: [HeaderField] {
        let page = files.first { $0.name == notFound }
        return page?.headers.filter { $0.name.lowercased() == "strict-transport-security" } ?? []
    }

    /// The header fields of every redirect.
    package var redirectHeaders: [HeaderField] {
        [
            HeaderField("Cache-Control", "no-store"), HeaderField("Referrer-Policy", "no-referrer"),
            HeaderField("X-Content-Type-Options", "nosniff"), HeaderField("X-Robots-Tag", "noindex"),
        ] + transportSecurity
    }
}
