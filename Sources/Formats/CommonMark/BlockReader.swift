internal import CCMark
internal import Diagnostics
internal import TextEncoding

/// Converts libcmark's tree to `MarkdownNode`.
///
/// libcmark reports the locations of blocks correctly. Its locations of inlines are wrong after a hard break, a title
/// over two lines, a link reference definition or container markers of different widths, so inlines are located by
/// parsing the source again.
struct BlockReader {
    let lines: Lines
    /// Links that CommonMark parsed as text.
    private(set) var problems: [Diagnostic] = []
    /// The number of blocks whose inlines could not be located.
    private(set) var unlocated = 0

    /// Converts a block and its children; throws if blocks or inlines are nested too deep.
    mutating func block(
        _ node: OpaquePointer, in containers: [ContainerBlock], depth: Int
    ) throws(DiagnosticReport) -> MarkdownNode {
        let line = Int(cmark_node_get_start_line(node))
        let offset = lines.start(ofLine: line) + Int(cmark_node_get_start_column(node)) - 1
        guard depth <= Markdown.deepest else {
            throw lines.source.report(
                code: "too-deep", at: offset, "blocks are nested more than \(Markdown.deepest) deep")
        }
        var result = MarkdownNode(.document, at: lines.source.location(at: offset))
        switch cmark_node_get_type(node) {
        case CMARK_NODE_DOCUMENT: result.location = lines.source.location(at: lines.start)
        case CMARK_NODE_BLOCK_QUOTE: result.kind = .blockQuote
        case CMARK_NODE_LIST:
            result.kind = .list(
                ordered: cmark_node_get_list_type(node) == CMARK_ORDERED_LIST,
                start: Int(cmark_node_get_list_start(node)),
                tight: cmark_node_get_list_tight(node) == 1)
        case CMARK_NODE_ITEM: result.kind = .item
        case CMARK_NODE_CODE_BLOCK:
            result.kind = .codeBlock(
                info: string(cmark_node_get_fence_info(node)), literal: string(cmark_node_get_literal(node)))
            return result
        case CMARK_NODE_HTML_BLOCK:
            result.kind = .htmlBlock(string(cmark_node_get_literal(node)))
            return result
        case CMARK_NODE_THEMATIC_BREAK:
            result.kind = .thematicBreak
            return result
        case let type:
            result.kind =
                type == CMARK_NODE_HEADING ? .heading(level: Int(cmark_node_get_heading_level(node))) : .paragraph
            try readLines(of: node, from: line, at: offset, in: containers, depth: depth, into: &result)
            return result
        }
        var inner = containers
        if result.kind == .blockQuote { inner.append(.quote(line: line, at: offset, in: containers, lines)) }
        if result.kind == .item { inner.append(.item(line: line, at: offset, in: containers, lines)) }
        var child = cmark_node_first_child(node)
        while let next = child {
            result.children.append(try block(next, in: inner, depth: depth + 1))
            child = cmark_node_next(next)
        }
        return result
    }

    /// Reads the inlines of a paragraph or a heading.
    private mutating func readLines(
        of node: OpaquePointer, from line: Int, at offset: Int, in containers: [ContainerBlock], depth: Int,
        into result: inout MarkdownNode
    ) throws(DiagnosticReport) {
        let form: InlineText.Form =
            if case .heading(let level) = result.kind {
                isNumberSigns(at: offset, level: level) ? .heading : .underlinedHeading
            } else {
                .paragraph
            }
        let text = InlineText(
            lines, from: line, through: Int(cmark_node_get_end_line(node)), at: offset, in: containers, form)
        // Link reference definitions precede a paragraph's text, and libcmark does not report how many lines they take,
        // so every line is tried as the start.
        for start in text.lineStarts {
            var reader = InlineReader(text: text, lines: lines, position: start)
            do {
                let children = try reader.children(of: node, depth: depth + 1)
                guard text.isEnd(reader.position) else { continue }
                result.children = children
                problems += reader.problems
                if form != .heading { result.location = lines.source.location(at: text.sourceOffset(of: start)) }
                return
            } catch {
                if case .report(let report) = error { throw report }
            }
        }
        unlocated += 1
        var reader = InlineReader(text: text, lines: lines, position: 0)
        reader.isLenient = true
        do {
            result.children = try reader.children(of: node, depth: depth + 1)
        } catch {
            if case .report(let report) = error { throw report }
        }
    }

    /// Whether a heading is an ATX heading (`# Words`); the text of a setext heading may begin with `#` too.
    private func isNumberSigns(at offset: Int, level: Int) -> Bool {
        let rest = lines.source.bytes[offset...]
        let signs = rest.prefix { $0 == UInt8(ascii: "#") }
        return signs.count == level && rest.dropFirst(level).first?.isASCIIWhitespace ?? true
    }
}
