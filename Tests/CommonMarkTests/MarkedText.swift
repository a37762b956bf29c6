import Diagnostics

/// A text in which `📍` marks the places that a test speaks of.
struct MarkedText {
    let source: SourceText
    /// The marked places, as `line:column`.
    private(set) var places: [String] = []

    init(_ marked: String) {
        let pieces = marked.split(separator: "📍", omittingEmptySubsequences: false)
        source = SourceText(file: "test.md", text: pieces.joined())
        var offset = 0
        for piece in pieces.dropLast() {
            offset += piece.utf8.count
            places.append(source.location(at: offset).told)
        }
    }
}

extension SourceLocation {
    var told: String { "\(line):\(column)" }
}

extension Diagnostic {
    /// The place, the message and the fix, as tests write them.
    var told: String {
        "\(line ?? 0):\(column ?? 0): \(message)" + (fix.map { " | \($0)" } ?? "")
    }
}
