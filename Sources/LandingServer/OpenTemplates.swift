internal import AppLinks
internal import Release

/// The templates of `/open/` links, each kept once for all apps that share it.
///
/// Copies of an app differ in their schemes only, and five links take 15 kB an app if each has templates of its own.
struct OpenTemplates {
    /// The templates of a link.
    final class Link: Sendable {
        let web: URLTemplate
        let parameters: OpenedParameters
        /// Whether the route is the page's own path, where a redirect to the page would be a loop.
        let isOwnPage: Bool
        let opensOnIPhones: Bool
        /// The app's URL with the scheme of one of the apps, and the length of that scheme in bytes.
        let app: (template: URLTemplate, scheme: Int)?

        fileprivate init(_ key: Key, web: URLTemplate, app: (template: URLTemplate, scheme: Int)?) {
            self.web = web
            self.app = app
            parameters = OpenedParameters(web)
            isOwnPage = CanonicalPath.of(key.path) == CanonicalPath.of(web.routePath)
            opensOnIPhones = key.opensOnIPhones
        }
    }

    fileprivate struct Key: Hashable {
        var path: String
        var web: String
        /// The app's URL without its scheme.
        var app: Substring?
        var opensOnIPhones: Bool
    }

    private var links: [Key: Link] = [:]

    /// Looks up the templates of a link, and parses them if no app before has them.
    ///
    /// - Parameters:
    ///   - link: the link as in the manifest.
    ///   - path: the path of its route.
    ///   - parse: parses a template.
    /// - Returns: the templates, and the scheme of the link's app as written.
    /// - Throws: what `parse` throws.
    mutating func link<Failure: Error>(
        _ link: OpenLink, at path: String, _ parse: (String) throws(Failure) -> URLTemplate
    ) throws(Failure) -> (Link, scheme: Substring) {
        let scheme = link.app.map(Self.scheme) ?? ""
        let key = Key(
            path: path, web: link.web, app: link.app?[scheme.endIndex...], opensOnIPhones: link.opensOnIPhones)
        // Parsed in any case, since the scheme may be invalid.
        let app = try link.app.map(parse)
        if let known = links[key] { return (known, scheme) }
        let made = Link(key, web: try parse(link.web), app: app.map { ($0, scheme.utf8.count) })
        links[key] = made
        return (made, scheme)
    }

    /// Returns the part of an app's URL before the first colon, if it has no parameter.
    private static func scheme(of url: String) -> Substring {
        let scheme = url.prefix { $0 != ":" }
        return scheme.endIndex == url.endIndex || scheme.contains("{") ? url.prefix(0) : scheme
    }
}
