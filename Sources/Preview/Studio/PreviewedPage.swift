import Diagnostics
import Hashing
import Release
import SiteBuilder
import SiteModel
import TextEncoding

/// Prepares rendered pages for the preview.
///
/// A previewed page differs from the released one in three ways: `frame-ancestors` contains the studio; `connect-src`
/// and the contract's base URL are the sandbox's; and an additional script, allowed by its hash, listens for reload
/// events from the page's own origin.
struct PreviewedPage: Sendable {
    /// The origin that may frame the page: `http://127.0.0.1:4000`.
    let studio: String

    /// The versions of an app's pages, by keys such as `artitec/reset-password.html`. Each state has a version of its
    /// own under `artitec/reset-password.html#form`, which covers its section and the parts that all states share.
    static func versions(of app: RenderedApp) throws(DiagnosticReport) -> [String: String] {
        var versions: [String: String] = [:]
        for page in app.pages + [app.notFound] {
            let key = "\(app.app.name)/\(page.fileName)"
            let frame = try page.frame().file()
            let shared = frame.headers.flatMap { Array("\($0.name): \($0.value)\n".utf8) } + frame.bytes
            versions[key] = version(shared + page.sections.flatMap { Array("\($0.name)\n\($0.html)".utf8) })
            for section in page.sections {
                versions["\(key)#\(section.name)"] = version(shared + Array(section.html.utf8))
            }
        }
        return versions
    }

    private static func version(_ bytes: [UInt8]) -> String { Base16.encode(Digest.sha256(bytes).prefix(6)) }

    /// An app whose pages reload when they change.
    func previewed(_ app: RenderedApp, versions: [String: String]) -> RenderedApp {
        var app = app
        let name = app.app.name
        func previewed(_ page: RenderedPage) -> RenderedPage {
            let key = "\(name)/\(page.fileName)"
            return self.previewed(page, key: key, version: versions[key] ?? "")
        }
        app.pages = app.pages.map(previewed)
        app.notFound = previewed(app.notFound)
        return app
    }

    /// A page that the studio may frame, and that reloads when it changes.
    ///
    /// - Parameters:
    ///   - page: the released page.
    ///   - key: the page's key in the versions.
    ///   - version: the page's version.
    /// - Returns: the page with an additional script and two additional sources.
    func previewed(_ page: RenderedPage, key: String, version: String) -> RenderedPage {
        var page = page
        page.scripts.insert(
            InlineScript(StudioFiles.reload, attributes: ["data-page": key, "data-version": version]), at: 0)
        page.allowances += [("connect-src", "'self'"), ("frame-ancestors", studio)]
        return page
    }
}
