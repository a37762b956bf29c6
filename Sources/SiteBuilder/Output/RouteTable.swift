import AppLinks
import AppSiteAssociation
import Diagnostics
import Release
import SiteModel

/// An app's routes: its pages, its links, its files, and what `/open/` and the change-password address lead to.
struct RouteTable {
    let app: App

    /// In the order in which a host tries them.
    ///
    /// - Throws: two answers for one request.
    func routes() throws(DiagnosticReport) -> [Route] {
        let claims = rankedClaims()
        try check(claims)
        try checkPublicFiles(claims.map(\.element))
        let ranked = claims.map(\.element)
        var routes: [Route] = []
        for (index, claim) in ranked.enumerated() {
            let found =
                pageRoute(of: claim, among: ranked).map { [$0] }
                ?? self.routes(of: claim, before: ranked[(index + 1)...])
            for route in found where !routes.contains(route) { routes.append(route) }
        }
        let own = (associationRoutes() + changePassword() + openRoutes() + AppLoadedFiles(app).routes)
            .sorted { $0.path < $1.path }
        return own + routes + fallbacks(for: ranked, routes)
    }

    // MARK: - Pages

    /// In the order in which apps and association files have them, so that no two of these can disagree; a page of its own
    /// comes before links that would take its bare path.
    private func rankedClaims() -> [(offset: Int, element: Claim)] {
        let links = linkClaims()
        var ranked = URLTemplate.order(links.map(\.template)).map { (offset: $0, element: links[$0]) }
        for (offset, own) in ownClaims().enumerated() {
            let place = ranked.firstIndex { claim in
                claim.element.template.query.isEmpty && claim.element.signature.sharesRequests(with: own.signature)
                    && !claim.element.signature.hasPath(of: own.signature)
            }
            ranked.insert((links.count + offset, own), at: place ?? ranked.endIndex)
        }
        return ranked
    }

    /// What a template leads to.
    private struct Claim {
        let template: URLTemplate
        let end: End
        /// Who would answer, for a diagnostic.
        let answerer: String
        let diagnostic: (String, String) -> Diagnostic
        /// Of the template; compared with that of every other claim.
        let signature: URLTemplate.Signature

        init(
            template: URLTemplate, end: End, answerer: String, diagnostic: @escaping (String, String) -> Diagnostic
        ) {
            self.template = template
            self.end = end
            self.answerer = answerer
            self.diagnostic = diagnostic
            signature = template.signature
        }
    }

    private struct End: Hashable {
        /// The page's file; nil where only the app knows the address.
        var file: String?
        /// The link, where it lands by redirecting into the app.
        var redirectedLink: String?
    }

    private func linkClaims() -> [Claim] {
        app.linkSet.links.flatMap { link in
            link.web.enumerated().compactMap { index, template in
                let end = End(
                    file: link.page.flatMap(app.page)?.fileName,
                    redirectedLink: link.landing == .redirect ? link.name : nil)
                if end == End() { return nil }
                return Claim(
                    template: template, end: end, answerer: "the link '\(link.name)'",
                    diagnostic: { message, fix in
                        app.diagnostic(
                            code: "duplicate-route", at: "links.\(link.name).web[\(index)]", message, fix: fix)
                    })
            }
        }
    }

    /// Pages that no link leads to stand at their own path.
    private func ownClaims() -> [Claim] {
        app.pages.filter { page in !app.linkSet.links.contains { $0.page == page.name } }.map { page in
            Claim(
                template: URLTemplate(path: page.path), end: End(file: page.fileName),
                answerer: "the page '\(page.name)'",
                diagnostic: { message, fix in
                    page.source.diagnostic(code: "duplicate-route", at: 0, message, fix: fix)
                })
        }
    }

    /// A server goes by path and query. Of two claims on one request the one that is tried first must be the one that apps
    /// and association files would take, whatever the fragment says.
    private func check(_ claims: [(offset: Int, element: Claim)]) throws(DiagnosticReport) {
        var problems: [(offset: Int, diagnostic: Diagnostic)] = []
        for (index, first) in claims.enumerated() {
            let rival = claims[(index + 1)...].first { second in
                first.element.end != second.element.end
                    && first.element.signature.sharesRequests(with: second.element.signature)
                    && (!first.element.template.fragment.isEmpty
                        || first.element.signature.looksAlikeToServers(second.element.signature))
            }
            guard let rival else { continue }
            let (earlier, later) = first.offset < rival.offset ? (first, rival) : (rival, first)
            let hasFragment = !(first.element.template.fragment + rival.element.template.fragment).isEmpty
            problems.append(
                (
                    later.offset,
                    later.element.diagnostic(
                        "'\(later.element.template.routePath)' is answered by \(earlier.element.answerer) already",
                        hasFragment
                            ? "Give one of the two another path, or both the same page: servers never see what stands after a '#'."
                            : "Give one of the two another path, or a condition that tells them apart.")
                ))
        }
        if !problems.isEmpty { throw DiagnosticReport(problems.sorted { $0.offset < $1.offset }.map(\.diagnostic)) }
    }

