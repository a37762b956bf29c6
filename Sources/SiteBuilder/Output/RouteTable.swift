import AppLinks
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
        var routes = associationRoutes() + changePassword() + openRoutes()
        routes += try pageRoutes()
        return routes.sorted(by: isTriedBefore)
    }

    // MARK: - Pages

    private struct Claim {
        let route: Route
        /// Who would answer, for a complaint.
        let answerer: String
        let diagnostic: (String, String) -> Diagnostic
    }

    private func pageRoutes() throws(DiagnosticReport) -> [Route] {
        let claims = linkClaims() + ownClaims()
        var routes: [Route] = []
        var problems: [Diagnostic] = []
        for (index, claim) in claims.enumerated() {
            let earlier = claims[..<index].first {
                $0.route.path == claim.route.path && $0.route.conditions == claim.route.conditions
            }
            guard let earlier else {
                routes.append(claim.route)
                continue
            }
            if earlier.route.answer != claim.route.answer {
                problems.append(
                    claim.diagnostic(
                        "'\(claim.route.path)' is answered by \(earlier.answerer) already",
                        "Give one of the two another path, or a condition that tells them apart."))
            }
        }
        if !problems.isEmpty { throw DiagnosticReport(problems) }
        return routes + fallbacks(for: routes)
    }

    private func linkClaims() -> [Claim] {
        app.linkSet.links.flatMap { link in
            link.web.enumerated().compactMap { index, shape in
                guard let answer = answer(of: link, shape) else { return nil }
                let path = "links.\(link.name).web[\(index)]"
                return Claim(
                    route: Route(path: shape.routePath, conditions: shape.conditions, answer: answer),
                    answerer: "the link '\(link.name)'",
                    diagnostic: { message, fix in
                        app.diagnostic(code: "duplicate-route", at: path, message, fix: fix)
                    })
            }
        }
    }

    /// Pages that no link leads to stand at their own path.
    private func ownClaims() -> [Claim] {
        app.pages.filter { page in !app.linkSet.links.contains { $0.page == page.name } }.map { page in
            Claim(
                route: Route(path: page.path, answer: .file(page.fileName)), answerer: "the page '\(page.name)'",
                diagnostic: { message, fix in
                    page.source.diagnostic(code: "duplicate-route", at: 0, message, fix: fix)
                })
        }
    }

    private func answer(of link: LinkDefinition, _ shape: LinkShape) -> Route.Answer? {
        if link.landing == .redirect { return .open(openLink(of: link, shape)) }
        return link.page.flatMap(app.page).map { .file($0.fileName) }
    }

    /// Where all conditions of a path lead to one page, the path alone does too: a link that lost its end is best met
    /// by the page that can say so.
    private func fallbacks(for routes: [Route]) -> [Route] {
        let paths = Dictionary(grouping: routes, by: \.path)
        return paths.values.compactMap { group in
            guard let first = group.first, !group.contains(where: \.conditions.isEmpty),
                group.allSatisfy({ $0.answer == first.answer })
            else { return nil }
            return Route(path: first.path, answer: first.answer)
        }
    }

    // MARK: - Everything else

    private func openRoutes() -> [Route] {
        app.linkSet.links.compactMap { link in
            link.web.first.map { Route(path: "/open/\(link.name)", answer: .open(openLink(of: link, $0))) }
        }
    }

    private func openLink(of link: LinkDefinition, _ shape: LinkShape) -> OpenLink {
        OpenLink(web: shape.text, app: link.app?.text, androidPackage: app.linkSet.android?.package)
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

    /// What is more particular comes first: paths without parameters, then more conditions; then by name, so that the
    /// same site always gives the same manifest.
    private func isTriedBefore(_ a: Route, _ b: Route) -> Bool {
        func rank(_ route: Route) -> (Int, Int, String, String) {
            let parameters = route.path.utf8.count { $0 == UInt8(ascii: "{") }
            let conditions = route.conditions.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            return (parameters, -conditions.count, route.path, conditions.joined(separator: "&"))
        }
        return rank(a) < rank(b)
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
