import Branding
import SiteModel
import TextEncoding

enum SecurityHeaders {
    enum Caching: String {
        /// For pages whose URL contains a token, and for responses to unknown paths.
        case never = "no-store"
        /// For pages that are the same for everyone: cached, and revalidated with the entity tag.
        case revalidated = "no-cache"
        /// For association files; Apple's CDN fetches them rarely anyway.
        case hour = "public, max-age=3600"
        /// For files under hashed names, which never change.
        case forever = "public, max-age=31536000, immutable"
    }

    /// The policy of a page: it may connect to one origin, and load its app's own pictures and font. It allows nothing
    /// else but the hash sources of its style sheet and scripts, and on a page with a captcha what its provider
    /// documents. No provider documents that its script works with trusted types.
    static func policy(
        style: String, scripts: [String], backend: String?, captcha: CaptchaProvider?, files: BrandFiles
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
            // Text from a URL or a backend cannot become markup, whatever a script does with it.
            captcha == nil ? ("require-trusted-types-for", ["'script'"]) : nil,
            captcha == nil ? ("trusted-types", ["'none'"]) : nil,
        ]
        var policy = ContentSecurityPolicy(directives.compactMap(\.self))
        for (directive, sources) in (captcha?.sources ?? [:]).sorted(by: { $0.key < $1.key }) {
            for source in sources { policy.allow(source, for: directive) }
        }
        return policy
    }

    static func page(policy: ContentSecurityPolicy, caching: Caching) -> [HeaderField] {
        // No Cross-Origin-Opener-Policy: it makes Chromium start a process for every page that is opened, which takes a
        // tenth of a second on a slow phone, and without it an opener still can read neither the page nor the user's
        // input.
        [
            HeaderField("Cache-Control", caching.rawValue),
            HeaderField("Content-Security-Policy", policy.text),
        ] + everywhere
    }

    /// The headers of a picture, a font, or a file of `public`.
    static func file(type: String, caching: Caching) -> [HeaderField] {
        var fields = [HeaderField("Cache-Control", caching.rawValue)]
        if type == "image/svg+xml" {
            // An SVG picture that is opened by itself is a document.
            fields.append(HeaderField("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'"))
        }
        return fields + everywhere
    }

    static func associationFile() -> [HeaderField] {
        [HeaderField("Cache-Control", Caching.hour.rawValue)] + everywhere
    }

    /// The headers of every response. Hosts in the manifest are served over https, so HSTS may cover a year.
    static let everywhere = [
        HeaderField("Referrer-Policy", "no-referrer"),
        HeaderField("Strict-Transport-Security", "max-age=31536000"),
        HeaderField("X-Content-Type-Options", "nosniff"),
        HeaderField("X-Robots-Tag", "noindex"),
    ]
}

extension Backend {
    /// The scheme, host and port of the base URL, as a source for a Content-Security-Policy.
    var origin: String {
        // The first two slashes precede the host.
        base.split(separator: "/", omittingEmptySubsequences: false).prefix(3).joined(separator: "/")
    }
}
