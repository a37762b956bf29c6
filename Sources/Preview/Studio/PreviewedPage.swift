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

    /// An app as the preview serves it, with pages that reload when they change.
    ///
    /// - Returns: the app, and the versions of its pages by keys such as `artitec/reset-password.html`. Each state has a
    ///   version of its own under `artitec/reset-password.html#form`, which covers its section and the parts that all
    ///   states share.
    /// - Throws: diagnostics about a document template that uses a value in a way that is not allowed.
    func contents(
        of app: RenderedApp
    ) throws(DiagnosticReport) -> (contents: AppContents, versions: [String: String]) {
        var shown = app
        func previewed(_ page: RenderedPage) -> RenderedPage {
            self.previewed(page, of: app.app, key: "\(app.app.name)/\(page.fileName)", version: Self.noVersion)
        }
        shown.pages = app.pages.map(previewed)
        shown.notFound = previewed(app.notFound)
        shown.translated = app.translated.map(previewed)
        var contents = try shown.contents()
        var versions: [String: String] = [:]
        for page in app.allPages {
            guard let index = contents.files.firstIndex(where: { $0.name == page.fileName }) else { continue }
            let key = "\(app.app.name)/\(page.fileName)"
            versions.merge(Self.versions(of: page, as: contents.files[index], key: key)) { $1 }
            Self.insert(versions[key] ?? "", into: &contents.files[index])
        }
        return (contents, versions)
    }

    private static func versions(
        of page: RenderedPage, as file: FileContents, key: String
    ) -> [String: String] {
        let fields = file.headers.flatMap { Array("\($0.name): \($0.value)\n".utf8) }
        var shared = fields
        var end = 0
        for section in page.sections {
            guard let range = file.bytes.range(of: Array(section.html.utf8), from: end) else { continue }
            shared += file.bytes[end..<range.lowerBound]
            end = range.upperBound
        }
        shared += file.bytes[end...]
        var versions = [key: version(fields + file.bytes)]
        for section in page.sections {
            versions["\(key)#\(section.name)"] = version(shared + Array(section.html.utf8))
        }
        return versions
    }

    /// Stands for the version while the document is serialised; as long as one, which is a digest of the document.
    private static let noVersion = "000000000000"

    private static func insert(_ version: String, into file: inout FileContents) {
        func attribute(_ version: String) -> [UInt8] { Array("data-version=\"\(version)\"".utf8) }
        guard let range = file.bytes.range(of: attribute(noVersion), from: 0) else { return }
        file.bytes.replaceSubrange(range, with: attribute(version))
    }

    /// A digest of 12 hexadecimal digits.
    static func version(_ bytes: [UInt8]) -> String { Base16.encode(Digest.sha256(bytes).prefix(6)) }

    /// An account of the sandbox, whose address the studio fills in.
    private static let person = "person@example.com"

    /// The page that the studio may frame, and that reloads when the version with its key is another.
    ///
    /// - Parameters:
    ///   - page: the page.
    ///   - app: its app where the page is used, nil where one state is shown.
    ///   - key: the key of its version.
    ///   - version: the version.
    /// - Returns: the page with the script.
    func previewed(_ page: RenderedPage, of app: App?, key: String, version: String) -> RenderedPage {
        var page = page
        var attributes = ["data-page": key, "data-version": version]
        // A real backend would send an email there.
        if let app, !app.previewsBackend { attributes["data-person"] = Self.person }
        page.scripts.insert(InlineScript(StudioFiles.reload, attributes: attributes), at: 0)
        page.allowances += [("connect-src", "'self'"), ("frame-ancestors", studio)]
        return page
    }
}

extension [UInt8] {
    /// The first range of other bytes from an index on. `firstRange` of the standard library is generic over both
    /// collections, and took a fifth of the time from a save to its event.
    fileprivate func range(of other: [UInt8], from start: Int) -> Range<Int>? {
        guard let first = other.first, count - start >= other.count else { return nil }
        return withUnsafeBufferPointer { bytes in
            for index in start...(bytes.count - other.count) where bytes[index] == first {
                if bytes[index..<(index + other.count)].elementsEqual(other) { return index..<(index + other.count) }
            }
            return nil
        }
    }
}
