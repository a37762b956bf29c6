public import AppSiteAssociation
import Configuration
public import Diagnostics

/// One email spec: what the email says, in a vocabulary that no backend owns.
public struct Email: Sendable {
    /// The file's name without its extension: `reset-password`.
    public let name: String
    /// The subject line.
    public let subject: EmailLine
    /// What an inbox shows beside the subject.
    public let preheader: EmailLine
    /// The link that the email carries; nil for a notice.
    public let link: LinkDefinition?
    /// What the email says, block by block.
    public let body: [EmailBlock]
    /// The file.
    public let source: SourceText
    /// The link's name, as the front matter has it.
    let linkName: Located<String>?
    /// The values that previews show for the variables that the email declares itself.
    public let examples: [TemplateVariable: String]

    /// Where the front matter names the link.
    public var linkLocation: SourceLocation? { linkName?.location }

    /// Every variable that the email uses anywhere: the known ones in their order, then its own by name.
    public var variables: [TemplateVariable] {
        let used = Set(uses.map(\.variable))
        return TemplateVariable.known.filter(used.contains)
            + used.filter { !$0.isKnown }.sorted { $0.rawValue < $1.rawValue }
    }

    /// Every use of a variable, in the order in which they stand.
    public var uses: [VariableUse] {
        EmailInline.uses(subject.text) + EmailInline.uses(preheader.text) + EmailBlock.uses(body)
    }
}

/// One line of an email: the subject or the preheader.
public struct EmailLine: Hashable, Sendable {
    /// Texts, variables and sections alone.
    public let text: [EmailInline]
    /// Where the front matter has it.
    public let location: SourceLocation
}

/// Whether an email asks for something, as far as its name says so.
public enum EmailKind: Hashable, Sendable {
    /// The recipient has to do something: without a link or a code the email is useless.
    case action
    /// The email only tells something.
    case notice

    /// The emails of the known systems that carry a link or a code.
    private static let actions: Set<String> = [
        "reset-password", "verify-email", "change-email", "recover-email", "sign-in", "sign-up", "invite", "unlock",
        "confirm-action", "second-factor-added", "link-account", "required-actions",
    ]

    /// The kind of the email of a name; emails of other names are notices.
    public init(ofEmailNamed name: String) {
        self = Self.actions.contains(name) ? .action : .notice
    }
}
