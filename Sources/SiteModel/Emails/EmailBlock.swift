public import Diagnostics

/// One block of an email's body, and where its spec has it.
public struct EmailBlock: Hashable, Sendable {
    /// What a block is.
    public indirect enum Kind: Hashable, Sendable {
        /// The email's one headline.
        case heading([EmailInline])
        /// A smaller heading.
        case subheading([EmailInline])
        /// A paragraph.
        case paragraph([EmailInline])
        /// A paragraph that is one code: a box of its own.
        case code([EmailInline])
        /// A paragraph that is one link: the thing to do.
        case button([EmailInline], EmailDestination)
        /// A quote: what must not be overlooked.
        case panel([EmailBlock])
        /// A list, of blocks each item.
        case list(ordered: Bool, items: [[EmailBlock]])
        /// A horizontal rule.
        case rule
        /// Blocks that are left out where the variable has no value.
        case section(TemplateVariable, [EmailBlock])
    }

    /// What the block is.
    public let kind: Kind
    /// Where it begins.
    public let location: SourceLocation

    /// The variables that blocks use, in order of appearance.
    ///
    /// - Parameters:
    ///   - blocks: what uses them.
    ///   - optional: the variables of the sections around them.
    /// - Returns: each use; a variable that is used twice has two.
    static func uses(_ blocks: [EmailBlock], optional: Set<TemplateVariable> = []) -> [VariableUse] {
        blocks.flatMap { block -> [VariableUse] in
            switch block.kind {
            case .heading(let text), .subheading(let text), .paragraph(let text), .code(let text):
                EmailInline.uses(text, optional: optional)
            case .button(let text, let destination):
                EmailInline.uses(text, optional: optional) + [destination.use(optional: optional)].compactMap { $0 }
            case .panel(let blocks): uses(blocks, optional: optional)
            case .list(_, let items): items.flatMap { uses($0, optional: optional) }
            case .rule: []
            case .section(let variable, let blocks): uses(blocks, optional: optional.union([variable]))
            }
        }
    }
}

/// A run of text in an email.
public indirect enum EmailInline: Hashable, Sendable {
    /// Text as it is written.
    case text(String)
    /// A variable's value.
    case variable(TemplateVariable, at: SourceLocation)
    /// Text that is left out where the variable has no value.
    case section(TemplateVariable, [EmailInline])
    /// `code`
    case code([EmailInline])
    /// *emphasis*
    case emphasis([EmailInline])
    /// **strong emphasis**
    case strong([EmailInline])
    /// A link among words.
    case link([EmailInline], EmailDestination)
    /// A line break that was asked for.
    case lineBreak
    /// The end of a line of the spec: a blank.
    case softBreak

    /// The variables that a text uses, in order of appearance.
    ///
    /// - Parameters:
    ///   - inlines: what uses them.
    ///   - optional: the variables of the sections around it.
    /// - Returns: each use; a variable that is used twice has two.
    static func uses(_ inlines: [EmailInline], optional: Set<TemplateVariable> = []) -> [VariableUse] {
        inlines.flatMap { inline -> [VariableUse] in
            switch inline {
            case .text, .lineBreak, .softBreak: []
            case .variable(let variable, let location):
                [VariableUse(variable: variable, location: location, isOptional: optional.contains(variable))]
            case .section(let variable, let children): uses(children, optional: optional.union([variable]))
            case .code(let children), .emphasis(let children), .strong(let children):
                uses(children, optional: optional)
            case .link(let children, let destination):
                uses(children, optional: optional) + [destination.use(optional: optional)].compactMap { $0 }
            }
        }
    }
}

/// Where a link in an email leads.
public enum EmailDestination: Hashable, Sendable {
    /// `{{link}}`: the link that the email carries.
    case link(at: SourceLocation)
    /// `mailto:{{support}}`: the support address.
    case support(at: SourceLocation)
    /// A whole https address.
    case web(String)
    /// A path of the app's own first host: `/forgot-password`.
    case path(String)
    /// What follows `mailto:`.
    case mail(String)

    func use(optional: Set<TemplateVariable>) -> VariableUse? {
        switch self {
        case .link(let location):
            VariableUse(variable: .link, location: location, isOptional: optional.contains(.link))
        case .support(let location):
            VariableUse(variable: .support, location: location, isOptional: optional.contains(.support))
        case .web, .path, .mail: nil
        }
    }
}
