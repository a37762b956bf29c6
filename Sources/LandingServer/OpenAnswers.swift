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
        ///
        /// - Throws: `LandingError` if one of its addresses cannot be parsed.
        mutating func append(_ link: OpenLink, at path: String, of app: ReleasedApp) throws(LandingError) {
            func template(_ text: String) throws(LandingError) -> URLTemplate {
                do {
                    return try URLTemplate(parsing: text)
                } catch {
                    throw LandingError(
                        "the route '\(path)' of '\(app.name)' has no link in '\(text)': \(error.message)")
                }
            }
            // Parsed for each app, since its scheme may be invalid.
            let web = try template(link.web)
            let address = try link.app.map(template)
            let key = OpenTemplates.Key(link, at: path)
            let shared = known[key] ?? OpenTemplates(key.path, link, web: web, app: address)
            known[key] = shared
            templates.append(shared)
            texts.append(OpenTemplates.scheme(of: link.app ?? "").utf8)
            texts.append((link.androidPackage ?? "").utf8)
            texts.append((app.hosts.first ?? "").utf8)
        }

        func answers() -> OpenAnswers { OpenAnswers(templates: templates, texts: texts.table()) }
    }
}

/// What the links of several apps have in common.
final class OpenTemplates: Sendable {
    /// The parts of a link that such links have in common.
    struct Key: Hashable {
        let path: String
        let web: String
        let opensOnIPhones: Bool
        /// The app's URL without its scheme.
        let address: String?

        init(_ link: OpenLink, at path: String) {
            self.path = path
            web = link.web
            opensOnIPhones = link.opensOnIPhones
            address = link.app.map { String($0.dropFirst(OpenTemplates.scheme(of: $0).count)) }
        }
    }

    /// Returns the scheme of an app's URL as written; empty if it contains a parameter.
    static func scheme(of url: String) -> Substring {
        let scheme = url.prefix { $0 != ":" }
        return scheme.contains("{") ? "" : scheme
    }

    let web: URLTemplate
    let parameters: OpenedParameters
    /// Whether the route is the page's own path, where a redirect to the page would be a loop.
    let isOwnPage: Bool
    let opensOnIPhones: Bool
    /// The app's URL, with the scheme of one of the apps.
    private let app: URLTemplate?
    /// The length of that scheme in bytes.
    private let schemeLength: Int

    fileprivate init(_ path: String, _ link: OpenLink, web: URLTemplate, app: URLTemplate?) {
        self.web = web
        self.app = app
        schemeLength = Self.scheme(of: link.app ?? "").utf8.count
        parameters = OpenedParameters(web)
        isOwnPage = CanonicalPath.of(path) == CanonicalPath.of(web.routePath)
        opensOnIPhones = link.opensOnIPhones
    }

    /// Returns the app's URL with a scheme; nil if there is none or a value cannot be part of it.
    func appAddress(scheme: String, _ values: [String: String]) -> String? {
        app?.expanded(with: values).map { scheme + String(Substring($0.utf8.dropFirst(schemeLength))) }
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
    var scheme: String { texts.text(first) }
    /// The Android package.
    var package: String? { text(first + 1) }
    /// The page's host, for absolute addresses.
    var host: String? { text(first + 2) }

    private func text(_ number: Int) -> String? { texts[number].isEmpty ? nil : texts.text(number) }
}
