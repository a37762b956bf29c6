internal import Diagnostics

/// A parsed template, shared by all templates that include it.
final class Template: Sendable {
    let source: SourceText
    let nodes: [Node]

    init(source: SourceText, nodes: [Node]) {
        self.source = source
        self.nodes = nodes
    }

    /// An inclusion of a template, with the blocks that replace some of its own.
    struct Use {
        let partial: Partial
        let overrides: [TemplateBlock]
    }

    /// The inclusions, in order. An override's own name is a block of the included template.
    var uses: [Use] {
        nodes.all.compactMap { node in
            switch node {
            case .partial(let partial): Use(partial: partial, overrides: [])
            case .parent(let parent): Use(partial: parent.use, overrides: parent.overrides)
            default: nil
            }
        }
    }

    func text(of tag: Range<Int>) -> String { source.shown(tag) }
}

extension SourceText {
    /// A part of the source for messages: on one line, and at most 40 characters.
    func shown(_ range: Range<Int>) -> String {
        let text = String(decoding: bytes[range], as: UTF8.self)
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return text.count <= 40 ? text : text.prefix(39) + "…"
    }
}

/// A node of a template; ranges are byte offsets into its source.
indirect enum Node: Sendable {
    /// The start of a line that is not blank, with its indentation, which may be removed or replaced.
    case lineStart(Range<Int>)
    case text(Range<Int>)
    case variable(Name, isEscaped: Bool, tag: Range<Int>)
    case section(Section)
    case partial(Partial)
    case parent(Parent)
    case block(TemplateBlock)
}

extension [Node] {
    /// The nodes and those in their sections, blocks and overrides, in order.
    var all: [Node] {
        flatMap { node -> [Node] in
            switch node {
            case .lineStart, .text, .variable, .partial: [node]
            case .section(let section): [node] + section.nodes.all
            case .parent(let parent): [node] + parent.overrides.flatMap(\.nodes.all)
            case .block(let block): [node] + block.nodes.all
            }
        }
    }
}

struct Section: Sendable {
    var name: Name
    var isInverted: Bool
    var nodes: [Node]
    var tag: Range<Int>
}

struct Partial: Sendable {
    var name: String
    /// The blanks before a standalone tag; each line of the partial is indented by them.
    var indent: Range<Int>?
    var tag: Range<Int>
}

/// `{{<name}}…{{/name}}`: a partial with some of its blocks replaced.
struct Parent: Sendable {
    var use: Partial
    var overrides: [TemplateBlock]
}

/// `{{$name}}…{{/name}}`: a default in a template, an override inside a parent tag.
struct TemplateBlock: Sendable {
    var name: String
    var nodes: [Node]
    var tag: Range<Int>
    /// The blanks before the opening tag, if it is the first on its line.
    var indent: Range<Int>?
    /// Whether the content begins on the line after the opening tag.
    var beginsOnNextLine: Bool
    /// Whether the block, including its closing tag, is alone on one line.
    var isAlone: Bool

    /// The indentation of the content: the blanks of its first line.
    var contentIndent: Range<Int>? { firstLineStart(of: nodes) }
}

private func firstLineStart(of nodes: [Node]) -> Range<Int>? {
    switch nodes.first {
    case .lineStart(let blanks): blanks
    case .section(let section): firstLineStart(of: section.nodes)
    case .block(let block) where block.beginsOnNextLine: firstLineStart(of: block.nodes)
    default: nil
    }
}

/// A name in a tag: `a`, `a.b.c`, or `.` for the current value.
struct Name: Hashable, Sendable {
    let text: String
    /// The parts between dots; empty for `.`.
    let parts: [String]

    /// Parses a name; nil if the text is not one.
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
