package import Diagnostics

/// A block of an email's body, with its location in the spec.
package struct EmailBlock: Hashable, Sendable {
    package indirect enum Kind: Hashable, Sendable {
        /// The email's only headline.
        case heading([EmailInline])
        case subheading([EmailInline])
        case paragraph([EmailInline])
        /// A paragraph that consists of one code span, shown as a box.
        case code([EmailInline])
        /// A paragraph that consists of one link: the call to action.
        case button([EmailInline], EmailDestination)
        /// A block quote, shown as a highlighted panel.
        case panel([EmailBlock])
        /// A list; each item consists of blocks.
        case list(ordered: Bool, items: [[EmailBlock]])
        case rule
        /// Blocks that are omitted if the variable has no value.
        case section(TemplateVariable, [EmailBlock])
    }

    package let kind: Kind
    package let location: SourceLocation

    /// The variables that blocks use, in order of appearance; one that is used twice has two uses. `optional` are those
    /// of the sections around them.
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

package indirect enum EmailInline: Hashable, Sendable {
    case text(String)
    case variable(TemplateVariable, at: SourceLocation)
    /// Text that is omitted if the variable has no value.
    case section(TemplateVariable, [EmailInline])
    case code([EmailInline])
    case emphasis([EmailInline])
    case strong([EmailInline])
    case link([EmailInline], EmailDestination)
    case lineBreak
    /// A line ending in the spec, shown as a space.
    case softBreak

    static func uses(_ inlines: [EmailInline], optional: Set<TemplateVariable> = []) -> [VariableUse] {
        inlines.flatMap { inline -> [VariableUse] in
            switch inline {
            case .text, .lineBreak, .softBreak: []
            case .variable(let variable, let location):
                [VariableUse(variable: variable, location: location, sections: optional)]
            case .section(let variable, let children): uses(children, optional: optional.union([variable]))
            case .code(let children), .emphasis(let children), .strong(let children):
                uses(children, optional: optional)
            case .link(let children, let destination):
                uses(children, optional: optional) + [destination.use(optional: optional)].compactMap { $0 }
            }
        }
    }
}

package enum EmailDestination: Hashable, Sendable {
    /// `{{link}}`: the link that the email carries.
    case link(at: SourceLocation)
    /// `mailto:{{support}}`: the support address.
    case support(at: SourceLocation)
    case web(String)
    /// A path on the app's first host: `/forgot-password`.
    case path(String)
    /// The text after `mailto:`.
    case mail(String)

    func use(optional: Set<TemplateVariable>) -> VariableUse? {
        switch self {
        case .link(let location):
            VariableUse(variable: .link, location: location, sections: optional)
        case .support(let location):
            VariableUse(variable: .support, location: location, sections: optional)
        case .web, .path, .mail: nil
        }
    }
}
