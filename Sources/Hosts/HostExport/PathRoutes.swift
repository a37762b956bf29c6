internal import AppLinks
internal import Release
internal import TextEncoding

/// The routes of an app that can match one path, in the manifest's order.
///
/// A manifest lists routes, but hosts are configured by path. A path without parameters includes the routes of the
/// patterns that match it.
struct PathRoutes: Sendable {
    let template: RoutePath
    /// The routes; never empty.
    let routes: [Route]

    /// Returns all paths of an app: those without parameters, then the patterns in the manifest's order.
    static func all(of app: ReleasedApp) -> [PathRoutes] {
        var paths: [RoutePath] = []
        for route in app.routes where !paths.contains(where: { $0.isSame(as: route.path) }) {
            paths.append(route.path)
        }
        let grouped = paths.map { path in
            PathRoutes(template: path, routes: app.routes.filter { $0.path.covers(path) })
        }
        return grouped.filter { !$0.hasParameters } + grouped.filter(\.hasParameters)
    }

    var hasParameters: Bool { template.hasParameters }

    /// The path, percent-decoded, with `{name}` for a parameter: `/verify/{token}`.
    var path: String { path { "{\($0)}" } }

    /// Returns the path, percent-decoded, with each parameter in the host's syntax.
    func path(_ parameter: (String) -> String) -> String {
        template.text(literal: PercentEncoding.decodeIfPossible, parameter: parameter)
    }

    /// The response of the path, if it depends on neither query nor User-Agent; otherwise nil.
    var only: Route.Answer? {
        guard let first = routes.first, first.conditions.isEmpty, first.required.isEmpty, first.answer.link == nil
        else {
            return nil
        }
        return first.answer
    }

    /// The file for requests without a query; nil if there is none.
    var page: String? {
        routes.filter { $0.conditions.isEmpty && $0.required.isEmpty }.compactMap(\.answer.file).first
    }

    /// The link that the path opens, if it has no page of its own (`/open/<link>`).
    var opener: OpenLink? {
        routes.first?.answer.link.flatMap { isOwnPage($0) ? nil : $0 }
    }

    /// Whether the path is that of a link's page, where a redirect to the page would be a loop.
    func isOwnPage(_ link: OpenLink) -> Bool { template.isPage(of: link.web) }

    /// Returns a regular expression without anchors that matches the decoded path.
    ///
    /// - Parameter parameter: the expression for one segment.
    /// - Returns: an expression that begins with a slash.
    func pattern(parameter: String = "[^/]+") -> String {
        template.text(
            literal: { RegularExpression.escaped(PercentEncoding.decodeIfPossible($0)) }, parameter: { _ in parameter })
    }
}
