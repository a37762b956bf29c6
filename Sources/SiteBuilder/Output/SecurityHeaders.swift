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
    }

    /// What goes with a page: it may talk to its app's backend alone, and is kept by nobody when its address has a token.
    static func page(_ page: Page, of app: App, style: StyleSheet, script: PageScript?) -> [HeaderField] {
        self.page(
            style: style, script: script, backend: page.runsOperations ? app.backend?.origin : nil,
            caching: page.links.isEmpty ? .revalidated : .never)
    }

    /// What goes with a page whose one `<style>` and one script are named in the policy by their hashes; `backend` is the
    /// one origin that the page may talk to.
    static func page(style: StyleSheet, script: PageScript?, backend: String?, caching: Caching) -> [HeaderField] {
        let policy = [
            "default-src 'none'",
            "style-src \(style.source)",
            script.map { "script-src \($0.source)" },
            "img-src data:",
            backend.map { "connect-src \($0)" },
            "form-action 'none'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
            // Text from an address or a backend cannot become markup, whatever a script does with it.
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        ].compactMap { $0 }.joined(separator: "; ")
        // No Cross-Origin-Opener-Policy: it has Chromium begin a process for every page that is opened, which is a tenth of
        // a second on a slow phone, and what opened the page could neither read it nor see what is typed without it.
        return [
            HeaderField("Cache-Control", caching.rawValue),
            HeaderField("Content-Security-Policy", policy),
            HeaderField("Permissions-Policy", "camera=(), microphone=()"),
        ] + everywhere
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
