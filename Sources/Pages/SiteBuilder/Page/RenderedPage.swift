import Branding
package import Diagnostics
import JSON
import Mustache
package import Release
import SiteModel
import TextEncoding

/// A page whose states are rendered, but whose document is not assembled yet.
///
/// A build writes it unchanged. A preview first changes the initial state, the allowed frame ancestors, and the
/// scripts.
package struct RenderedPage: Sendable {
    /// The markup of a state, without the section element.
    package struct Section: Hashable, Sendable {
        package let name: String
        /// Whether it is shown on the page's background, without a card.
        let isBare: Bool
        /// The language of its texts; nil for that of the page.
        let language: LanguageTag?
        package let html: String
    }

    /// The file's name in a release: `reset-password.html`.
    package let fileName: String
    package let features: Set<PageFeature>
    /// The sections in the order of the page spec; empty for the page for unknown paths.
    package internal(set) var sections: [Section]
    /// The name of the state that is shown until the script has read the URL.
    package var initialState: String
    package var style: StyleSheet
    /// The data of the script; nil for a page without one.
    package var data: PageData?
    package var scripts: [InlineScript]
    let backend: String?
    /// The provider of the captcha that some of its operations need.
    let captcha: CaptchaProvider?
    /// The origins that may frame it, and those to which it may connect in addition to the backend's.
    package var allowances: [(directive: String, source: String)] = []
    let files: BrandFiles
    let caching: SecurityHeaders.Caching
    /// The language of an app with several; otherwise nil.
    let language: LanguageTag?
    let document: DocumentTemplate

    package var policy: ContentSecurityPolicy {
        var policy = SecurityHeaders.policy(
            style: style.source, scripts: scripts.map(\.source), backend: backend, captcha: captcha, files: files)
        for allowance in allowances { policy.allow(allowance.source, for: allowance.directive) }
        return policy
    }

    package func frame() -> RenderedPage {
        var frame = self
        frame.sections = []
        return frame
    }

    /// Throws a document template that uses a value in a way that is not allowed.
    package func file() throws(DiagnosticReport) -> FileContents {
        FileContents(
            name: fileName, type: "text/html; charset=utf-8",
            headers: SecurityHeaders.page(policy: policy, caching: caching)
                + (language.map { [HeaderField("Content-Language", $0.text)] } ?? []),
            bytes: try document.bytes(of: self))
    }
}

/// The template of the document around a page's states, with the values that all pages of an app share.
struct DocumentTemplate: Sendable {
    let library: TemplateLibrary
    /// The template's name: `pages/page` or `pages/not-found`.
    let name: String
    /// The values of the app and of the page's content.
    let values: [MustacheValue]
    let logo: LogoMarkup?
    let didRender: @Sendable () -> Void

    func bytes(of page: RenderedPage) throws(DiagnosticReport) -> [UInt8] {
        let (light, dark) = page.style.backgrounds
        let backgrounds = [(light, false)] + (dark.map { [($0, true)] } ?? [])
        let document: [DocumentKey: MustacheValue] = [
            .scheme: .text(page.style.scheme.rawValue),
            .backgrounds: .list(
                backgrounds.map { .view([BackgroundKey.colour: .text($0), .dark: .bool($1)]) }),
            .style: .markup("<style>\(page.style.text)</style>"),
            .data: page.data.map { .json($0.json.serialized()) } ?? .absent,
            .logo: logo.map { .markup($0.html(page.style.scheme)) } ?? .absent,
            .scripts: .markup(page.scripts.map(\.html).joined(separator: "\n")),
            .states: .list(
                page.sections.map { section in
                    .view([
                        SectionKey.id: .text(section.name), .shown: .bool(section.name == page.initialState),
                        .bare: .bool(section.isBare), .content: .markup(section.html),
                        .stateLanguage: MustacheValue(section.language?.text),
                        .stateDirection: MustacheValue(section.language.map { $0.isRightToLeft ? "rtl" : "ltr" }),
                    ])
                }),
        ]
        didRender()
        return try library.renderBytes(name, with: .view(document), within: values)
    }
}
