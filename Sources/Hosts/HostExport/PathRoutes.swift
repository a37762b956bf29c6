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

    /// Groups routes by path: paths without parameters, then the others, longer ones first, since a host's wildcard may
    /// match several segments.
    static func all(of routes: [Route]) -> [PathRoutes] {
        var paths: [RoutePath] = []
        for route in routes where !paths.contains(where: { $0.isSame(as: route.path) }) {
            paths.append(route.path)
        }
        let grouped = paths.map { path in
            PathRoutes(template: path, routes: routes.filter { $0.path.covers(path) })
        }
        let patterns = grouped.filter(\.hasParameters)
        let lengths = Set(patterns.map(\.template.segments.count)).sorted(by: >)
        return grouped.filter { !$0.hasParameters }
            + lengths.flatMap { length in patterns.filter { $0.template.segments.count == length } }
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
        guard let first = routes.first, !first.dependsOnQuery, first.answer.link == nil else { return nil }
        return first.answer
    }

    /// Returns a regular expression without anchors that matches the decoded path, with one for each parameter.
    func pattern(parameter: String) -> String {
        template.text(
            literal: { PercentEncoding.decodeIfPossible($0).escapedForPattern }, parameter: { _ in parameter })
    }
}
