import AppLinks
import AuthContracts
import Configuration
import Diagnostics
import EmailBuilder
internal import HTTPMessages
import JSON
import LinkAssociation
import LinkDefinitions
internal import LinkRouting
import SiteModel
import TextEncoding

/// Follows one link: its effect on each platform, the server's response, and the page's operations.
struct LinkWalk {
    let app: App
    let link: LinkDefinition
    let landing: Landing
    let emails: [SiteEmails.Entry]

    private var path: String { "links.\(link.name)" }

    /// An example URL: the first template with an example value for each parameter.
    private var sample: String? {
        guard let host = app.hosts.first, let template = link.web.first else { return nil }
        let values = template.parameters.map { ($0, "example") }
        return template.expanded(with: Dictionary(values) { first, _ in first }).map { "https://\(host)\($0)" }
    }

    private var page: Page? { link.page.flatMap { app.page(named: $0) } }

    var chain: LinkChain? {
        guard let sample, let explanation = LinkExplanation(of: sample, in: app.linkSet) else { return nil }
        return LinkChain(
            app: app.title, link: link.name, emails: mentions, address: sample, iPhone: iPhone(explanation),
            android: android(explanation),
            answer: answer(to: sample), page: page?.name, parameters: page?.parameters ?? [],
            operations: unique(page?.states.flatMap(\.operations) ?? []), words: words)
    }

    var diagnostics: [Diagnostic] {
        unmailed + unread + unanswered + unhandled + redirecting
    }

    // MARK: - Steps

    private var mentions: [LinkChain.Mention] {
        emails.compactMap { entry in
            guard entry.email.link?.name == link.name,
                let use = entry.email.uses.first(where: { $0.variable == .link })
            else { return nil }
            var location = use.location
            location.file = entry.email.source.file
            return LinkChain.Mention(email: entry.email.name, subject: entry.rendered.subject, location: location)
        }
    }

    private func iPhone(_ explanation: LinkExplanation) -> String {
        guard app.linkSet.ios != nil else { return "no app, so the browser opens the page" }
        guard explanation.apple?.outcome == .match, let component = explanation.appleComponent else {
            return "the association file does not claim it, so the browser opens the page"
        }
        return "opens the app, because of the entry \(component.serialized())"
    }

    private func android(_ explanation: LinkExplanation) -> String {
        guard app.linkSet.android != nil else { return "no app, so the browser opens the page" }
        guard explanation.android?.outcome == .match, let rule = explanation.androidRule else {
            return "the association file does not claim it, so the browser opens the page"
        }
        return "opens the app, because of the rule \(rule.serialized())"
    }

    private func decision(for address: String) -> Landing.Decision? {
        guard let parsed = URLParts(address) else { return nil }
        return landing.answer(HTTPRequest(path: parsed.path, query: parsed.query, host: parsed.host))
    }

    private func answer(to address: String) -> String {
        switch decision(for: address) {
        case .file(let variant, status: 200)?: landing.fileName(of: variant)
        case .file?, nil: "nothing: the 404 page"
        case .redirect(let status, let location)?, .open(let status, let location)?: "\(status) to \(location)"
        case .notModified?, .refusal?: "an error"
        }
    }

    private var words: [String] {
        guard let page else { return [] }
        let moves = page.states.flatMap { state in
            state.moves.flatMap { moves in moves.moves.map { "\($0.outcomes.text) → \($0.state.value)" } }
        }
        return unique(moves) + page.messages.map { "\($0.name) → stays" }
    }

    private func unique(_ items: [String]) -> [String] {
        var seen = Set<String>()
        return items.filter { seen.insert($0).inserted }
    }

    // MARK: - Problems

    /// If a site defines any emails, each link should be in one, except links to a page that another emailed link has
    /// too: backends redirect to those.
    private var unmailed: [Diagnostic] {
        let isMailed = emails.contains { entry in
            entry.email.link.map { $0.name == link.name || $0.page != nil && $0.page == link.page } ?? false
        }
        guard !emails.isEmpty, !isMailed else { return [] }
        let verb = emails.contains { $0.email.name == link.name } ? "Begin" : "Write"
        return [
            app.diagnostic(
                .note, code: "link-unmailed", at: path, "no email of the app contains the link '\(link.name)'",
                fix: "\(verb) emails/\(link.name).md with 'link: \(link.name)', unless another system sends that email."
            )
        ]
    }

    /// A page receives only the parameters of links that it names.
    private var unread: [Diagnostic] {
        guard let page, !page.links.contains(where: { $0.name == link.name }) else { return [] }
        let operations = page.states.flatMap(\.operations).compactMap { app.contract?.operation(named: $0) }
        let parameters = Set(link.web.flatMap(\.parameters))
        let takesLink = operations.contains { operation in
            operation.consumes == .link || operation.needs.contains { parameters.contains($0.name) }
        }
        if !takesLink, operations.contains(where: \.sendsRequestedEmail) {
            return [
                app.diagnostic(
                    code: "link-unread", at: "\(path).page",
                    "the page '\(page.name)' requests an email, and takes no link",
                    fix: app.contract?.adviceOnLink ?? "Give the link '\(link.name)' a page of its own.")
            ]
        }
        return [
            app.diagnostic(
                code: "link-unread", at: "\(path).page",
                "the page '\(page.name)' does not read the link '\(link.name)'"
                    + (page.links.first.map { ", but '\($0.name)'" } ?? ""),
                fix: "Write 'link: \(link.name)' in \(page.name).md, or give the link its own page.")
        ]
    }

    private var unanswered: [Diagnostic] {
        guard let sample, !link.web.isEmpty else { return [] }
        switch decision(for: sample) {
        case .file(_, status: 200)?, .redirect?, .open?: return []
        default:
            return [
                app.diagnostic(
                    .warning, code: "no-web-fallback", at: path,
                    "without the app, visitors get the 404 page for the link '\(link.name)'",
                    fix: "Give it 'page:', so that the link also works in a browser.")
            ]
        }
    }

    private var unhandled: [Diagnostic] {
        guard app.linkSet.ios != nil || app.linkSet.android != nil, link.app == nil, !link.web.isEmpty else {
            return []
        }
        return [
            app.diagnostic(
                .warning, code: "no-in-app-handler", at: path,
                "phones open the app for the link '\(link.name)', but it has no address in the app",
                fix: "Add 'app:' with the app's own address, once the app has a screen for it.")
        ]
    }

    private var redirecting: [Diagnostic] {
        guard link.landing == .redirect else { return [] }
        return [
            app.diagnostic(
                .warning, code: "redirect-without-page", at: "\(path).landing",
                "on a phone without the app, the link '\(link.name)' ends at an error",
                fix: "Remove 'landing: redirect': the page offers the app, and works without it.")
        ]
    }
}
