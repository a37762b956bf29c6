import AppLinks
package import Diagnostics
import LinkDefinitions
package import SiteModel

extension Dialect {
    /// Diagnostics about emails whose links the system builds itself: an error for a link whose URL template the
    /// system's URL never matches, and a note for a link that opens the system's own page instead of the app's.
    package func linkDiagnostics(of app: App) -> [Diagnostic] {
        app.emails.flatMap { linkDiagnostics(of: $0, app: app) } + strayActions(of: app)
    }

    private func linkDiagnostics(of email: Email, app: App) -> [Diagnostic] {
        guard let link = email.link, let location = email.linkLocation, let entry = entry(for: email, of: app),
            variables.merging(entry.variables)[.link] != nil
        else { return [] }
        guard let carried = entry.carries else {
            return [
                email.source.diagnostic(
                    .note, code: "foreign-link", at: location,
                    "\(title) builds the link of this email itself, and it opens \(title)'s page, not '\(link.name)'"
                )
            ]
        }
        guard let template = link.web.first, let missing = Self.missing(in: carried, of: template) else { return [] }
        return [
            email.source.diagnostic(
                code: "foreign-link", at: location,
                "the link '\(link.name)' needs \(missing), which no link in this email of \(title)'s has",
                fix:
                    "\(title) builds the link itself, with \(Self.list(carried)): let the URL template in app.yml need "
                    + "nothing else.")
        ]
    }

    /// Reports emails whose links begin differently: the system has one action URL for all of them.
    private func strayActions(of app: App) -> [Diagnostic] {
        let carrying = app.emails.filter { entry(for: $0, of: app)?.carries != nil && $0.link != nil }
        guard let first = carrying.first, let action = Self.action(of: first, app: app) else { return [] }
        return carrying.dropFirst().compactMap { email in
            guard let other = Self.action(of: email, app: app), other != action, let location = email.linkLocation
            else { return nil }
            return email.source.diagnostic(
                code: "second-action", at: location,
                "\(title) has one address for the links of all emails, and '\(first.name)' has another",
                fix: "Let both URL templates in app.yml begin with \(action).")
        }
    }

    /// The URL of an email's link up to its query; nil without a link.
    static func action(of email: Email, app: App) -> String? {
        email.link.flatMap(app.address(ofLink:))
    }

    /// A description of the first part of a template that the system's URLs lack; nil if they have all of them.
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
