internal import AppLinks
internal import HTTPMessages
internal import LinkRouting
internal import Release
internal import TextEncoding

// What hosts make of an app that neither run code nor decide by User-Agent.

extension ExportSource {
    /// Returns an app's routes for such a host: `/open/<link>` leads to the link's page, and a link's page is served
    /// where the server would redirect into the app first.
    func routesWithoutFunctions(of app: ReleasedApp) -> [Route] {
        app.routes.compactMap { route -> Route? in
            guard let link = route.answer.link else { return route }
            guard !route.path.isPage(of: link.web), let page = page(of: link, app) else { return nil }
            return Route(path: route.path.text, answer: .file(page))
        }
    }

    /// Returns the name of the file with a link's page; nil if only the app handles the link.
    private func page(of link: OpenLink, _ app: ReleasedApp) -> String? {
        guard let target = SuiteRequests.page(of: link)?.split(separator: "?", maxSplits: 1) else { return nil }
        let request = HTTPRequest(
            path: String(target[0]), query: target.count > 1 ? String(target[1]) : nil, host: app.hosts[0])
        guard case .file(let variant, status: 200) = site.landing.answer(request) else { return nil }
        return app.files[variant.file].name
    }

    /// Whether every link of an app that has a page leads to one of these paths.
    fileprivate func isDead(_ app: ReleasedApp, without absent: [RoutePath]) -> Bool {
        let links = app.routes.compactMap(\.answer.link).filter { page(of: $0, app) != nil }
        return !links.isEmpty && links.allSatisfy { link in absent.contains { $0.isPage(of: link.web) } }
    }

    var pathsWithoutFunctions: [(app: ReleasedApp, paths: [PathRoutes])] {
        apps.map { ($0, PathRoutes.all(of: routesWithoutFunctions(of: $0))) }
    }
}

extension [Announcement] {
    /// Returns the announcements of a server that runs no code and selects pages by the query.
    static func serversWithoutFunctions(_ host: String, _ source: ExportSource) -> [Announcement] {
        withoutFunctions(host, source) { paths in
            paths.filter { !$0.routes.allSatisfy(\.hasPlainQuery) }
        }
    }

    /// Returns the announcements of a host without functions that name paths of the release; `absent` returns those of an
    /// app's paths that the host cannot serve.
    static func withoutFunctions(
        _ host: String, _ source: ExportSource, absent: ([PathRoutes]) -> [PathRoutes]
    ) -> [Announcement] {
        let parts = source.pathsWithoutFunctions.map { app, paths in
            let served = paths.map(\.template)
            let missing = app.routes.map(\.path).filter { path in !served.contains { $0.isSame(as: path) } }
            let behind = app.visitorFields.filter { $0.value.contains("User-Agent") }
            let own = app.routes.filter { $0.answer.file.map { behind[$0] != nil } ?? false }.map(\.path)
            return (app: app.name, absent: absent(paths).map(\.template), missing: missing, own: own)
        }
        let dead = parts.filter { part in
            source.apps.contains { $0.name == part.app && source.isDead($0, without: part.absent) }
        }
        func announce(
            _ weight: Announcement.Weight, _ paths: [(app: String, paths: [RoutePath])], _ difference: String,
            meaning: String, parts: Set<String>? = nil
        ) -> [Announcement] {
            let names = paths.flatMap { app, paths in
                paths.map { PathRoutes(template: $0, routes: []).path }.sorted().map {
                    source.apps.count > 1 ? "\(app): \($0)" : $0
                }
            }
            guard !names.isEmpty else { return [] }
            let coverage = Announcement.Coverage(parts: parts, paths: Self.forms(of: paths.flatMap(\.paths)))
            return [
                Announcement(
                    weight, names.joined(separator: ", "), "\(host) \(difference)", meaning: meaning, [coverage])
            ]
        }
        return dead.map { part in
            Announcement(
                .failure, "all links of \(part.app)", "\(host) answers every link of '\(part.app)' with status 404.",
                meaning: "Without the app, nobody can do what an email is for: \(Self.ways)")
        }
            + announce(
                .warning, parts.map { ($0.app, $0.absent) },
                "cannot select a page by the query or a pattern: these paths get status 404.",
                meaning: "Without the app, such a link leads to the 404 page: \(Self.ways)"
            )
            + announce(
                .warning, parts.map { ($0.app, $0.missing) }, "answers with status 404: these links have no page.",
                meaning: "Do not write these addresses in emails; the links' own addresses work.")
            + announce(
                .note, parts.map { ($0.app, $0.own) }, "does not name User-Agent in Vary: every browser gets the page.",
                meaning: "A cache keeps one copy of the page for all browsers.", parts: ["vary"])
    }

    private static let ways = "use a host with functions, or give each link its own path."

    /// Returns the forms in which the suite requests paths.
    private static func forms(of paths: [RoutePath]) -> Set<String> {
        Set(
            paths.map(SuiteRequests.sample).flatMap {
                [$0, "\($0)/", "/\($0)", $0.uppercased(), SuiteRequests.encodedLetter($0) ?? $0]
            })
    }
}

extension Route {
    var dependsOnQuery: Bool { !conditions.isEmpty || !required.isEmpty }

    /// The conditions as the query items that a request must have: name, and value or nil for any.
    var queryItems: [(name: String, value: String?)] {
        conditions.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } + required.map { ($0, nil) }
    }

    /// Whether servers have variables for the route's query items.
    var hasPlainQuery: Bool {
        queryItems.allSatisfy { $0.name.utf8.allSatisfy { $0 == UInt8(ascii: "_") || $0.isASCIIAlphanumeric } }
    }
}
