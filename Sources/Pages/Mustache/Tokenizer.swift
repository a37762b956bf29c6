internal import Diagnostics
internal import TextEncoding

struct Tag: Sendable {
    enum Kind: Hashable, Sendable {
        case variable, unescaped, section, inverted, close, comment, partial, parent, block, delimiters

        /// Whether the tag is part of inheritance; several of these may share a line and be standalone.
        var isInheritance: Bool { self == .parent || self == .block }

        /// Whether the tag needs a closing tag.
        var opens: Bool { self == .section || self == .inverted || isInheritance }
    }

    var kind: Kind
    /// The content of the tag, without its sign and the blanks around it.
    var name: String
    var range: Range<Int>
}

enum Piece: Sendable {
    case text(Range<Int>)
    case tag(Tag)
}

/// Splits a template into tags and text, line by line.
struct Tokenizer {
    private let collector: DiagnosticCollector
    private var open: [UInt8] = [UInt8](repeating: UInt8(ascii: "{"), count: 2)
    private var close: [UInt8] = [UInt8](repeating: UInt8(ascii: "}"), count: 2)
    private var offset: Int
    /// Whether a broken tag hides the rest of the template.
    private(set) var isBroken = false

    init(_ collector: DiagnosticCollector) {
        self.collector = collector
        // A byte order mark has no meaning in UTF-8.
        offset = collector.source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// The pieces up to the end of a line, its line feed included; nil at the end of the template.
    ///
    /// A tag that spans lines is one piece.
    mutating func nextLine() -> [Piece]? {
        let bytes = collector.source.bytes
        guard offset < bytes.count else { return nil }
        var pieces: [Piece] = []
        var start = offset
        while offset < bytes.count {
            if bytes[offset] == UInt8(ascii: "\n") {
                offset += 1
                pieces.append(.text(start..<offset))
                return pieces
            }
            guard matches(open, at: offset) else {
                offset += 1
                continue
            }
            if start < offset { pieces.append(.text(start..<offset)) }
            guard let tag = readTag() else {
                // After a broken tag, the rest of the template cannot be tokenised reliably.
                isBroken = true
                offset = bytes.count
                return pieces
            }
            pieces.append(.tag(tag))
            start = offset
        }
        if start < offset { pieces.append(.text(start..<offset)) }
        return pieces
    }

    private mutating func readTag() -> Tag? {
        let bytes = collector.source.bytes
        let start = offset
        var index = start + open.count
        while index < bytes.count, isBlank(bytes[index]) { index += 1 }
        let kind = index < bytes.count ? Tag.Kind(sign: bytes[index]) : nil
        if kind != nil { index += 1 }
        let end: [UInt8] =
            switch kind {
            case .unescaped where bytes[index - 1] == UInt8(ascii: "{"): [UInt8(ascii: "}")] + close
            case .delimiters: [UInt8(ascii: "=")] + close
            default: close
            }
        guard let closing = (index..<max(index, bytes.count)).first(where: { matches(end, at: $0) }) else {
            collector.report(
                "unclosed-tag", at: start, "this tag is never closed",
                fix: "Add '\(String(decoding: end, as: UTF8.self))'."
            )
            return nil
        }
        let content = String(decoding: bytes[index..<closing], as: UTF8.self)
        offset = closing + end.count
        let tag = Tag(kind: kind ?? .variable, name: String(content.trimmed), range: start..<offset)
        switch tag.kind {
        case .comment:
            break
        case .delimiters:
            guard setDelimiters(tag) else { return nil }
        default:
            if (index..<closing).contains(where: { matches(open, at: $0) }) {
                let end = String(decoding: end, as: UTF8.self)
                collector.report(
                    "unclosed-tag", at: start, "this tag is not closed before the next one", fix: "Add '\(end)'.")
                return nil
            }
            if tag.name.isEmpty || tag.name.contains(where: \.isWhitespace) {
                collector.report(
                    "invalid-name", at: start, "'\(tag.name)' is not a name", fix: "Write a name without blanks.")
                return nil
            }
        }
        return tag
    }

    private mutating func setDelimiters(_ tag: Tag) -> Bool {
        let words = tag.name.split(whereSeparator: \.isWhitespace)
        guard words.count == 2, !words.contains(where: { $0.contains("=") }) else {
            collector.report(
                "invalid-delimiters", at: tag.range.lowerBound,
                "'\(collector.source.shown(tag.range))' does not set two delimiters",
                fix: "Write them with a blank between, without '=': '{{=<% %>=}}'.")
            return false
        }
        open = Array(words[0].utf8)
        close = Array(words[1].utf8)
        return true
    }

    private func matches(_ word: [UInt8], at offset: Int) -> Bool {
        let bytes = collector.source.bytes
        guard bytes[offset] == word[0], offset + word.count <= bytes.count else { return false }
        return bytes[offset..<(offset + word.count)].elementsEqual(word)
    }
}

extension Tag.Kind {
    /// The kind of the tag that begins with a sign; nil if the byte is part of a name.
    init?(sign: UInt8) {
        switch sign {
        case UInt8(ascii: "{"), UInt8(ascii: "&"): self = .unescaped
        case UInt8(ascii: "#"): self = .section
        case UInt8(ascii: "^"): self = .inverted
        case UInt8(ascii: "/"): self = .close
        case UInt8(ascii: "!"): self = .comment
        case UInt8(ascii: ">"): self = .partial
        case UInt8(ascii: "<"): self = .parent
        case UInt8(ascii: "$"): self = .block
        case UInt8(ascii: "="): self = .delimiters
        default: return nil
        }
    }
}

func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
}
