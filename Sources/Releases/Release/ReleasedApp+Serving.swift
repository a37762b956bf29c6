internal import AppLinks
package import TextEncoding

// What the server and the exports to other hosts derive from an app of a release.

extension ReleasedApp {
    /// The names of the files that share a path with a redirect into the app.
    ///
    /// The User-Agent decides which of the two is served, so responses with them need `Vary: User-Agent` (RFC 9110,
    /// section 12.5.5).
    package var filesBehindRedirects: Set<String> {
        let redirects = routes.filter { $0.answer.link != nil }.map(\.path)
        return Set(
            routes.filter { route in redirects.contains { $0.overlaps(route.path) } }.compactMap(\.answer.file))
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
