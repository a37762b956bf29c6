import AppLinks
import AppSiteAssociation
public import Diagnostics
public import SiteModel

extension Dialect {
    /// What is wrong between an app's links and a system that puts the link in its mails together itself.
    ///
    /// - Returns: an error for a link whose template the system's address never has, a note for a link that leads to the
    ///   system and not to the app; nothing where the mails carry the app's own links.
    public func linkDiagnostics(of app: App) -> [Diagnostic] {
        app.emails.flatMap { linkDiagnostics(of: $0, app: app) } + strayActions(of: app)
    }

    private func linkDiagnostics(of email: Email, app: App) -> [Diagnostic] {
        guard let link = email.link, let location = email.linkLocation, let mail = mail(for: email, of: app),
            words[.link] != nil || mail.words[.link] != nil
        else { return [] }
        guard let carried = mail.carries else {
            return [
                email.source.diagnostic(
                    .note, code: "foreign-link", at: location,
                    "\(title) puts the link of this mail together itself, and it opens \(title)'s page, not '\(link.name)'"
                )
            ]
        }
        guard let template = link.web.first, let missing = Self.missing(in: carried, of: template) else { return [] }
        return [
            email.source.diagnostic(
                code: "foreign-link", at: location,
                "the link '\(link.name)' needs \(missing), which no link in this mail of \(title)'s has",
                fix:
                    "\(title) puts the link together itself, with \(Self.list(carried)): let the URL template in app.yml ask "
                    + "for no more.")
        ]
    }

    /// One action URL serves all mails, so their links begin alike.
    private func strayActions(of app: App) -> [Diagnostic] {
        let carrying = app.emails.filter { mail(for: $0, of: app)?.carries != nil && $0.link != nil }
        guard let first = carrying.first, let action = Self.action(of: first, app: app) else { return [] }
        return carrying.dropFirst().compactMap { email in
            guard let other = Self.action(of: email, app: app), other != action, let location = email.linkLocation
            else { return nil }
            return email.source.diagnostic(
                code: "second-action", at: location,
                "\(title) has one address for the links of all mails, and '\(first.name)' has another",
                fix: "Let both URL templates in app.yml begin with \(action).")
        }
    }

    /// The address of an email's link up to its query; nil without a link.
    static func action(of email: Email, app: App) -> String? {
        guard let template = email.link?.web.first else { return nil }
        return "https://\(app.hosts.first ?? "")\(template.routePath)"
    }

    /// What a template asks for and no address of the system's has.
    private static func missing(in carried: [String: String?], of template: URLTemplate) -> String? {
        for case .parameter(let name) in template.path { return "'{\(name)}' in its path" }
        if let item = template.fragment.first { return "'\(item.name)' in its fragment" }
        for item in template.query {
            guard let value = carried[item.name] else { return "'\(item.name)'" }
            if case .literal(let literal) = item.value, let value, value != literal {
                return "'\(item.name)=\(literal)'"
            }
        }
        return nil
    }

    private static func list(_ carried: [String: String?]) -> String {
        carried.sorted { $0.key < $1.key }.map { name, value in value.map { "\(name)=\($0)" } ?? "\(name)=…" }
            .joined(separator: ", ")
    }
}