    /// A file of `public` has its path for itself.
    private func checkPublicFiles(_ claims: [Claim]) throws(DiagnosticReport) {
        let reserved = Set((associationRoutes() + changePassword() + openRoutes()).map(\.path))
        let problems = app.publicFiles.compactMap { file -> Diagnostic? in
            let answerer =
                claims.first { $0.template.routePath == file.path }?.answerer
                ?? (app.elsewhere.contains(file.path) ? "'elsewhere:'" : nil)
                ?? (reserved.contains(file.path) || file.path.hasPrefix("/open/") ? "Latchkey itself" : nil)
            return answerer.map {
                file.diagnostic(
                    code: "duplicate-route", "'\(file.path)' is answered by \($0) already",
                    fix: "Give the file another name.")
            }
        }
        if !problems.isEmpty { throw DiagnosticReport(problems) }
    }

    /// The one route of a path that leads to one page whatever its conditions: which of its links it is, the page reads itself.
    private func pageRoute(of claim: Claim, among claims: [Claim]) -> Route? {
        guard let file = claim.end.file, claim.end.redirectedLink == nil else { return nil }
        let bare = claim.template.pathTemplate.signature
        let isAlone = claims.allSatisfy { $0.end == claim.end || !$0.signature.sharesRequests(with: bare) }
        return isAlone ? Route(path: claim.template.routePath, answer: .file(file)) : nil
    }

    private func routes(of claim: Claim, before others: ArraySlice<Claim>) -> [Route] {
        let template = claim.template
        // Elsewhere a link that lost its end is best met by the page that can say so.
        let isContested = others.contains { $0.end != claim.end && claim.signature.sharesRequests(with: $0.signature) }
        var routes: [Route] = []
        if let link = app.linkSet.links.first(where: { $0.name == claim.end.redirectedLink }) {
            routes.append(
                Route(
                    path: template.routePath, conditions: template.conditions,
                    answer: .open(openLink(of: link, template))))
        }
        if let file = claim.end.file {
            routes.append(
                Route(
                    path: template.routePath, conditions: template.conditions,
                    required: isContested ? template.requiredItems : [], answer: .file(file)))
        }
        return routes
    }

    /// Where all conditions of a path lead to one page, the path alone does too.
    private func fallbacks(for claims: [Claim], _ routes: [Route]) -> [Route] {
        var fallbacks: [Route] = []
        for claim in claims {
            let group = claims.filter { claim.signature.hasPath(of: $0.signature) }
            let route = claim.end.file.map { Route(path: claim.template.routePath, answer: .file($0)) }
            let paths = group.map(\.template.routePath)
            let isOpen = routes.contains { route in
                guard case .file = route.answer else { return false }
                return paths.contains(route.path) && route.conditions.isEmpty && route.required.isEmpty
            }
            guard let route, !isOpen, group.allSatisfy({ $0.end.file == claim.end.file }),
                !fallbacks.contains(where: { paths.contains($0.path) })
            else { continue }
            fallbacks.append(route)
        }
        return fallbacks
    }

    // MARK: - Everything else

    private func openRoutes() -> [Route] {
        app.linkSet.links.compactMap { link in
            link.web.first.map { Route(path: "/open/\(link.name)", answer: .open(openLink(of: link, $0))) }
        }
    }

    private func openLink(of link: LinkDefinition, _ template: URLTemplate) -> OpenLink {
        OpenLink(
            web: template.text, app: link.app?.text, opensOnIPhones: link.app != nil && app.linkSet.opensOnIPhones,
            androidPackage: app.linkSet.android?.package)
    }

    private func associationRoutes() -> [Route] {
        var routes: [Route] = []
        if app.linkSet.ios != nil {
            routes += ["/.well-known/\(AssociationFile.apple)", "/\(AssociationFile.apple)"].map {
                Route(path: $0, answer: .file(AssociationFile.apple))
            }
        }
        if app.linkSet.android != nil {
            routes.append(
                Route(path: "/.well-known/\(AssociationFile.android)", answer: .file(AssociationFile.android)))
        }
        return routes
    }

    /// W3C's "A Well-Known URL for Changing Passwords", section 3: a redirect with 302, 303 or 307.
    private func changePassword() -> [Route] {
        guard let page = app.changePassword.flatMap(app.page) else { return [] }
        return [
            Route(path: "/.well-known/change-password", answer: .redirect(status: 302, location: page.path))
        ]
    }
}

/// The names of the association files, as the platforms ask for them.
enum AssociationFile {
    static let apple = "apple-app-site-association"
    static let android = "assetlinks.json"
}

extension Page {
    /// The name of the page's file in a release.
    var fileName: String { "\(name).html" }
}
