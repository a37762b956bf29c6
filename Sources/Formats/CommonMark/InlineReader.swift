internal import CCMark
internal import Diagnostics
internal import TextEncoding

/// The reason why the inlines of a block could not be read.
enum InlineFailure: Error {
    /// The source does not match libcmark's tree.
    case mismatch
    case report(DiagnosticReport)
}

/// Reads the source of a block in step with libcmark's tree, to locate every inline.
struct InlineReader {
    let text: InlineText
    let lines: Lines
    var position: Int
    /// Whether to continue at the same position after a mismatch instead of throwing.
    var isLenient = false
    private(set) var problems: [Diagnostic] = []
    private static let maximumProblems = 20
    /// The positions of `[` that are plain text so far.
    private var openBrackets: [Int] = []

    init(text: InlineText, lines: Lines, position: Int) {
        self.text = text
        self.lines = lines
        self.position = position
    }

    mutating func children(of node: OpaquePointer, depth: Int) throws(InlineFailure) -> [MarkdownNode] {
        var children: [MarkdownNode] = []
        var child = cmark_node_first_child(node)
        while let next = child {
            let node = try inline(next, depth: depth)
            if node.kind != .text("") { children.append(node) }
            child = cmark_node_next(next)
        }
        return children
    }

    private mutating func inline(_ node: OpaquePointer, depth: Int) throws(InlineFailure) -> MarkdownNode {
        let start = position
        let place = lines.source.location(at: text.sourceOffset(of: start))
        guard depth <= Markdown.deepest else {
            throw .report(
                lines.source.report(
                    code: "too-deep", at: text.sourceOffset(of: start),
                    "markup is nested more than \(Markdown.deepest) deep"))
        }
        var result = MarkdownNode(.softBreak, at: place)
        switch cmark_node_get_type(node) {
        case CMARK_NODE_TEXT:
            let literal = string(cmark_node_get_literal(node))
            result.pieces = try readText(Array(literal.utf8), escapes: true)
            result.kind = .text(literal)
        case CMARK_NODE_SOFTBREAK: try readBreak()
        case CMARK_NODE_LINEBREAK:
            try readBreak()
            result.kind = .lineBreak
        case CMARK_NODE_CODE:
            try readCode()
            result.kind = .code(string(cmark_node_get_literal(node)))
        case CMARK_NODE_HTML_INLINE:
            let literal = string(cmark_node_get_literal(node))
            // Some versions of libcmark preserve the file's line endings.
            try expect(literal.replacing("\r\n", with: "\n").replacing("\r", with: "\n").utf8)
            result.kind = .html(literal)
        case CMARK_NODE_EMPH, CMARK_NODE_STRONG:
            let isStrong = cmark_node_get_type(node) == CMARK_NODE_STRONG
            let mark = text.byte(at: position) == UInt8(ascii: "_") ? "_" : "*"
            let marks = isStrong ? mark + mark : mark
            try expect(marks.utf8)
            result.children = try children(of: node, depth: depth + 1)
            try expect(marks.utf8)
            result.kind = isStrong ? .strong : .emphasis
        case CMARK_NODE_LINK, CMARK_NODE_IMAGE:
            try readLink(node, depth: depth, into: &result)
        default: throw .mismatch
        }
        return result
    }

    private mutating func readLink(
        _ node: OpaquePointer, depth: Int, into result: inout MarkdownNode
    ) throws(InlineFailure) {
        let (destination, title) = (string(cmark_node_get_url(node)), string(cmark_node_get_title(node)))
        if cmark_node_get_type(node) == CMARK_NODE_IMAGE {
            result.kind = .image(destination: destination, title: title)
            try expect("!".utf8)
        } else {
            result.kind = .link(destination: destination, title: title)
        }
        if text.byte(at: position) == UInt8(ascii: "<") {
            try expect("<".utf8)
            result.destinationLocation = location(of: position)
            if let child = cmark_node_first_child(node) {
                let literal = string(cmark_node_get_literal(child))
                var words = MarkdownNode(.text(literal), at: location(of: position))
                words.pieces = try readText(Array(literal.utf8), escapes: false)
                result.children = [words]
            }
            return try expect(">".utf8)
        }
        try expect("[".utf8)
        result.children = try children(of: node, depth: depth + 1)
        try expect("]".utf8)
        let scanner = LinkScanner(bytes: text.bytes)
        if let target = scanner.target(at: position) {
            position = target.end
            result.destinationLocation = location(of: target.destination)
        } else if let label = scanner.label(at: position) {
            position = label.upperBound + 1
        }
    }

