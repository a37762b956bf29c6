internal import AppLinks
internal import Release
internal import TextEncoding

/// The routes of an app that can match one path, in the manifest's order.
///
/// A manifest lists routes, but hosts are configured by path. A path without parameters includes the routes of the
/// patterns that match it.
struct PathRoutes: Sendable {
    /// A segment of a path.
    enum Segment: Hashable, Sendable {
        /// A fixed text, percent-decoded.
        case literal(String)
        case parameter(String)
    }

    /// The segments; empty for the root.
    let segments: [Segment]
    /// The routes; never empty.
    let routes: [Route]

    /// Returns all paths of an app: those without parameters, then the patterns in the manifest's order.
    static func all(of app: ReleasedApp) -> [PathRoutes] {
        var paths: [[Segment]] = []
        for route in app.routes {
            let segments = segments(of: route.path)
            if !paths.contains(where: { isSame($0, segments) }) { paths.append(segments) }
        }
        let grouped = paths.map { path in
            PathRoutes(
                segments: path,
                routes: app.routes.filter { covers(Self.segments(of: $0.path), path) })
        }
        return grouped.filter { !$0.hasParameters } + grouped.filter(\.hasParameters)
    }

    var hasParameters: Bool {
        segments.contains { if case .parameter = $0 { true } else { false } }
    }

    /// The path, percent-decoded, with `{name}` for a parameter: `/verify/{token}`.
    var path: String { path { "{\($0)}" } }

    /// Returns the path, percent-decoded, with each parameter in the host's syntax.
    func path(_ parameter: (String) -> String) -> String {
        "/"
            + segments.map { segment in
                switch segment {
                case .literal(let text): text
                case .parameter(let name): parameter(name)
                }
            }.joined(separator: "/")
    }

    /// The response of the path, if it depends on neither query nor User-Agent; otherwise nil.
    var only: Route.Answer? {
        guard let first = routes.first, first.conditions.isEmpty, first.required.isEmpty else { return nil }
        if case .open = first.answer { return nil }
        return first.answer
    }

    /// The file for requests without a query; nil if there is none.
    var page: String? {
        for case .file(let name) in routes.filter({ $0.conditions.isEmpty && $0.required.isEmpty }).map(\.answer) {
            return name
        }
        return nil
    }

    /// The link that the path opens, if it has no page of its own (`/open/<link>`).
    var opener: OpenLink? {
        guard let first = routes.first, case .open(let link) = first.answer, !isOwnPage(link) else { return nil }
        return link
    }

    /// Whether the path is that of a link's page, where a redirect to the page would be a loop.
    func isOwnPage(_ link: OpenLink) -> Bool {
        guard let web = try? URLTemplate(parsing: link.web) else { return false }
        return Self.isSame(Self.segments(of: web.routePath), segments)
    }

    /// Returns the files that share a path with a redirect into the app; the User-Agent decides which of the two is
    /// served.
    static func filesBehindRedirects(of app: ReleasedApp) -> Set<String> {
        var files: Set<String> = []
        for path in all(of: app) {
            let opens = path.routes.contains { if case .open = $0.answer { true } else { false } }
            for case .file(let name) in path.routes.map(\.answer) where opens { files.insert(name) }
        }
        return files
    }

    /// Returns a regular expression without anchors that matches the decoded path.
    ///
    /// - Parameter parameter: the expression for one segment.
    /// - Returns: an expression that begins with a slash.
    func pattern(parameter: String = "[^/]+") -> String {
        guard !segments.isEmpty else { return "/" }
        return segments.map { segment in
            switch segment {
            case .literal(let text): "/" + RegularExpression.escaped(text)
            case .parameter: "/" + parameter
            }
        }.joined()
    }

    static func segments(of path: String) -> [Segment] {
        path.split(separator: "/").map { segment in
            segment.hasPrefix("{") && segment.hasSuffix("}")
                ? .parameter(String(segment.dropFirst().dropLast()))
                : .literal(PercentEncoding.decode(segment) ?? String(segment))
        }
    }

    /// Whether a path matches every request that another one matches.
    private static func covers(_ wide: [Segment], _ narrow: [Segment]) -> Bool {
        wide.count == narrow.count
            && zip(wide, narrow).allSatisfy { wide, narrow in
                if case .parameter = wide { true } else { wide == narrow }
            }
    }

    private static func isSame(_ a: [Segment], _ b: [Segment]) -> Bool { covers(a, b) && covers(b, a) }
}
