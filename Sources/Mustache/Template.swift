internal import Diagnostics

/// A parsed template; shared by all that use it.
final class Template: Sendable {
    let name: String
    let source: SourceText
    let nodes: [Node]

    init(name: String, source: SourceText, nodes: [Node]) {
        self.name = name
        self.source = source
        self.nodes = nodes
    }

    /// A tag as messages show it.
    func text(of tag: Range<Int>) -> String { source.shown(tag) }
}

extension SourceText {
    /// A stretch of the source for a message: on one line, and not longer than one reads.
    func shown(_ range: Range<Int>) -> String {
        let text = String(decoding: bytes[range], as: UTF8.self)
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return text.count <= 40 ? text : text.prefix(39) + "…"
    }
}

/// A piece of a template; ranges are byte offsets into its source.
indirect enum Node: Sendable {
    /// The start of a line that is not blank, with the blanks that it begins with: where indentation is added or removed.
    case lineStart(Range<Int>)
    case text(Range<Int>)
    case variable(Name, isEscaped: Bool, tag: Range<Int>)
    case section(Section)
    case partial(Partial)
    case parent(Parent)
    case block(Block)
}

struct Section: Sendable {
    var name: Name
    var isInverted: Bool
    var nodes: [Node]
    var tag: Range<Int>
}

struct Partial: Sendable {
    var name: String
    /// The blanks before a tag that has the line to itself; they go before each line of the partial.
    var indent: Range<Int>?
    var tag: Range<Int>
}

/// `{{<name}}…{{/name}}`: a partial with some of its blocks replaced.
struct Parent: Sendable {
    var use: Partial
    var overrides: [Block]
}

/// `{{$name}}…{{/name}}`: the default inside a template, the replacement inside a parent tag.
struct Block: Sendable {
    var name: String
    var nodes: [Node]
    var tag: Range<Int>
    /// The blanks before the opening tag, where nothing else precedes it on its line.
    var indent: Range<Int>?
    /// Whether the content begins on the line after the opening tag.
    var isSpread: Bool
    /// Whether the block, closing tag included, has one line to itself.
    var isAlone: Bool

    /// The indentation that the content was written with: the blanks of its first line.
    var contentIndent: Range<Int>? { firstLineStart(of: nodes) }
}

private func firstLineStart(of nodes: [Node]) -> Range<Int>? {
    switch nodes.first {
    case .lineStart(let blanks): blanks
    case .section(let section): firstLineStart(of: section.nodes)
    case .block(let block) where block.isSpread: firstLineStart(of: block.nodes)
    default: nil
    }
}

/// A name in a tag: `a`, `a.b.c`, or `.` for the value at hand.
struct Name: Hashable, Sendable {
    let text: String
    /// Empty for `.`.
    let parts: [String]

    /// Nil where the text is no name.
    init?(_ text: String) {
        self.text = text
        if text == "." {
            parts = []
            return
        }
        parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.allSatisfy({ !$0.isEmpty && !$0.contains(where: \.isWhitespace) }) else { return nil }
    }
}
