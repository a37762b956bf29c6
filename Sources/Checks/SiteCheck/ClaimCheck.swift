import AppLinks
import Diagnostics
import LinkAssociation
import LinkDefinitions
import SiteModel
import TextEncoding

/// Finds addresses that an app's association files claim although they should not open the app.
struct ClaimCheck {
    let app: App

    var diagnostics: [Diagnostic] {
        forbidden.compactMap(diagnostic) + pages + divergences
    }

    /// Pages without a link whose path is claimed by another link's path.
    private var pages: [Diagnostic] {
        app.pages.compactMap { page in
            guard app.linkSet.ios != nil || app.linkSet.android != nil, case let path = URLTemplate(path: page.path),
                !app.linkSet.links.contains(where: { $0.page == page.name })
            else { return nil }
            for link in app.linkSet.links where link.page != nil || link.app != nil {
                for (index, template) in link.web.enumerated()
                where template.query.isEmpty && template.signature.sharesRequests(with: path.signature) {
                    return diagnostic(
                        at: "links.\(link.name).web[\(index)]", claims: page.path,
                        because: "the page '\(page.name)' is there")
                }
            }
            return nil
        }
    }

    /// Addresses that must stay in the browser, with the reason.
    private var forbidden: [(path: String, reason: String)] {
        let wellKnown = [
            ("/.well-known/change-password", "password managers open it in the browser"),
            ("/.well-known/passkey-endpoints", "password managers read it there"),
            ("/open/\(app.linkSet.links.first?.name ?? "link")", "it is where the server redirects into the app"),
        ]
        return wellKnown + app.elsewhere.map { ($0, "another server answers it") }
            + [("/apple-app-site-association", "it is where old iPhones look for the association file")]
    }

    private func diagnostic(for path: String, because reason: String) -> Diagnostic? {
        guard let host = app.hosts.first, let address = URLParts("https://\(host)\(path)"),
            let explanation = LinkExplanation(of: "https://\(host)\(path)", in: app.linkSet),
            explanation.apple?.outcome == .match || explanation.android?.outcome == .match
        else { return nil }
        return diagnostic(at: claimant(of: address) ?? "links", claims: path, because: reason)
    }

    private func diagnostic(at place: String, claims path: String, because reason: String) -> Diagnostic {
        app.diagnostic(
            code: "claimed-by-mistake", at: place, "this claims '\(path)' for the app, and \(reason)",
            fix: "Give the link its own path, such as /\(app.linkSet.links.first?.name ?? "link").")
    }

    private func claimant(of address: URLParts) -> String? {
        for link in app.linkSet.links {
            for (index, template) in link.web.enumerated()
            where template.parameters(ofPath: address.path, query: address.query, fragment: address.fragment) != nil {
                return "links.\(link.name).web[\(index)]"
            }
        }
        return nil
    }

    private var divergences: [Diagnostic] {
        Divergence.find(in: app.linkSet).map { divergence in
            app.diagnostic(
                .note, code: "platforms-differ", at: "links",
                "iOS and Android differ on \(divergence.address): \(divergence.topic.reason)",
                fix: "Nothing needs to be done unless an email contains such an address.")
        }
    }
}
