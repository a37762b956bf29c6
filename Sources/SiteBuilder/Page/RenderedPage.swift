public import Diagnostics
import JSON
import Mustache
public import Release
import SiteModel
import TextEncoding

/// A page whose states have been rendered and that has yet to be put together.
///
/// A build serialises it as it is. A preview changes it first: which state it begins with, who may frame it, which scripts
/// run beside its own.
public struct RenderedPage: Sendable {
    /// The markup of one state, without the section around it.
    public struct Section: Hashable, Sendable {
        /// The state's name.
        public let name: String
        /// Whether it stands on the page's background, without a card around it.
        let isBare: Bool
        /// The HTML of what stands in the section; text in it is escaped already.
        public let html: String
    }

    /// The name of its file in a release: `reset-password.html`.
    public let fileName: String
    /// What the page uses; it decides which parts of the script and of the style sheet the document gets.
    public let features: Set<PageFeature>
    /// In the order of the page spec; empty for the page that answers unknown paths.
    public internal(set) var sections: [Section]
    /// The name of the state that is shown until the script has read the address.
    public var initialState: String
    /// What the document's `<style>` holds.
    public var style: StyleSheet
    /// What the script has to know of the page; nil for a page that runs none.
    package var data: PageData?
    /// In the order in which they run.
    public var scripts: [InlineScript]
    /// The origin of the backend that it talks to; nil for none.
    let backend: String?
    /// The origins that it may be framed by and talk to beside its backend's.
    public var allowances: [(directive: String, source: String)] = []
    /// The pictures and the font that it shows.
    let files: BrandFiles
    let caching: SecurityHeaders.Caching
    let document: DocumentTemplate

    /// What the page may do.
    public var policy: ContentSecurityPolicy {
        var policy = SecurityHeaders.policy(
            style: style.source, scripts: scripts.map(\.source), backend: backend, files: files)
        for allowance in allowances { policy.allow(allowance.source, for: allowance.directive) }
        return policy
    }

    /// The page without its states: what they have in common.
    public func frame() -> RenderedPage {
        var frame = self
        frame.sections = []
        return frame
    }

    /// The page as a file of a release.
    ///
    /// - Throws: what a document template does with a value that it may not.
    public func file() throws(DiagnosticReport) -> FileContents {
        FileContents(
            name: fileName, type: "text/html; charset=utf-8",
            headers: SecurityHeaders.page(policy: policy, caching: caching), bytes: try document.bytes(of: self))
    }
}

/// The document around a page's states, with the values that it has for every page of an app.
struct DocumentTemplate: Sendable {
    let library: TemplateLibrary
    /// `pages/page`, `pages/not-found`.
    let name: String
    let values: [String: MustacheValue]
    /// Nil for an app without one.
    let logo: LogoMarkup?
    let didRender: @Sendable () -> Void

    func bytes(of page: RenderedPage) throws(DiagnosticReport) -> [UInt8] {
        var values = values
        values["scheme"] = .text(page.style.scheme.rawValue)
        let (light, dark) = page.style.backgrounds
        values["backgrounds"] = .list(
            [["colour": .text(light), "dark": false]] + (dark.map { [["colour": .text($0), "dark": true]] } ?? []))
        values["style"] = .markup("<style>\(page.style.text)</style>")
        values["data"] = page.data.map { .json($0.json.serialized()) } ?? .absent
        values["logo"] = logo.map { .markup($0.html(page.style.scheme)) } ?? .absent
        values["scripts"] = page.scripts.isEmpty ? .absent : .markup(page.scripts.map(\.html).joined(separator: "\n"))
        values["states"] = .list(
            page.sections.map { section in
                [
                    "id": .text(section.name), "shown": .bool(section.name == page.initialState),
                    "bare": .bool(section.isBare), "content": .markup(section.html),
                ]
            })
        didRender()
        return try library.renderBytes(name, with: .object(values))
    }
}
