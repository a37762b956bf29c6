internal import AppLinks
internal import Memory
internal import Release

/// The handlers of a release's `/open/<link>`, by number.
///
/// Copies of an app differ in schemes, packages and hosts only; templates of their own would take 15 kB an app.
struct OpenAnswers: Sendable {
    private let templates: [OpenTemplates]
    private let texts: ByteTable

    subscript(number: Int) -> OpenAnswer {
        OpenAnswer(templates: templates[number], own: OpenTexts(texts: texts, first: number * OpenTexts.count))
    }

    /// Handlers that others are appended to.
    struct Builder {
        private var templates: [OpenTemplates] = []
        private var texts = ByteTable.Builder()
        private var known: [OpenTemplates.Key: OpenTemplates] = [:]

        /// The number of handlers, which is the number of the next one.
        var count: Int { templates.count }

        /// Appends the handler of a link.
        mutating func append(_ link: OpenLink, at path: RoutePath, of app: ReleasedApp) {
            let key = OpenTemplates.Key(link, at: path)
            let shared = known[key] ?? OpenTemplates(link, at: path)
            known[key] = shared
            templates.append(shared)
            for text in [link.scheme, link.androidPackage, app.hosts.first] { texts.append((text ?? "").utf8) }
        }

        func answers() -> OpenAnswers { OpenAnswers(templates: templates, texts: texts.table()) }
    }
}

/// What the links of several apps have in common.
final class OpenTemplates: Sendable {
    /// The parts of a link that such links have in common.
    struct Key: Hashable {
        private let path: String
        private let web: String
        /// The app's URL without its scheme.
        private let app: Substring?
        private let opensOnIPhones: Bool

        init(_ link: OpenLink, at path: RoutePath) {
            self.path = path.text
            web = link.web.text
            app = link.app.map { $0.text.dropFirst(link.scheme?.count ?? 0) }
            opensOnIPhones = link.opensOnIPhones
        }
    }

    let web: URLTemplate
    /// The app's URL with the scheme of one of the apps.
    let app: URLTemplate?
    let parameters: OpenedParameters
    /// Whether the route is the page's own path, where a redirect to the page would be a loop.
    let isOwnPage: Bool
    let opensOnIPhones: Bool

    fileprivate init(_ link: OpenLink, at path: RoutePath) {
        web = link.web
        app = link.app
        parameters = OpenedParameters(link.web)
        isOwnPage = path.isPage(of: link.web)
        opensOnIPhones = link.opensOnIPhones
    }
}

/// The texts of a link that differ from app to app; read only to open an app.
struct OpenTexts: Sendable {
    /// The number of texts of each link.
    static let count = 3

    let texts: ByteTable
    /// The number of the first of them.
    let first: Int

    /// The scheme of the app's URL, as written.
    var scheme: String? { text(first) }
    /// The Android package.
    var package: String? { text(first + 1) }
    /// The page's host, for absolute addresses.
    var host: String? { text(first + 2) }

    private func text(_ number: Int) -> String? { texts[number].isEmpty ? nil : texts.text(number) }
}

extension OpenLink {
    /// The scheme of the app's URL, as written; nil if it has a parameter.
    var scheme: String? {
        guard let app, let scheme = app.scheme else { return nil }
        return String(app.text.prefix(scheme.count))
    }
}
