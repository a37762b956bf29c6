public import CommonMark
public import Diagnostics

/// One piece of what stands under a state's heading.
public indirect enum Block: Hashable, Sendable {
    /// The state's one visible headline.
    case heading([Inline])
    case subheading([Inline])
    case paragraph([Inline])
    case list(ordered: Bool, items: [[Block]])
    case quote([Block])
    /// A paragraph made of links only: the state's buttons, the first of them the one thing to do.
    case actions([Action])
    case rule
}

extension Block {
    /// The names of the values that blocks need, in order of appearance.
    ///
    /// - Parameter blocks: what stands under a state's heading, or inside of a quote or a list.
    /// - Returns: every use, in words and in addresses.
    public static func values(_ blocks: [Block]) -> [String] {
        Inline.values(inlines(blocks))
    }

    /// The text of blocks, in order; an action is a link.
    ///
    /// - Parameter blocks: what stands under a state's heading, or inside of a quote or a list.
    /// - Returns: what stands in headings, paragraphs, items and actions.
    public static func inlines(_ blocks: [Block]) -> [Inline] {
        blocks.flatMap { block -> [Inline] in
            switch block {
            case .heading(let words), .subheading(let words), .paragraph(let words): words
            case .list(_, let items): items.flatMap(inlines)
            case .quote(let blocks): inlines(blocks)
            case .actions(let actions): actions.map { .link($0.label, $0.destination) }
            case .rule: []
            }
        }
    }
}

/// One thing that a person can do.
public struct Action: Hashable, Sendable {
    /// The words of the link.
    public let label: [Inline]
    /// What the action does: runs an operation, shows a state, or follows an address.
    public let destination: LinkDestination
    /// What the button says while its operation runs.
    public let busyLabel: String?
    /// Where the page spec has the action.
    public let location: SourceLocation
}

/// A run of text.
public indirect enum Inline: Hashable, Sendable {
    case text(String)
    /// A value that only the browser knows: `{{email}}`.
    case value(String)
    case code(String)
    case emphasis([Inline])
    case strong([Inline])
    case link([Inline], LinkDestination)
    case lineBreak
    case softBreak

    /// The words without their dress; a value is its name in braces.
    public static func plainText(_ inlines: [Inline]) -> String {
        inlines.map { inline in
            switch inline {
            case .text(let text), .code(let text): text
            case .value(let name): "{{\(name)}}"
            case .emphasis(let children), .strong(let children), .link(let children, _): plainText(children)
            case .lineBreak, .softBreak: " "
            }
        }.joined()
    }

    /// The names of the values that a text needs, in order of appearance.
    public static func values(_ inlines: [Inline]) -> [String] {
        inlines.flatMap { inline -> [String] in
            switch inline {
            case .value(let name): [name]
            case .emphasis(let children), .strong(let children): values(children)
            case .link(let children, let destination): values(children) + (PageAddress(destination)?.names ?? [])
            case .text, .code, .lineBreak, .softBreak: []
            }
        }
    }

    /// Whether the address of a link in a text carries values.
    public static func linksToValues(_ inlines: [Inline]) -> Bool {
        inlines.contains { inline in
            switch inline {
            case .emphasis(let children), .strong(let children): linksToValues(children)
            case .link(_, let destination): PageAddress(destination) != nil
            case .text, .value, .code, .lineBreak, .softBreak: false
            }
        }
    }
}
