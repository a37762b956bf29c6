public import AppSiteAssociation
public import Diagnostics

/// One email spec: what the mail says, in a vocabulary that no backend owns.
public struct Email: Sendable {
    /// The file's name without its ending: `reset-password`.
    public let name: String
    public let subject: EmailLine
    /// What an inbox shows beside the subject.
    public let preheader: EmailLine
    /// The link that the mail carries; nil for a notice.
    public let link: LinkDefinition?
    public let body: [EmailBlock]
    public let source: SourceText
    /// Where the front matter names the link.
    public let linkLocation: SourceLocation?

    init(
        name: String, subject: EmailLine, preheader: EmailLine, link: LinkDefinition?, body: [EmailBlock],
        source: SourceText, linkLocation: SourceLocation?
    ) {
        self.name = name
        self.subject = subject
        self.preheader = preheader
        self.link = link
        self.body = body
        self.source = source
        self.linkLocation = linkLocation
    }

    /// Every word that the mail uses anywhere, in the order of the vocabulary.
    public var words: [EmailWord] {
        let used = Set(uses.map(\.word))
        return EmailWord.allCases.filter(used.contains)
    }
}

extension Email {
    /// Every use of a word, in the order in which they stand.
    public var uses: [EmailWordUse] {
        EmailInline.uses(subject.words) + EmailInline.uses(preheader.words) + EmailBlock.uses(body)
    }
}

/// One line of a mail: the subject or the preheader.
public struct EmailLine: Hashable, Sendable {
    /// Texts, words and sections alone.
    public let words: [EmailInline]
    public let location: SourceLocation
}

/// What stands for something that is only known when a mail is sent.
public enum EmailWord: String, CaseIterable, Sendable {
    /// The address of the link, shaped as `app.yml` says.
    case link
    /// What may be typed in place of the link.
    case code
    /// The address that the mail goes to.
    case email
    /// What the person is called.
    case name
    /// The app's name.
    case app
    /// How long the link works: `1 hour`.
    case expires
    /// Where help is to be had.
    case support
}

/// A use of a word, and whether the mail can do without it.
public struct EmailWordUse: Hashable, Sendable {
    public let word: EmailWord
    public let location: SourceLocation
    /// Whether it stands inside of a section of its own, which goes where nothing stands for the word.
    public let isOptional: Bool
}
