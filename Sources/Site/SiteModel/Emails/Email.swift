import Configuration
package import Diagnostics
package import LinkDefinitions

/// An email spec: the content of an email, independent of the system that sends it.
package struct Email: Sendable {
    /// The file's name without its extension: `reset-password`.
    package let name: String
    package let subject: EmailLine
    /// The text that an inbox shows beside the subject.
    package let preheader: EmailLine
    /// The link that the email carries; nil for a notice.
    package let link: LinkDefinition?
    package let body: [EmailBlock]
    package let source: SourceText
    let linkName: Located<String>?
    /// The language of a translation; nil for an email in the app's own.
    package var language: LanguageTag?
    /// The example values of the variables that the email declares itself.
    package let examples: [TemplateVariable: String]
    package let uses: [VariableUse]
    /// The addresses that its text links to.
    let paths: [String]

    package var linkLocation: SourceLocation? { linkName?.location }

    /// The variables that the email uses: the known ones in their order, then its own by name.
    package var variables: [TemplateVariable] {
        let used = Set(uses.map(\.variable))
        return TemplateVariable.known.filter(used.contains)
            + used.filter { !$0.isKnown }.sorted { $0.rawValue < $1.rawValue }
    }
}

extension Email {
    var hasHeading: Bool { body.contains { if case .heading = $0.kind { true } else { false } } }

    /// Where a translation should have a variable: the part that is where its original has it, if both have as many.
    func place(of variable: TemplateVariable, in original: Email) -> SourceLocation {
        func uses(_ line: EmailLine) -> Bool { EmailInline.uses(line.text).contains { $0.variable == variable } }
        if uses(original.subject) { return subject.location }
        if uses(original.preheader) { return preheader.location }
        let index = original.body.firstIndex { EmailBlock.uses([$0]).contains { $0.variable == variable } }
        guard let index, body.count == original.body.count else { return body.first?.location ?? subject.location }
        return body[index].location
    }
}

/// One line of an email: the subject or the preheader.
package struct EmailLine: Hashable, Sendable {
    /// The parts of the line: only text, variables and sections.
    package let text: [EmailInline]
    package let location: SourceLocation
}

extension Email {
    /// The emails of the known systems that contain a link or a code.
    private static let actions: Set<String> = [
        "reset-password", "verify-email", "change-email", "recover-email", "sign-in", "sign-up", "invite", "unlock",
        "confirm-action", "second-factor-added", "link-account", "required-actions",
    ]

    /// Whether the recipient of an email with a name has to act, so that it is useless without a link or a code. Emails
    /// with unknown names only inform.
    package static func asksForAction(_ name: String) -> Bool { actions.contains(name) }
}
