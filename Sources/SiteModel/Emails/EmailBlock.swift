public import Diagnostics

/// One piece of a mail's body.
public indirect enum EmailBlock: Hashable, Sendable {
    /// The mail's one headline.
    case heading([EmailInline])
    case subheading([EmailInline])
    case paragraph([EmailInline])
    /// A paragraph that is one link: the thing to do.
    case button([EmailInline], EmailDestination)
    /// A quote: what must not be overlooked.
    case panel([EmailBlock])
    case list(ordered: Bool, items: [[EmailBlock]])
    case rule
    /// Blocks that go where nothing stands for the word.
    case section(EmailWord, [EmailBlock])

    /// The words that blocks use, in order of appearance.
    ///
    /// - Parameters:
    ///   - blocks: what uses them.
    ///   - optional: the words of the sections around them.
    /// - Returns: each use, a word that is used twice also twice.
    static func uses(_ blocks: [EmailBlock], optional: Set<EmailWord> = []) -> [EmailWordUse] {
        blocks.flatMap { block -> [EmailWordUse] in
            switch block {
            case .heading(let words), .subheading(let words), .paragraph(let words), .button(let words, _):
                let link: [EmailWordUse] =
                    if case .button(_, let destination) = block {
                        destination.use(optional: optional).map { [$0] } ?? []
                    } else {
                        []
                    }
                return EmailInline.uses(words, optional: optional) + link
            case .panel(let blocks): return uses(blocks, optional: optional)
            case .list(_, let items): return items.flatMap { uses($0, optional: optional) }
            case .rule: return []
            case .section(let word, let blocks): return uses(blocks, optional: optional.union([word]))
            }
        }
    }
}

/// A run of text in a mail.
public indirect enum EmailInline: Hashable, Sendable {
    case text(String)
    case word(EmailWord, at: SourceLocation)
    /// Text that goes where nothing stands for the word.
    case section(EmailWord, [EmailInline])
    case code([EmailInline])
    case emphasis([EmailInline])
    case strong([EmailInline])
    case link([EmailInline], EmailDestination)
    case lineBreak
    case softBreak

    /// The words that a text uses, in order of appearance.
    ///
    /// - Parameters:
    ///   - inlines: what uses them.
    ///   - optional: the words of the sections around it.
    /// - Returns: each use, a word that is used twice also twice.
    static func uses(_ inlines: [EmailInline], optional: Set<EmailWord> = []) -> [EmailWordUse] {
        inlines.flatMap { inline -> [EmailWordUse] in
            switch inline {
            case .text, .lineBreak, .softBreak: []
            case .word(let word, let location):
                [EmailWordUse(word: word, location: location, isOptional: optional.contains(word))]
            case .section(let word, let children): uses(children, optional: optional.union([word]))
            case .code(let children), .emphasis(let children), .strong(let children):
                uses(children, optional: optional)
            case .link(let children, let destination):
                uses(children, optional: optional) + [destination.use(optional: optional)].compactMap { $0 }
            }
        }
    }
}

/// Where a link in a mail leads.
public enum EmailDestination: Hashable, Sendable {
    /// `{{link}}`: the link that the mail carries.
    case link(at: SourceLocation)
    /// `mailto:{{support}}`: where help is to be had.
    case support(at: SourceLocation)
    /// A whole https address; a path of the site has become one.
    case web(String)
    /// What follows `mailto:`.
    case mail(String)

    func use(optional: Set<EmailWord>) -> EmailWordUse? {
        switch self {
        case .link(let location):
            EmailWordUse(word: .link, location: location, isOptional: optional.contains(.link))
        case .support(let location):
            EmailWordUse(word: .support, location: location, isOptional: optional.contains(.support))
        case .web, .mail: nil
        }
    }
}
