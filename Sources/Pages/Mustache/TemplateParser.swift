internal import Diagnostics

/// Parses the text of a template into nodes; continues after a mistake to find the next one.
struct TemplateParser {
    /// The maximum nesting of tags; deeper nesting could overflow the stack of the recursive functions over the tree.
    static let deepest = 64

    private let collector: DiagnosticCollector
    private let source: SourceText
    private var tokenizer: Tokenizer
    private var open: [OpenTag] = []
    private var nodes: [Node] = []
    private var isTooDeep = false

    /// A tag whose closing tag has not been reached.
    private struct OpenTag {
        var tag: Tag
        var indent: Range<Int>?
        var beginsOnNextLine: Bool
        var isAlone: Bool
        var siblings: [Node]
    }

    init(_ collector: DiagnosticCollector) {
        self.collector = collector
        source = collector.source
        tokenizer = Tokenizer(collector)
    }

    mutating func parse() -> [Node] {
        if let problem = source.encodingProblem() {
            collector.diagnostics.append(problem)
            return []
        }
        while let pieces = tokenizer.nextLine() {
            if !pieces.isEmpty { addLine(pieces) }
            if isTooDeep { return [] }
        }
        while let last = open.last {
            // A broken tag hides the rest of the template, including closing tags.
            if !tokenizer.isBroken { reportUnclosed(last.tag) }
            closeInnermost()
        }
        return nodes
    }

    private mutating func addLine(_ pieces: [Piece]) {
        let layout = LineLayout(pieces, in: source.bytes, enclosing: open.map(\.tag.kind))
        if !layout.isStandalone, layout.indent.upperBound < end(of: pieces), !isBlankLine(pieces) {
            nodes.append(.lineStart(layout.indent))
        }
        for (index, piece) in pieces.enumerated() where !isTooDeep {
            switch piece {
            case .text(let range):
                // Of a standalone line only the content of a parent on it is kept.
                if layout.isStandalone, !layout.isInsideParent[index] { continue }
                let start = index == 0 && !isBlankLine(pieces) ? layout.indent.upperBound : range.lowerBound
                if start < range.upperBound { nodes.append(.text(start..<range.upperBound)) }
            case .tag(let tag):
                let isFirst = index == layout.firstPiece
                addTag(
                    tag, indent: isFirst ? layout.indent : nil,
                    isStandalone: layout.isStandalone && !layout.isInsideParent[index],
                    isLast: !pieces[(index + 1)...].contains { if case .tag = $0 { true } else { false } },
                    isAlone: layout.standaloneBlock == index)
            }
        }
    }

    private mutating func addTag(
        _ tag: Tag, indent: Range<Int>?, isStandalone: Bool, isLast: Bool, isAlone: Bool
    ) {
        if case .parent = open.last?.tag.kind, ![.block, .close, .comment, .delimiters].contains(tag.kind) {
            collector.report(
                "stray-in-parent", at: tag.range.lowerBound,
                "'\(source.shown(tag.range))' is in a parent, outside its blocks, and is never shown",
                fix: "Put it into a block: '{{$name}}…{{/name}}'.")
        }
        switch tag.kind {
        case .comment, .delimiters:
            break
        case .variable, .unescaped:
            guard let name = name(of: tag) else { return }
            nodes.append(.variable(name, isEscaped: tag.kind == .variable, tag: tag.range))
        case .partial:
            nodes.append(.partial(Partial(name: tag.name, indent: isStandalone ? indent : nil, tag: tag.range)))
        case .section, .inverted, .parent, .block:
            guard open.count < Self.deepest else {
                reportNesting(tag)
                return
            }
            let beginsOnNextLine = tag.kind == .block && isStandalone && isLast
            let keepsIndent = tag.kind == .block || isStandalone
            open.append(
                OpenTag(
                    tag: tag, indent: keepsIndent ? indent : nil, beginsOnNextLine: beginsOnNextLine, isAlone: isAlone,
                    siblings: nodes)
            )
            nodes = []
        case .close:
            close(tag)
        }
    }

    private mutating func close(_ tag: Tag) {
        guard let match = open.lastIndex(where: { $0.tag.name == tag.name }) else {
            let expected = open.last.map { "Write '{{/\($0.tag.name)}}', or remove the tag." }
            collector.report(
                "unopened-section", at: tag.range.lowerBound, "'\(source.shown(tag.range))' closes nothing",
                fix: expected ?? "Remove the tag.")
            return
        }
        while open.count > match + 1, let last = open.last {
            reportUnclosed(last.tag)
            closeInnermost()
        }
        closeInnermost()
    }

    private mutating func closeInnermost() {
        guard let frame = open.popLast() else { return }
        let content = nodes
        nodes = frame.siblings
        let tag = frame.tag
        switch tag.kind {
        case .parent:
            nodes.append(
                .parent(
                    Parent(
                        use: Partial(name: tag.name, indent: frame.indent, tag: tag.range),
                        overrides: overrides(in: content))))
        case .block:
            nodes.append(
                .block(
                    TemplateBlock(
                        name: tag.name, nodes: content, tag: tag.range, indent: frame.indent,
                        beginsOnNextLine: frame.beginsOnNextLine,
                        isAlone: frame.isAlone)))
        default:
            guard let name = name(of: tag) else { return }
            nodes.append(
                .section(Section(name: name, isInverted: tag.kind == .inverted, nodes: content, tag: tag.range)))
        }
    }

    /// The blocks in the content of a parent; text between them must be blank.
    private mutating func overrides(in content: [Node]) -> [TemplateBlock] {
        var overrides: [TemplateBlock] = []
        for node in content {
            switch node {
            case .block(let block):
                if overrides.contains(where: { $0.name == block.name }) {
                    collector.report(
                        "duplicate-block", at: block.tag.lowerBound, "block '\(block.name)' is given twice",
                        fix: "Keep one of them.")
                }
                overrides.append(block)
            case .text(let range):
                guard let offset = source.bytes[range].firstIndex(where: { !isBlank($0) }) else { continue }
                collector.report(
                    "stray-in-parent", at: offset, "this text is in a parent, outside its blocks, and is never shown",
                    fix: "Put it into a block: '{{$name}}…{{/name}}'.")
            default: continue
            }
        }
        return overrides
    }

    private mutating func name(of tag: Tag) -> Name? {
        if let name = Name(tag.name) { return name }
        collector.report(
            "invalid-name", at: tag.range.lowerBound, "'\(tag.name)' is not a name",
            fix: "Write a dot only between names.")
        return nil
    }

    private mutating func reportNesting(_ tag: Tag) {
        guard !isTooDeep else { return }
        isTooDeep = true
        collector.report(
            "too-deep", at: tag.range.lowerBound, "tags are nested more than \(Self.deepest) deep",
            fix: "Move the inner part to a partial.")
    }

    private mutating func reportUnclosed(_ tag: Tag) {
        collector.report(
            "unclosed-section", at: tag.range.lowerBound, "'\(source.shown(tag.range))' is never closed",
            fix: "Add '{{/\(tag.name)}}'.")
    }

    private func isBlankLine(_ pieces: [Piece]) -> Bool {
        guard pieces.count == 1, case .text(let range) = pieces[0] else { return false }
        return source.bytes[range].allSatisfy(isBlank)
    }

    private func end(of pieces: [Piece]) -> Int {
        switch pieces.last {
        case .text(let range): range.upperBound
        case .tag(let tag): tag.range.upperBound
        case nil: 0
        }
    }
}
