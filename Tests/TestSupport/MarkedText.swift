package import Diagnostics

/// A text in which `📍` marks locations.
package struct MarkedText {
    /// The text without the marks.
    package let source: SourceText
    /// The marked places, as `line:column`.
    public private(set) var places: [String] = []

    /// Removes the marks from a text and records their locations.
    package init(_ marked: String, file: String = "test") {
        let pieces = marked.split(separator: "📍", omittingEmptySubsequences: false)
        source = SourceText(file: file, text: pieces.joined())
        var offset = 0
        for piece in pieces.dropLast() {
            offset += piece.utf8.count
            places.append(source.location(at: offset).told)
        }
    }

    /// The expected diagnostics: each message with the location of its mark.
    package func told(_ messages: [String]) -> [String] {
        zip(places, messages).map { "\($0): \($1)" }
    }
}

extension SourceLocation {
    /// `line:column`.
    package var told: String { "\(line):\(column)" }
}

extension Diagnostic {
    /// The location, the message and the fix in the notation of the tests.
    package var told: String {
        "\(line ?? 0):\(column ?? 0): \(message)" + (fix.map { " | \($0)" } ?? "")
    }
}
