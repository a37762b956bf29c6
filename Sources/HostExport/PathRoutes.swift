internal import AppLinks
internal import Release
internal import TextEncoding

/// The routes of an app that can answer one path, in the manifest's order.
///
/// Hosts are configured by path, and a manifest is a list of routes: this is the list by path. A path without parameters
/// also has the routes of the patterns that match it.
struct PathRoutes: Sendable {
    /// One segment of a path.
    enum Segment: Hashable, Sendable {
        /// Percent-decoded.
        case literal(String)
        case parameter(String)
    }

    /// Empty for the root.
    let segments: [Segment]
    /// At least one.
    let routes: [Route]

    /// All paths of an app: those without parameters first, then the patterns in the manifest's order.
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

    /// Percent-decoded, `{name}` for a parameter: `/verify/{token}`.
    var path: String {
        "/"
            + segments.map { segment in
                switch segment {
                case .literal(let text): text
                case .parameter(let name): "{\(name)}"
                }
            }.joined(separator: "/")
    }

    /// What the path leads to where neither query nor User-Agent matters; nil elsewhere.
    var only: Route.Answer? {
        guard let first = routes.first, first.conditions.isEmpty, first.required.isEmpty else { return nil }
        if case .open = first.answer { return nil }
        return first.answer
    }

    /// The file of whoever asks for the path without a query and gets one.
    var page: String? {
        for case .file(let name) in routes.filter({ $0.conditions.isEmpty && $0.required.isEmpty }).map(\.answer) {
            return name
        }
        return nil
    }

    /// What the path leads to where it opens the app and has no page of its own (`/open/<link>`).
    var opener: OpenLink? {
        guard let first = routes.first, case .open(let link) = first.answer, !isOwnPage(link) else { return nil }
        return link
    }

    /// Whether a link's page has this very path, so that a redirect to the page would lead back here.
    func isOwnPage(_ link: OpenLink) -> Bool {
        guard let web = try? URLTemplate(parsing: link.web) else { return false }
        return Self.isSame(Self.segments(of: web.routePath), segments)
    }

    /// The files that stand behind a redirect into the app: who asks decides which of the two is the answer.
    static func filesBehindRedirects(of app: ReleasedApp) -> Set<String> {
        var files: Set<String> = []
        for path in all(of: app) {
            let opens = path.routes.contains { if case .open = $0.answer { true } else { false } }
            for case .file(let name) in path.routes.map(\.answer) where opens { files.insert(name) }
        }
        return files
    }

    /// The path as a regular expression that matches the decoded path, without anchors.
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

    /// Whether a route's path matches every request that another path does.
    private static func covers(_ wide: [Segment], _ narrow: [Segment]) -> Bool {
        wide.count == narrow.count
            && zip(wide, narrow).allSatisfy { wide, narrow in
                if case .parameter = wide { true } else { wide == narrow }
            }
    }

    private static func isSame(_ a: [Segment], _ b: [Segment]) -> Bool { covers(a, b) && covers(b, a) }
}
