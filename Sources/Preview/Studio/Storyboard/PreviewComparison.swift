import HTTPListener
internal import HTTPMessages
package import SiteBuilder
import Synchronization
import TextEncoding

/// What differs from an earlier site, which the studio's port serves below `/compare/`.
package final class PreviewComparison: Sendable {
    /// The path of its index.
    static let index = folder + "index.html"
    private static let folder = "/compare/"

    /// The name of the earlier site.
    let name: String
    private let old: Storyboard
    private let sources: SiteBuild
    private let known = Mutex<(build: Int, files: [String: [UInt8]])?>(nil)

    package init(of sources: SiteBuild, with old: Storyboard, named name: String) {
        self.sources = sources
        self.old = old
        self.name = name
    }

    /// The response to a request for one of its files; nil for other paths.
    ///
    /// The site is compared when the index is requested after a new build. If it has errors, the last comparison is
    /// kept.
    func response(to path: String, build: Int) -> HTTPResponse? {
        guard path.hasPrefix(Self.folder) else { return nil }
        let files = known.withLock { known -> [String: [UInt8]]? in
            if path == Self.index, known?.build != build, let new = try? Storyboard(of: sources),
                let files = try? StoryboardDifference(from: old, to: new).files(
                    from: old, to: new, title: "Compared with \(name)")
            {
                known = (build, files)
            }
            return known?.files
        }
        guard let files else { return .plain(503, "The site has errors, which the studio shows.") }
        let file = String(path.dropFirst(Self.folder.count))
        guard let bytes = files[file], let type = Self.types[file.split(separator: ".").last.map(String.init) ?? ""]
        else { return .plain(404, "The comparison has nothing there.") }
        return HTTPResponse(status: 200, headers: [HeaderField("Content-Type", type)] + Self.headers, body: bytes)
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "svg": "image/svg+xml", "png": "image/png", "woff2": "font/woff2",
    ]

    /// The documents have their scripts inline; none may connect to anything.
    private static let headers = [
        HeaderField("Cache-Control", "no-store"),
        HeaderField(
            "Content-Security-Policy",
            "default-src 'self' 'unsafe-inline' data:; connect-src 'none'; form-action 'none'; frame-ancestors 'self'; "
                + "base-uri 'none'"),
        HeaderField("Referrer-Policy", "no-referrer"), HeaderField("X-Content-Type-Options", "nosniff"),
    ]
}
