public import Diagnostics

/// A text in which `📍` marks the places that a test speaks of.
public struct MarkedText {
    /// The text without its marks.
    public let source: SourceText
    /// The marked places, as `line:column`.
    public private(set) var places: [String] = []

    /// Reads a text with marks.
    public init(_ marked: String, file: String = "test") {
        let pieces = marked.split(separator: "📍", omittingEmptySubsequences: false)
        source = SourceText(file: file, text: pieces.joined())
        var offset = 0
        for piece in pieces.dropLast() {
            offset += piece.utf8.count
            places.append(source.location(at: offset).told)
        }
    }

    /// What diagnostics at the marked places are expected to say.
    public func told(_ messages: [String]) -> [String] {
        zip(places, messages).map { "\($0): \($1)" }
    }
}

extension SourceLocation {
    /// `line:column`.
    public var told: String { "\(line):\(column)" }
}

extension Diagnostic {
    /// The place, the message and the fix, as tests write them.
    public var told: String {
        "\(line ?? 0):\(column ?? 0): \(message)" + (fix.map { " | \($0)" } ?? "")
    }
}
