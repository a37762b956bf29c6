import Release
import SiteModel
import TextEncoding

/// The header fields that go with each kind of file.
enum SecurityHeaders {
    /// How long a file may be kept.
    enum Caching: String {
        /// Pages whose address carries a token, and answers to unknown paths.
        case never = "no-store"
        /// Pages that are the same for everyone: kept, and asked for again by their entity tag.
        case revalidated = "no-cache"
        /// Association files; Apple's CDN asks rarely as it is.
        case hour = "public, max-age=3600"
        /// Files under hashed names, which never change.
        case forever = "public, max-age=31536000, immutable"
    }

    /// The policy of a page: it may talk to one origin, and load its app's own pictures and font, and nothing else.
    ///
    /// - Parameters:
    ///   - style: the source of its style sheet.
    ///   - scripts: the sources of its scripts.
    ///   - backend: the origin that it may talk to; nil for none.
    ///   - files: the pictures and the font that it shows.
    /// - Returns: a policy that allows nothing else.
    static func policy(
        style: String, scripts: [String], backend: String?, files: BrandFiles
    ) -> ContentSecurityPolicy {
        let directives: [(name: String, sources: [String])?] = [
            ("default-src", ["'none'"]),
            ("style-src", [style]),
            scripts.isEmpty ? nil : ("script-src", scripts),
            ("img-src", files.pictureSources),
            files.fontSources.isEmpty ? nil : ("font-src", files.fontSources),
            backend.map { ("connect-src", [$0]) },
            ("form-action", ["'none'"]),
            ("frame-ancestors", ["'none'"]),
            ("base-uri", ["'none'"]),
            // Text from an address or a backend cannot become markup, whatever a script does with it.
            ("require-trusted-types-for", ["'script'"]),
            ("trusted-types", ["'none'"]),
        ]
        return ContentSecurityPolicy(directives.compactMap(\.self))
    }

    /// What goes with a page.
    static func page(policy: ContentSecurityPolicy, caching: Caching) -> [HeaderField] {
        // No Cross-Origin-Opener-Policy: it has Chromium begin a process for every page that is opened, which is a tenth of
        // a second on a slow phone, and what opened the page could neither read it nor see what is typed without it.
        [
            HeaderField("Cache-Control", caching.rawValue),
            HeaderField("Content-Security-Policy", policy.text),
            HeaderField("Permissions-Policy", "camera=(), microphone=()"),
        ] + everywhere
    }

    /// What goes with a picture, a font, or a file of `public`.
    static func file(type: String, caching: Caching) -> [HeaderField] {
        var fields = [HeaderField("Cache-Control", caching.rawValue)]
        if type == "image/svg+xml" {
            // Opened by itself, a picture in SVG is a document.
            fields.append(HeaderField("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'"))
        }
        return fields + everywhere
    }

    static func associationFile() -> [HeaderField] {
        [HeaderField("Cache-Control", Caching.hour.rawValue)] + everywhere
    }

    /// What no answer goes without. A host in the manifest is an https host, so it may say so for a year.
    static let everywhere = [
        HeaderField("Referrer-Policy", "no-referrer"),
        HeaderField("Strict-Transport-Security", "max-age=31536000"),
        HeaderField("X-Content-Type-Options", "nosniff"),
        HeaderField("X-Robots-Tag", "noindex"),
    ]
}

extension Backend {
    /// Scheme, host and port of the base address, as a Content-Security-Policy names them.
    var origin: String {
        // Of the slashes, the first two stand before the host.
        base.split(separator: "/", omittingEmptySubsequences: false).prefix(3).joined(separator: "/")
    }
}
