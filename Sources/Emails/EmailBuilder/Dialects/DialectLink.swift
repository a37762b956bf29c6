import AppLinks
import AuthContracts
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
        guard let template = link.web.first else { return [] }
        guard let missing = Self.missing(in: carried, of: template) else {
            return warning(ofOtherLinksMatching: link, template, carried, app).map { [$0] } ?? []
        }
        return [
            email.source.diagnostic(
                code: "foreign-link", at: location,
                "the link '\(link.name)' needs \(missing), which no link in this email of \(title)'s has",
                fix:
                    "\(title) builds the link itself, with \(Self.list(carried)): let the URL template in app.yml need "
                    + "nothing else.")
        ]
    }

    /// Warns of a link without the item that tells the system's links of one email from those of another.
    private func warning(
        ofOtherLinksMatching link: LinkDefinition, _ template: URLTemplate, _ carried: [String: String?], _ app: App
    ) -> Diagnostic? {
        guard let item = distinguishingItem, let literal = carried[item] ?? nil,
            !template.query.contains(where: { $0.name == item }),
            app.linkSet.links.contains(where: {
                $0.name != link.name && app.address(ofLink: $0) == app.address(ofLink: link)
            })
        else { return nil }
        return app.diagnostic(
            .warning, code: "other-links", at: "links.\(link.name).web",
            "the links of \(title)'s other emails match this address too",
            fix: "Add '\(item)=\(literal)' to its query.")
    }

    /// The item by which the system's links of one email differ from those of another; nil if none does.
    private var distinguishingItem: String? {
        let carried = (emails ?? [:]).values.flatMap(\.self).compactMap(\.carries)
        let names = Set(carried.flatMap(\.keys)).sorted()
        return names.first { name in Set(carried.compactMap { $0[name] ?? nil }).count > 1 }
    }

    /// Reports links that begin differently: the system has one action URL for all of its emails.
    private func strayActions(of app: App) -> [Diagnostic] {
        let carrying = app.emails.filter { entry(for: $0, of: app)?.carries != nil && $0.link != nil }
        guard let first = carrying.first, let action = Self.action(of: first, app: app) else { return [] }
        let message = "\(title) has one address for the links of all emails, and '\(first.name)' has another"
        func fix(_ carried: [String: String?]?) -> String {
            let item = distinguishingItem.map { "?\($0)=\((carried?[$0] ?? nil) ?? "…")" }
            let own = item.map { ", this one followed by '\($0)'" } ?? ""
            return "Let both URL templates in app.yml begin with \(action)\(own)."
        }
        let strayEmails = carrying.dropFirst().compactMap { email -> Diagnostic? in
            guard let other = Self.action(of: email, app: app), other != action, let location = email.linkLocation
            else { return nil }
            let carried = entry(for: email, of: app)?.carries
            return email.source.diagnostic(code: "second-action", at: location, message, fix: fix(carried))
        }
        // The links of emails that the dialect does not write, and that the system sends all the same.
        let strayLinks = app.linkSet.links.filter { link in
            !carrying.contains { $0.link?.name == link.name } && EmailPurpose(rawValue: link.name) != nil
                && app.address(ofLink: link).map { $0 != action } == true
                && app.pages.filter { $0.links.contains { $0.name == link.name } }.flatMap(\.states)
                    .flatMap(\.operations).contains { app.contract?.operation(named: $0)?.consumes == .link }
        }
        return strayEmails
            + strayLinks.map {
                app.diagnostic(.warning, code: "second-action", at: "links.\($0.name).web", message, fix: fix(nil))
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
