internal import AppLinks
internal import Release

/// The parts of an app that a host without code can serve, and those that it cannot.
struct WithoutFunctions {
    /// The `/open/<link>` paths that can redirect everyone to the page, preserving the query.
    let redirects: [(path: PathRoutes, location: String)]
    /// The links whose redirect into the app is on their page's own path, with the page that everyone gets.
    let landings: [(path: PathRoutes, file: ReleasedFile)]
    /// The paths with parameters that the host has rules for, with their pages; includes the landings.
    let pages: [(path: PathRoutes, file: ReleasedFile)]
    /// The paths that cannot be served.
    let absent: [PathRoutes]

    /// The positions of a parameter that a host's rules support.
    enum Patterns {
        case none
        /// A wildcard for the rest of the path.
        case atTheEnd
        case anywhere

        func cover(_ path: PathRoutes) -> Bool {
            switch self {
            case .none: false
            case .atTheEnd: !path.template.segments.dropLast().contains(where: \.isParameter)
            case .anywhere: true
            }
        }
    }

    /// - Parameters:
    ///   - site: the app.
    ///   - keepsQuery: whether the host preserves the query in redirects.
    ///   - patterns: the rules that the host supports for paths with parameters.
    init(_ site: StaticSite, keepsQuery: Bool, patterns: Patterns) {
        var redirects: [(PathRoutes, String)] = []
        var landings: [(PathRoutes, ReleasedFile)] = []
        var absent = site.patterns.map(\.path).filter { !patterns.cover($0) }
        for path in site.dynamic {
            if keepsQuery, let link = path.opener, let page = Self.page(of: link, site) {
                redirects.append((path, page))
            } else if patterns.cover(path), path.opener == nil, let file = Self.file(behind: path, site) {
                landings.append((path, file))
            } else {
                absent.append(path)
            }
        }
        self.redirects = redirects
        self.landings = landings
        pages = site.patterns.filter { patterns.cover($0.path) } + landings
        self.absent = absent
    }

    /// Returns the page of a path, if it is the only one and has no conditions.
    private static func file(behind path: PathRoutes, _ site: StaticSite) -> ReleasedFile? {
        path.routes.count { $0.answer.file != nil } == 1 ? path.page.flatMap(site.app.file) : nil
    }

    /// Returns the path of a link's page, if all its parameters are in the query.
    private static func page(of link: OpenLink, _ site: StaticSite) -> String? {
        let web = link.web
        guard web.fragment.isEmpty, web.conditions.isEmpty, !web.path.contains(where: \.isParameter) else { return nil }
        return site.placements.contains { $0.path == web.routePath } ? web.routePath : nil
    }

    /// Returns the announcements for apps on a host without code.
    static func announcements(_ host: String, _ sites: [StaticSite], keepsQuery: Bool, patterns: Patterns)
        -> [Announcement]
    {
        let parts = sites.map { WithoutFunctions($0, keepsQuery: keepsQuery, patterns: patterns) }
        func announce(
            _ paths: (WithoutFunctions) -> [PathRoutes], _ difference: String, meaning: String,
            _ coverage: ([PathRoutes]) -> [Announcement.Coverage]
        ) -> [Announcement] {
            let all = parts.flatMap(paths)
            guard !all.isEmpty else { return [] }
            let rule = zip(sites, parts).flatMap { site, part in
                // Prefixed with their app's name if there are several apps.
                paths(part).map(\.path).sorted().map { sites.count > 1 ? "\(site.app.name): \($0)" : $0 }
            }
            return [
                Announcement(
                    .warning, rule.joined(separator: ", "), "\(host) \(difference)", meaning: meaning, coverage(all))
            ]
        }
        func opening(_ paths: [PathRoutes]) -> [Announcement.Coverage] {
            [
                .cases(
                    .openIPhone, .openChrome, .openFirefox, .openPage, .openEncoding, .openRepeated, .openMalformed,
                    paths: Set(paths.map(\.path)))
            ]
        }
        return announce(
            { $0.landings.map(\.path) },
            "cannot decide by User-Agent: everyone gets the page, although the link should redirect into the app.",
            meaning: "On phones with the app, people get the page, where a button opens the app."
        ) { paths in
            [
                .cases(
                    .openIPhone, .openChrome, .openFirefox, parts: ["status"],
                    paths: Set(paths.map { AppCases.sample($0.template) })),
                .cases(ConformanceCase.Aspect.allCases, parts: ["vary"], paths: forms(of: paths)),
            ]
        }
            + announce(
                { $0.redirects.map(\.path) },
                "cannot decide by User-Agent: everyone is redirected to the page, whatever the link's parameters are.",
                meaning: "On phones with the app, people get the page, where a button opens the app.", opening)
            + announce(
                { $0.absent.filter { $0.opener != nil } },
                "has no rule for these paths: they get status 404.",
                meaning: "Do not write these addresses in emails; the links' own addresses work.", opening)
            + announce(
                { $0.absent.filter { $0.opener == nil } },
                "cannot select a page by the query or a pattern: these paths get status 404.",
                meaning:
                    "Without the app, such a link leads to the 404 page: use a host with functions, or give each link its own path."
            ) { [.cases(ConformanceCase.Aspect.allCases, paths: forms(of: $0))] }
    }

    /// Returns the forms in which the suite requests paths.
    private static func forms(of paths: [PathRoutes]) -> Set<String> {
        Set(
            paths.map { AppCases.sample($0.template) }
                .flatMap { [$0, "\($0)/", "/\($0)", AppCases.encodedLetter($0) ?? $0] })
    }
}
