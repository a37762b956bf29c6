import AppLinks
import Diagnostics
import JSON
import LinkDefinitions
import Release
import SiteModel

/// The routes of an app: its pages, its links, its files, `/open/`, and the well-known URL for changing passwords.
struct RouteTable {
    let app: App

    /// The routes, in the order in which a host tries them; throws requests with two possible answers.
    func routes() throws(DiagnosticReport) -> [Route] {
        let candidates = rankedCandidates()
        try check(candidates)
        try checkPublicFiles(candidates.map(\.element))
        let ranked = candidates.map(\.element)
        var routes: [Route] = []
        for (index, candidate) in ranked.enumerated() {
            let found =
                pageRoute(of: candidate, among: ranked).map { [$0] }
                ?? self.routes(of: candidate, before: ranked[(index + 1)...])
            for route in found where !routes.contains(route) { routes.append(route) }
        }
        routes = translated(routes + fallbacks(for: ranked, routes))
        let own = associationRoutes() + changePassword() + openRoutes() + AppLoadedFiles(app).routes
        return own.sorted { $0.path.text < $1.path.text } + routes
    }

    /// Routes with the files of a page's other languages, and routes to these files alone, below the language:
    /// `/fr/reset-password`.
    private func translated(_ routes: [Route]) -> [Route] {
        if app.translations.isEmpty { return routes }
        let files = app.translations.map { translation in
            (tag: translation.tag.text, files: Set(translation.pages.map(\.name)))
        }
        var all: [Route] = []
        var local: [Route] = []
        for route in routes {
            var route = route
            if let name = route.answer.file.flatMap({ file in app.pages.first { $0.fileName == file }?.name }) {
                for language in files where language.files.contains(name) {
                    let file = "\(name).\(language.tag).html"
                    route.languages[language.tag] = file
                    local.append(
                        Route(
                            path: "/\(language.tag)\(route.path.text)", conditions: route.conditions,
                            required: route.required, answer: .file(file)))
                }
            }
            all.append(route)
        }
        return all + local
    }

    // MARK: - Pages

    /// The candidates in the order in which apps and association files match links, so that all of them agree; a page's own
    /// path precedes links that would match it.
    private func rankedCandidates() -> [(offset: Int, element: Candidate)] {
        let links = linkCandidates()
        var ranked = URLTemplate.order(links.map(\.template)).map { (offset: $0, element: links[$0]) }
        for (offset, own) in ownCandidates().enumerated() {
            let place = ranked.firstIndex { candidate in
                candidate.element.template.query.isEmpty
                    && candidate.element.signature.sharesRequests(with: own.signature)
                    && !candidate.element.signature.hasPath(of: own.signature)
            }
            ranked.insert((links.count + offset, own), at: place ?? ranked.endIndex)
        }
        return ranked
    }

    /// A template and its destination.
    private struct Candidate {
        let template: URLTemplate
        let destination: Destination
        let answerer: String
        let diagnostic: (String, String) -> Diagnostic
        /// The signature of the template, computed once since every candidate is compared with all others.
        let signature: URLTemplate.Signature

        init(
            template: URLTemplate, destination: Destination, answerer: String,
            diagnostic: @escaping (String, String) -> Diagnostic
        ) {
            self.template = template
            self.destination = destination
            self.answerer = answerer
            self.diagnostic = diagnostic
            signature = template.signature
        }
    }

    private struct Destination: Hashable {
        /// The page's file; nil if only the app handles the link.
        var file: String?
        /// The name of the link, if it redirects into the app.
        var redirectedLink: String?
    }

    private func linkCandidates() -> [Candidate] {
        app.linkSet.links.flatMap { link in
            link.web.enumerated().compactMap { index, template in
                let destination = Destination(
                    file: link.page.flatMap(app.page)?.fileName,
                    redirectedLink: link.landing == .redirect ? link.name : nil)
                if destination == Destination() { return nil }
                return Candidate(
                    template: template, destination: destination, answerer: "the link '\(link.name)'",
                    diagnostic: { message, fix in
                        app.diagnostic(
                            code: "duplicate-route", at: "links.\(link.name).web[\(index)]", message, fix: fix)
                    })
            }
        }
    }

    /// The candidates of pages that are not the target of a link: their own paths.
    private func ownCandidates() -> [Candidate] {
        app.pages.filter { page in !app.linkSet.links.contains { $0.page == page.name } }.map { page in
            Candidate(
                template: URLTemplate(path: page.path), destination: Destination(file: page.fileName),
                answerer: "the page '\(page.name)'",
                diagnostic: { message, fix in
                    page.source.diagnostic(code: "duplicate-route", at: 0, message, fix: fix)
                })
        }
    }

    /// Checks that servers and apps agree: of two candidates that match the same request, the server tries first the one
    /// that apps and association files prefer, whatever the fragment is.
    private func check(_ candidates: [(offset: Int, element: Candidate)]) throws(DiagnosticReport) {
        var problems: [(offset: Int, diagnostic: Diagnostic)] = []
        for (index, first) in candidates.enumerated() {
            let conflicting = candidates[(index + 1)...].first { second in
                first.element.destination != second.element.destination
                    && first.element.signature.sharesRequests(with: second.element.signature)
                    && (!first.element.template.fragment.isEmpty
                        || first.element.signature.isIndistinguishableByServers(from: second.element.signature))
            }
            guard let conflicting else { continue }
            let (earlier, later) = first.offset < conflicting.offset ? (first, conflicting) : (conflicting, first)
            let hasFragment = !(first.element.template.fragment + conflicting.element.template.fragment).isEmpty
            problems.append(
                (
                    later.offset,
                    later.element.diagnostic(
                        "'\(later.element.template.routePath)' is already answered by \(earlier.element.answerer)",
                        hasFragment
                            ? "Give one of the two another path, or both the same page: servers do not receive the text after a '#'."
                            : "Give one of the two another path, or a condition that tells them apart.")
                ))
        }
        if !problems.isEmpty { throw DiagnosticReport(problems.sorted { $0.offset < $1.offset }.map(\.diagnostic)) }
    }

