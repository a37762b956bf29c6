import AppLinks
import AuthContracts
import Configuration
import Diagnostics
import LinkDefinitions

/// Reads one email spec and checks it against its app.
struct EmailReader {
    let name: String
    let collector: DiagnosticCollector
    let app: AppFile
    let links: [LinkDefinition]
    /// The paths of the app's pages and files, and those that other servers answer.
    let paths: Set<String>
    /// The app's pages as far as they were read.
    var pages: [Page] = []
    /// The backend's contract; nil if it was not read.
    var contract: Contract?
    /// The links that no email names.
    var unnamedLinks: () -> [String] = { [] }

    /// Reads the email, as far as possible; valid only if no error was reported. Throws if the front matter or the
    /// Markdown cannot be parsed.
    func read(recalling specs: SpecLibrary = SpecLibrary()) throws(DiagnosticReport) -> Email {
        let source = collector.source
        let known = specs.email(in: source)
        let spec = if let known { known } else { try EmailSpecReader(collector: collector).read() }
        let link = link(spec.link)
        let email = Email(
            name: name, subject: spec.subject, preheader: spec.preheader, link: link, body: spec.blocks, source: source,
            linkName: spec.link, examples: spec.examples, uses: spec.uses, paths: spec.paths.map(\.value))
        checkPaths(spec.paths, of: email)
        warnOfValues(in: email)
        warnOfIgnoredNotice()
        let hasNoLinkOrCode = checkPurpose(of: email, hasLink: spec.link != nil)
        checkVariables(of: email, hasLink: spec.link != nil, hasNoLinkOrCode: hasNoLinkOrCode)
        return email
    }

    private func link(_ name: Located<String>?) -> LinkDefinition? {
        guard let name else { return nil }
        if let link = links.first(where: { $0.name == name.value }) { return link }
        if app.removes("links.\(name.value)") { return nil }
        LinkDefinition.report(
            unknown: name, among: links, unused: unnamedLinks(), "no email names", to: collector)
        return nil
    }

    func warnOfValues(in email: Email, translating original: Email? = nil) {
        func warn(_ code: String, at location: SourceLocation, _ message: String, fix: String) {
            collector.report(code, as: .warning, at: location, message, fix: fix)
        }
        // What the original does too is told there.
        let told = Set(original?.uses.filter { !$0.isOptional }.map(\.variable) ?? [])
        // Inside of another system's conditions, the condition is what to mend.
        let faulty = Set(collector.diagnostics.filter { $0.code == "unsupported-markdown" }.compactMap(\.line))
        for use in email.uses
        where !use.isOptional && !told.contains(use.variable) && !faulty.contains(use.location.line) {
            let name = use.variable.rawValue
            if use.variable.isUncertain {
                warn(
                    "uncertain-value", at: use.location,
                    "not every email has a '\(name)', and its place would be empty",
                    fix: "Enclose what depends on it, down to the comma: {{#\(name)}}…{{\(name)}}…{{/\(name)}}")
            } else if use.variable == .code, email.link != nil || links.contains(where: { $0.name == self.name }),
                let contract, contract.standing == nil,
                !contract.operations.contains(where: { operation in
                    operation.consumes == .code || operation.needs.contains { $0.name == "code" }
                })
            {
                warn(
                    "uncertain-value", at: use.location, "no operation of the contract takes a 'code'",
                    fix: email.link == nil
                        ? "Write the link in its place: [\(Self.label(self.name))]({{link}})"
                        : "Remove it, or enclose it: {{#code}}…{{/code}}")
            }
        }
        let buttons = email.uses.filter { $0.variable == .link }
        // Sections with mistakes may end elsewhere.
        let isRead = !collector.diagnostics.contains { $0.severity == .error }
        let isTold = original?.uses.filter { $0.variable == .link }.allSatisfy(\.isInSection) ?? false
        if let first = buttons.first, isRead, original == nil, buttons.allSatisfy({ isText(at: $0.location) }) {
            warn(
                "link-as-text", at: first.location,
                "the email shows its link as text, and no button or words lead to it",
                fix: "Write a button, a paragraph of its own: [\(Self.label(name))]({{link}})")
        } else if let first = buttons.first, isRead, !isTold, buttons.allSatisfy(\.isInSection) {
            warn(
                "conditional-link", at: first.location, "an email without this section's value has no link",
                fix: "Move the link out of the section.")
        }
        if original != nil { return }
        if let link = email.link, let lifetime = link.lifetime,
            let promise = PromisedLifetime.all(in: collector.source).first(where: { $0.seconds != lifetime })
        {
            warn(
                "other-lifetime", at: promise.location,
                "this says '\(promise.text)', and the link '\(link.name)' has another lifetime in app.yml",
                fix: "Write {{expires}} for it.")
        }
        if let link = email.link, let place = email.linkName?.location, link.name != name,
            links.contains(where: { $0.name == name })
        {
            warn(
                "other-link", at: place, "the email '\(name)' contains the link '\(link.name)'",
                fix: "Did you mean '\(name)'?")
        }
    }

    /// Whether a use of a variable is in the text, and not the address of a link.
    private func isText(at location: SourceLocation) -> Bool {
        let bytes = collector.source.bytes
        let offset = collector.source.offset(ofLine: location.line) + location.column - 1
        return bytes[offset...].starts(with: "{{".utf8)
            && !["](", "](<"].contains { bytes[..<offset].suffix($0.utf8.count).elementsEqual($0.utf8) }
    }