    /// Reads the source of a text node: literal bytes, escapes and entities.
    private mutating func readText(_ literal: [UInt8], escapes: Bool) throws(InlineFailure) -> [TextPiece] {
        var pieces: [TextPiece] = []
        var offset = 0
        while offset < literal.count {
            if escapes, let escape = escapedByte(), escape == literal[offset] {
                pieces.append(TextPiece(offset: offset, column: location(of: position).column, isVerbatim: false))
                position += 2
                offset += 1
            } else if text.byte(at: position) == UInt8(ascii: "&"),
                let entity = CharacterReference(at: position, in: text.bytes),
                literal[offset...].starts(with: entity.text)
            {
                pieces.append(TextPiece(offset: offset, column: location(of: position).column, isVerbatim: false))
                position = entity.end
                offset += entity.text.count
            } else if text.byte(at: position) == literal[offset] {
                if pieces.last?.isVerbatim != true {
                    pieces.append(TextPiece(offset: offset, column: location(of: position).column, isVerbatim: true))
                }
                if escapes { reportBrokenLink(literal[offset]) }
                position += 1
                offset += 1
            } else if isLenient {
                return pieces
            } else {
                throw .mismatch
            }
        }
        return pieces
    }

    private func escapedByte() -> UInt8? {
        guard text.byte(at: position) == UInt8(ascii: "\\"), let next = text.byte(at: position + 1), next.isPunctuation
        else { return nil }
        return next
    }

    /// Reports a `]` in plain text that was probably intended as a link.
    private mutating func reportBrokenLink(_ byte: UInt8) {
        if byte == UInt8(ascii: "[") { openBrackets.append(position) }
        guard byte == UInt8(ascii: "]") else { return }
        let open = openBrackets.popLast()
        // Each examination may scan to the end of the block, so the number of problems is limited.
        guard problems.count < Self.maximumProblems,
            let broken = BrokenLink.problem(closing: position, open: open, in: text.bytes)
        else { return }
        problems.append(broken.at(lines.source.place(at: location(of: broken.place))))
    }

    private mutating func readBreak() throws(InlineFailure) {
        if text.byte(at: position) == UInt8(ascii: "\\") {
            position += 1
            return try expect([0x0A])
        }
        while let byte = text.byte(at: position), byte.isASCIIWhitespace, byte != 0x0A { position += 1 }
        try expect([0x0A])
        while let byte = text.byte(at: position), byte == 0x20 || byte == 0x09 { position += 1 }
    }

    private mutating func readCode() throws(InlineFailure) {
        func run(at start: Int) -> Int {
            var end = start
            while text.byte(at: end) == UInt8(ascii: "`") { end += 1 }
            return end - start
        }
        let width = run(at: position)
        var end = position + width
        while width > 0, end < text.bytes.count {
            let length = run(at: end)
            if length == width {
                position = end + width
                return
            }
            end += max(length, 1)
        }
        guard isLenient else { throw .mismatch }
    }

    private mutating func expect(_ bytes: some Collection<UInt8>) throws(InlineFailure) {
        guard text.bytes[min(position, text.bytes.count)...].starts(with: bytes) else {
            guard isLenient else { throw .mismatch }
            return
        }
        position += bytes.count
    }

    private func location(of position: Int) -> SourceLocation {
        lines.source.location(at: text.sourceOffset(of: position))
    }
}

/// A text of libcmark's tree; empty if there is none.
func string(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