    /// Checks that the path of a file in `public` has no other answer.
    private func checkPublicFiles(_ candidates: [Candidate]) throws(DiagnosticReport) {
        let reserved = Set((associationRoutes() + changePassword() + openRoutes()).map(\.path.text))
        let problems = app.publicFiles.compactMap { file -> Diagnostic? in
            let answerer =
                candidates.first { $0.template.routePath == file.path }?.answerer
                ?? (app.elsewhere.contains(file.path) ? "'elsewhere:'" : nil)
                ?? (reserved.contains(file.path) || file.path.hasPrefix("/open/") ? "Latchkey itself" : nil)
            return answerer.map {
                file.diagnostic(
                    code: "duplicate-route", "'\(file.path)' is already answered by \($0)",
                    fix: "Give the file another name.")
            }
        }
        if !problems.isEmpty { throw DiagnosticReport(problems) }
    }

    /// A single route for a path that leads to one page whatever the query; the page's script determines the link.
    private func pageRoute(of candidate: Candidate, among candidates: [Candidate]) -> Route? {
        guard let file = candidate.destination.file, candidate.destination.redirectedLink == nil else { return nil }
        let bare = candidate.template.pathTemplate.signature
        let isAlone = candidates.allSatisfy {
            $0.destination == candidate.destination || !$0.signature.sharesRequests(with: bare)
        }
        return isAlone ? Route(path: candidate.template.routePath, answer: .file(file)) : nil
    }

    private func routes(of candidate: Candidate, before others: ArraySlice<Candidate>) -> [Route] {
        let template = candidate.template
        // Without a competing candidate, a truncated link should still reach the page, which reports it.
        let isAmbiguous = others.contains {
            $0.destination != candidate.destination && candidate.signature.sharesRequests(with: $0.signature)
        }
        var routes: [Route] = []
        if let link = app.linkSet.links.first(where: { $0.name == candidate.destination.redirectedLink }) {
            routes.append(
                Route(
                    path: template.routePath, conditions: template.conditions,
                    answer: .open(openLink(of: link, template))))
        }
        if let file = candidate.destination.file {
            routes.append(
                Route(
                    path: template.routePath, conditions: template.conditions,
                    required: isAmbiguous ? template.requiredItems : [], answer: .file(file)))
        }
        return routes
    }

    /// Routes for bare paths, where all conditions of a path lead to the same page.
    private func fallbacks(for candidates: [Candidate], _ routes: [Route]) -> [Route] {
        var fallbacks: [Route] = []
        for candidate in candidates {
            let group = candidates.filter { candidate.signature.hasPath(of: $0.signature) }
            let route = candidate.destination.file.map { Route(path: candidate.template.routePath, answer: .file($0)) }
            let paths = group.map(\.template.routePath)
            let isOpen = routes.contains { route in
                guard case .file = route.answer else { return false }
                return paths.contains(route.path.text) && route.conditions.isEmpty && route.required.isEmpty
            }
            guard let route, !isOpen, group.allSatisfy({ $0.destination.file == candidate.destination.file }),
                !fallbacks.contains(where: { paths.contains($0.path.text) })
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
            web: template, app: link.app, opensOnIPhones: link.app != nil && app.linkSet.opensOnIPhones,
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
        if app.passkeys != nil {
            routes.append(
                Route(path: "/.well-known/\(AssociationFile.passkeys)", answer: .file(AssociationFile.passkeys)))
        }
        return routes
    }

    /// The redirect of "A Well-Known URL for Changing Passwords" (W3C, section 3), which allows 302, 303 and 307.
    private func changePassword() -> [Route] {
        guard let page = app.changePassword.flatMap(app.page) else { return [] }
        return [
            Route(path: "/.well-known/change-password", answer: .redirect(status: 302, location: page.path))
        ]
    }
}

extension App {
    /// The content of `/.well-known/passkey-endpoints` (https://www.w3.org/TR/passkey-endpoints/, section 3.1); nil if
    /// `app.yml` does not mention passkeys.
    var passkeyEndpoints: JSONValue? {
        passkeys.map { passkeys in
            let members = [("enroll", passkeys.enroll), ("manage", passkeys.manage)].compactMap { key, address in
                address.map { (key, JSONValue.string($0.hasPrefix("/") ? "https://\(hosts[0])\($0)" : $0)) }
            }
            return .object(JSONObject(members))
        }
    }
}

/// The names of the association files, as the platforms and password managers request them.
enum AssociationFile {
    static let apple = "apple-app-site-association"
    static let android = "assetlinks.json"
    static let passkeys = "passkey-endpoints"
}

extension Page {
    /// The name of the page's file in a release: `reset-password.fr.html`.
    package var fileName: String { "\(name)\(language.map { ".\($0)" } ?? "").html" }
}

extension App {
    /// The name of a file in the language of the app's pages: `404.fr.html`.
    func fileName(_ name: String) -> String {
        guard language != ownLanguage, let dot = name.lastIndex(of: ".") else { return name }
        return "\(name[..<dot]).\(language)\(name[dot...])"
    }
}
