package import Diagnostics

package indirect enum Block: Hashable, Sendable {
    /// The state's only visible headline.
    case heading([Inline])
    case subheading([Inline])
    case paragraph([Inline])
    case list(ordered: Bool, items: [[Block]])
    case quote([Block])
    /// A paragraph that consists of links: the state's buttons, the first being the primary one.
    case actions([Action])
    case rule
}

extension Block {
    package var texts: [String] {
        switch self {
        case .heading(let words), .subheading(let words), .paragraph(let words): [Inline.plainText(words)]
        case .list(_, let items): items.flatMap { $0.flatMap(\.texts) }
        case .quote(let blocks): blocks.flatMap(\.texts)
        case .actions(let actions): actions.map { Inline.plainText($0.label) }
        case .rule: []
        }
    }

    /// The names of the values that blocks use, in order of appearance, in text and in URLs.
    package static func values(_ blocks: [Block]) -> [String] {
        Inline.values(inlines(blocks))
    }

    /// The inlines of headings, paragraphs, items and actions, in order; an action is a link.
    package static func inlines(_ blocks: [Block]) -> [Inline] {
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

/// A button or link that a visitor can activate.
package struct Action: Hashable, Sendable {
    package let label: [Inline]
    /// The effect: runs an operation, shows a state, or opens a URL.
    package let destination: LinkDestination
    /// The button's text while its operation runs.
    package let busyLabel: String?
    package let location: SourceLocation
}

package indirect enum Inline: Hashable, Sendable {
    case text(String)
    /// A value that is known only in the browser: `{{email}}`.
    case value(String)
    case code(String)
    case emphasis([Inline])
    case strong([Inline])
    case link([Inline], LinkDestination)
    case lineBreak
    case softBreak

    /// The text without formatting; a value is its name in braces.
    package static func plainText(_ inlines: [Inline]) -> String {
        inlines.map { inline in
            switch inline {
            case .text(let text), .code(let text): text
            case .value(let name): "{{\(name)}}"
            case .emphasis(let children), .strong(let children), .link(let children, _): plainText(children)
            case .lineBreak, .softBreak: " "
            }
        }.joined()
    }

    /// The names of the values that a text uses, in order of appearance.
    package static func values(_ inlines: [Inline]) -> [String] {
        inlines.flatMap { inline -> [String] in
            switch inline {
            case .value(let name): [name]
            case .emphasis(let children), .strong(let children): values(children)
            case .link(let children, let destination): values(children) + (PageAddress(destination)?.names ?? [])
            case .text, .code, .lineBreak, .softBreak: []
            }
        }
    }

    /// Whether a text contains a link whose URL contains values.
    package static func linksToValues(_ inlines: [Inline]) -> Bool {
        inlines.contains { inline in
            switch inline {
            case .emphasis(let children), .strong(let children): linksToValues(children)
            case .link(_, let destination): PageAddress(destination) != nil
            case .text, .value, .code, .lineBreak, .softBreak: false
            }
        }
    }
}