    /// Reports an email that asks for an action but contains neither a link nor a code; returns whether it was
    /// reported.
    private func checkPurpose(of email: Email, hasLink: Bool) -> Bool {
        let linkAndCode: Set<TemplateVariable> = [.link, .code]
        let isRefused = collector.diagnostics.contains {
            ["composed-link", "bad-link", "unused-link"].contains($0.code)
        }
        guard Email.asksForAction(name), !isRefused,
            !hasLink, !email.uses.contains(where: { linkAndCode.contains($0.variable) })
        else { return false }
        collector.report(
            "no-means", at: email.body.first?.location ?? email.subject.location,
            "the email '\(name)' has neither a link nor a code",
            fix: (links.isEmpty ? "" : "Name the link in the front matter, 'link: \(nearestLink)'. ")
                + "Add a button, a paragraph of its own: [\(Self.label(name))]({{link}}), or the code: `{{code}}`")
        return true
    }

    /// The label of a button for an email, from its name: `Reset Password` for `reset-password`.
    private static func label(_ name: String) -> String {
        name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    }

    /// Reports variables that can never have a value. Whether there is a name or a code is known only to the sending
    /// system.
    private func checkVariables(of email: Email, hasLink: Bool, hasNoLinkOrCode: Bool) {
        let uses = email.uses
        for use in uses where use.variable.isPassword {
            collector.report(
                "mailed-password", at: use.location,
                "an email is kept and passed on, so that it must not contain a password",
                fix: "Remove it: who reads the email chooses a password on the page of a link.")
        }
        // Reported once, at the front matter, however often the link is used.
        let unnamed = hasLink ? nil : uses.first { $0.variable == .link && !$0.isOptional }
        if let unnamed {
            collector.report(
                "missing-link", at: unnamed.location, "the email uses '{{link}}' and names no link",
                fix: links.isEmpty
                    ? "Define one under 'links:' in app.yml, and name it in the front matter: 'link: …'."
                    : Email.asksForAction(name)
                        ? "Name it in the front matter: 'link: \(nearestLink)'."
                        : "Write a path, such as /\(app.contents.changePassword ?? "login"), or name it in the front matter if the sender has one here: 'link: \(nearestLink)'."
            )
        }
        var isLifetimeTold = false
        for use in uses where !use.isOptional {
            switch use.variable {
            case .expires where !hasLink && !hasNoLinkOrCode && unnamed == nil:
                collector.report(
                    "missing-value", at: use.location,
                    "'{{expires}}' is the lifetime of the email's link, and the email names no link",
                    fix: links.isEmpty
                        ? "Write the lifetime out."
                        : "Name it in the front matter, 'link: \(nearestLink)', or write the lifetime out.")
            case .expires where email.link != nil && email.link?.lifetime == nil && !isLifetimeTold:
                isLifetimeTold = true
                collector.report(
                    "missing-value", at: use.location, "the link has no lifetime in app.yml",
                    fix:
                        "Write how long the backend keeps it valid, such as 'lives: 1h', under 'links.\(email.link?.name ?? "")' in app.yml."
                )
            case .support where app.contents.support == nil:
                collector.report(
                    "missing-value", at: use.location, "app.yml has no support address",
                    fix: "Add 'support: help@example.com' to it.")
            default: continue
            }
        }
        // A rejected URL may have been intended as the link.
        let isLinkRefused = collector.diagnostics.contains { $0.code == "composed-link" || $0.code == "bad-link" }
        if let link = email.link, let name = email.linkName, !isLinkRefused,
            !uses.contains(where: { $0.variable == .link })
        {
            let (place, advice) = placeOfButton(in: email)
            collector.report(
                "unused-link", at: place ?? name.location, "the email never uses its link '\(link.name)'",
                fix: "\(advice): [\(Self.label(self.name))]({{link}})")
        }
    }

    /// The place for the link, with advice on it: a button with another destination, or else the paragraph before the
    /// one that mentions the lifetime.
    private func placeOfButton(in email: Email) -> (place: SourceLocation?, advice: String) {
        let button = email.body.first { if case .button = $0.kind { true } else { false } }
        if let button { return (button.location, "Use it for the button") }
        guard let lifetimeUse = email.uses.last(where: { $0.variable == .expires })?.location else {
            return (nil, "Add a button, a paragraph of its own")
        }
        let before = email.body.prefix {
            ($0.location.line, $0.location.column) <= (lifetimeUse.line, lifetimeUse.column)
        }
        // Below a section, the button would be a part of it.
        let last = before.dropLast().last { if case .section = $0.kind { false } else { true } }
        switch last?.kind {
        case .paragraph, .panel, .list:
            return (last?.location, "Add a button below this, a paragraph of its own")
        default: return (nil, "Add a button, a paragraph of its own")
        }
    }

    /// The link that was probably meant: the one with the email's name, or with a similar name, or the first.
    private var nearestLink: String {
        links.first { $0.name == name }?.name ?? Suggestion.nearest(to: name, in: links.map(\.name))
            ?? links.first?.name ?? name
    }
}
