package import Diagnostics
package import JSON
internal import TextEncoding

/// Secret values, each with the text that messages show in its place.
///
/// A configuration value taken from the process's environment is shown as it was written: `${API_KEY}`.
package struct Redaction: Hashable, Sendable {
    private struct Entry: Hashable {
        /// In UTF-8, ASCII letters in lower case, since messages may quote a host in another case than it was written.
        let value: [UInt8]
        let shown: [UInt8]
    }

    /// Longest first, so that no value stays visible because a shorter one replaced a part of it.
    private let entries: [Entry]

    /// The minimum length in bytes of a value that is replaced wherever it appears; a shorter one is replaced only in
    /// quotes.
    private static let distinctiveLength = 6

    /// Creates a redaction.
    ///
    /// - Parameter values: each value with its replacement; empty values are ignored.
    package init(_ values: [(value: String, shown: String)] = []) {
        // Messages may quote a value without the blanks around it.
        let all = values + values.map { (String($0.value.trimmed), $0.shown) }
        entries = Set(all.map { Entry(value: $0.0.utf8.map(\.asciiLowercased), shown: Array($0.1.utf8)) })
            .filter { !$0.value.isEmpty }
            .sorted { ($0.value.count, $0.shown.count) > ($1.value.count, $1.shown.count) }
    }

    /// Combines several redactions.
    package init(merging others: [Redaction]) {
        entries = Set(others.flatMap(\.entries))
            .sorted { ($0.value.count, $0.shown.count) > ($1.value.count, $1.shown.count) }
    }

    /// Whether there is nothing to replace.
    package var isEmpty: Bool { entries.isEmpty }

    /// A text with every complete occurrence of a value replaced.
    package func redacted(_ text: String) -> String { isEmpty ? text : Pieces(text).replacing(entries).text }

    /// A JSON value with the values replaced in its strings.
    package func redacted(_ value: JSONValue) -> JSONValue {
        if isEmpty { return value }
        return switch value {
        case .string(let text): .string(redacted(text))
        case .array(let elements): .array(elements.map { redacted($0) })
        case .object(let object): .object(JSONObject(object.map { ($0.key, redacted($0.value)) }))
        case .null, .bool, .number: value
        }
    }

    /// A diagnostic with the values replaced in its message and fix.
    ///
    /// - Parameters:
    ///   - diagnostic: the diagnostic. Its excerpt is not changed, since it is a line of a file as written.
    ///   - isAboutValue: whether the diagnostic is about one of the values. If so, even the shortest quoted part of a
    ///     value is replaced; otherwise only parts of a distinctive length.
    /// - Returns: the diagnostic at the same location.
    package func redacted(_ diagnostic: Diagnostic, isAboutValue: Bool) -> Diagnostic {
        guard !isEmpty else { return diagnostic }
        var diagnostic = diagnostic
        let message = Pieces(diagnostic.message).replacing(entries)
        let fix = diagnostic.fix.map { Pieces($0).replacing(entries) }
        let minimum = isAboutValue ? 1 : Self.distinctiveLength
        let parts = message.replacingQuotes(entries, minimum: minimum)
        diagnostic.message = (isAboutValue ? parts.replacingParts(entries) : parts).text
        diagnostic.fix = fix?.replacingQuotes(entries, minimum: minimum).text
        return diagnostic
    }

    /// A text as a sequence of unchanged parts and replacements; a replacement is not searched again.
    private struct Pieces {
        private typealias Piece = (bytes: [UInt8], isReplacement: Bool)

        private var pieces: [Piece]

        init(_ text: String) { pieces = [(Array(text.utf8), false)] }

        var text: String { String(decoding: pieces.flatMap(\.bytes), as: UTF8.self) }

        /// Replaces complete values.
        func replacing(_ entries: [Entry]) -> Pieces {
            replacing(entries) { entry, text in
                let isDistinctive = entry.value.count >= Redaction.distinctiveLength
                let value = isDistinctive ? entry.value : [quote] + entry.value + [quote]
                guard let start = text.map(\.asciiLowercased).firstIndex(ofBytes: value) else { return nil }
                return isDistinctive ? start..<start + value.count : start + 1..<start + value.count - 1
            }
        }

        /// Replaces quoted text that is a part of a value or contains a part of one.
        func replacingQuotes(_ entries: [Entry], minimum: Int) -> Pieces {
            replacing(entries) { entry, text in
                Self.quotes(in: text).first { range in
                    let part = text[range].map(\.asciiLowercased)
                    if part.count >= minimum, entry.value.contains(bytes: part) { return true }
                    return minimum == 1
                        && Self.commonPart(of: part, entry.value).count >= Redaction.distinctiveLength - 1
                }
            }
        }

        /// Replaces parts of values wherever they occur.
        func replacingParts(_ entries: [Entry]) -> Pieces {
            replacing(entries) { entry, text in
                let bytes = text.map(\.asciiLowercased)
                if entry.value.count < Redaction.distinctiveLength { return Self.word(entry.value, in: bytes) }
                let part = Self.commonPart(of: bytes, entry.value)
                return part.count >= Redaction.distinctiveLength ? part : nil
            }
        }

        /// Replaces what a closure finds of each entry in the text that is not replaced yet.
        private func replacing(_ entries: [Entry], _ find: (Entry, [UInt8]) -> Range<Int>?) -> Pieces {
            var result = self
            for entry in entries {
                result.pieces = result.pieces.flatMap { piece -> [Piece] in
                    if piece.isReplacement { return [piece] }
                    var rest = piece.bytes
                    var found: [Piece] = []
                    while !rest.isEmpty, let range = find(entry, rest) {
                        found += [(Array(rest[..<range.lowerBound]), false), (entry.shown, true)]
                        rest = Array(rest[range.upperBound...])
                    }
                    return found + [(rest, false)]
                }
            }
            return result
        }

        // MARK: - Bytes

        /// The range of a short value as a separate word.
        private static func word(_ word: [UInt8], in text: [UInt8]) -> Range<Int>? {
            guard word.count <= text.count else { return nil }
            return (0...text.count - word.count).lazy.map { $0..<$0 + word.count }.first { range in
                text[range].elementsEqual(word)
                    && (range.lowerBound == 0 || !text[range.lowerBound - 1].isWord)
                    && (range.upperBound == text.count || !text[range.upperBound].isWord)
            }
        }

        /// The ranges between single quotes; an apostrophe inside a word is not a quote.
        private static func quotes(in text: [UInt8]) -> [Range<Int>] {
            var ranges: [Range<Int>] = []
            var start: Int?
            for index in text.indices where text[index] == quote {
                let isInWord =
                    index > 0 && text[index - 1].isWord && index + 1 < text.count
                    && text[index + 1].isWord
                if isInWord { continue }
                if let begun = start {
                    if begun < index { ranges.append(begun..<index) }
                    start = nil
                } else {
                    start = index + 1
                }
            }
            return ranges
        }

        /// The longest substring that a text and a value have in common.
        private static func commonPart(of text: [UInt8], _ value: [UInt8]) -> Range<Int> {
            var best = 0..<0
            var before = [Int](repeating: 0, count: value.count + 1)
            for i in text.indices {
                var lengths = [Int](repeating: 0, count: value.count + 1)
                for j in value.indices where text[i] == value[j] {
                    lengths[j + 1] = before[j] + 1
                    if lengths[j + 1] > best.count { best = (i + 1 - lengths[j + 1])..<(i + 1) }
                }
                before = lengths
            }
            return best
        }
    }
}

private let quote = UInt8(ascii: "'")
