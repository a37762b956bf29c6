internal import AppLinks
internal import Release

/// The templates of `/open/` links, each kept once for all apps that share it.
///
/// Copies of an app differ in their schemes only, and five links take 15 kB an app if each has templates of its own.
struct OpenTemplates {
    /// The templates of a link.
    final class Link: Sendable {
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

    private struct Key: Hashable {
        var path: String
        var web: String
        /// The app's URL without its scheme.
        var app: Substring?
        var opensOnIPhones: Bool
    }

    private var links: [Key: Link] = [:]

    /// Looks up the templates of a link, or adds them if no app before has them.
    mutating func link(_ link: OpenLink, at path: RoutePath) -> Link {
        let key = Key(
            path: path.text, web: link.web.text, app: link.app.map { $0.text.dropFirst(link.scheme?.count ?? 0) },
            opensOnIPhones: link.opensOnIPhones)
        if let known = links[key] { return known }
        let made = Link(link, at: path)
        links[key] = made
        return made
    }
}

extension OpenLink {
    /// The scheme of the app's URL, as written.
    var scheme: String? {
        guard let app, let scheme = app.scheme else { return nil }
        return String(app.text.prefix(scheme.count))
    }
}
