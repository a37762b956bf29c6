internal import AppLinks
internal import Release

/// What becomes of an app on a host that runs no code.
struct WithoutFunctions {
    /// `/open/<link>` that can at least lead everybody to the page, with the query that came.
    let redirects: [(path: String, location: String)]
    /// Links that land by a redirect on their page's own path, with the page that everybody gets there.
    let landings: [(path: PathRoutes, file: ReleasedFile)]
    /// Paths with parameters that the host has rules for, each with its page; the landings are among them.
    let pages: [(path: PathRoutes, file: ReleasedFile)]
    /// Paths that lead nowhere.
    let absent: [PathRoutes]

    /// Where in a path a host's rules can have a parameter.
    enum Patterns {
        case none
        /// A wildcard for the rest of the path.
        case atTheEnd
        case anywhere

        func cover(_ path: PathRoutes) -> Bool {
            switch self {
            case .none: false
            case .atTheEnd: !path.segments.dropLast().contains(where: AppCases.isParameter)
            case .anywhere: true
            }
        }
    }

    /// - Parameters:
    ///   - site: the app.
    ///   - keepsQuery: whether the host hands a query on to where it redirects.
    ///   - patterns: the rules that the host has for paths with parameters.
    init(_ site: StaticSite, keepsQuery: Bool, patterns: Patterns) {
        var redirects: [(String, String)] = []
        var landings: [(PathRoutes, ReleasedFile)] = []
        var absent = site.patterns.map(\.path).filter { !patterns.cover($0) }
        for path in site.dynamic {
            if keepsQuery, let link = path.opener, let page = Self.page(of: link, site) {
                redirects.append((path.path, page))
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

    /// The one page of a path, where no condition chooses it.
    private static func file(behind path: PathRoutes, _ site: StaticSite) -> ReleasedFile? {
        let files = path.routes.filter { if case .file = $0.answer { true } else { false } }
        guard files.count == 1, let route = files.first, route.conditions.isEmpty, route.required.isEmpty,
            case .file(let name) = route.answer
        else { return nil }
        return site.app.files.first { $0.name == name }
    }

    /// The page's path, where all that the page reads stands in the query under the same name.
    private static func page(of link: OpenLink, _ site: StaticSite) -> String? {
        guard let web = try? URLTemplate(parsing: link.web), web.fragment.isEmpty, web.conditions.isEmpty,
            !web.path.contains(where: { if case .parameter = $0 { true } else { false } })
        else { return nil }
        return site.placements.contains { $0.path == web.routePath } ? web.routePath : nil
    }

    /// What an exporter has to say of all that.
    static func announcements(_ host: String, _ sites: [StaticSite], keepsQuery: Bool, patterns: Patterns)
        -> [Announcement]
    {
        let parts = sites.map { WithoutFunctions($0, keepsQuery: keepsQuery, patterns: patterns) }
        /// Paths with the app that they are of, where there are several.
        func named(_ paths: (WithoutFunctions) -> [String]) -> String {
            zip(sites, parts).flatMap { site, part in
                paths(part).sorted().map { sites.count > 1 ? "\(site.app.name): \($0)" : $0 }
            }.joined(separator: ", ")
        }
        let pages = parts.flatMap { $0.redirects.map(\.path) }
        let opens = parts.flatMap { $0.absent.filter { $0.opener != nil }.map(\.path) }
        let others = parts.flatMap { $0.absent.filter { $0.opener == nil }.map(\.path) }
        let landings = parts.flatMap { $0.landings.map(\.path.path) }
        var announcements: [Announcement] = []
        if !landings.isEmpty {
            announcements.append(
                Announcement(
                    .warning, named { $0.landings.map(\.path.path) },
                    "\(host) cannot go by User-Agent: everybody gets the page, though the link lands by a redirect.",
                    meaning: "On phones with the app, people get the page, where a button opens the app.",
                    [
                        .cases(
                            .openIPhone, .openChrome, .openFirefox, parts: ["status"],
                            paths: Set(landings.map(AppCases.sample))),
                        .cases(ConformanceCase.Aspect.allCases, parts: ["vary"], paths: forms(of: landings)),
                    ]))
        }
        if !pages.isEmpty {
            announcements.append(
                Announcement(
                    .warning, named { $0.redirects.map(\.path) },
                    "\(host) cannot go by User-Agent: everybody is redirected to the page, whatever the link carries.",
                    meaning: "On phones with the app, people get the page, where a button opens the app.",
                    [
                        .cases(
                            .openIPhone, .openChrome, .openFirefox, .openPage, .openEncoding, .openRepeated,
                            .openMalformed,
                            paths: Set(pages))
                    ]))
        }
        if !opens.isEmpty {
            announcements.append(
                Announcement(
                    .warning, named { $0.absent.filter { $0.opener != nil }.map(\.path) },
                    "\(host) has no rule that could answer: it is status 404.",
                    meaning: "Do not write these addresses in emails; the links' own addresses work.",
                    [
                        .cases(
                            .openIPhone, .openChrome, .openFirefox, .openPage, .openEncoding, .openRepeated,
                            .openMalformed,
                            paths: Set(opens))
                    ]))
        }
        if !others.isEmpty {
            announcements.append(
                Announcement(
                    .warning, named { $0.absent.filter { $0.opener == nil }.map(\.path) },
                    "\(host) cannot choose a page by the query or by a pattern: it is status 404.",
                    meaning:
                        "Whoever follows such a link without the app reaches nothing: take a host with functions, or give each link a path of its own.",
                    [
                        .cases(ConformanceCase.Aspect.allCases, paths: forms(of: others))
                    ]))
        }
        return announcements
    }

    /// The forms of some paths in which the suite asks for them.
    private static func forms(of paths: [String]) -> Set<String> {
        Set(paths.map(AppCases.sample).flatMap { [$0, "\($0)/", "/\($0)", AppCases.encodedLetter($0) ?? $0] })
    }
}
