internal import Diagnostics
internal import TextEncoding

/// Brackets that are closed in another order than they are opened.
extension SyntaxFailure {
    /// The error for a bracket that is still open where another one is closed: `{ hosts: [a, b, local: true }`.
    func crossedBracket(at bracket: Int, within brackets: [Int], in source: SourceText) -> Problem<Int>? {
        let (open, found) = (source.character(at: bracket), source.character(at: offset))
        guard open == "[" && found == "}" || open == "{" && found == "]" else { return nil }
        let (close, outer) = open == "[" ? ("]", "{") : ("}", "[")
        guard brackets.contains(where: { $0 < bracket && source.character(at: $0) == outer }) else {
            return cause("this '\(found)' closes nothing", offset, "Write '\(close)' in its place.")
        }
        // A key in a list is one of the mapping around it, after an item without one.
        let parts = String(decoding: source.bytes[(bracket + 1)..<offset], as: UTF8.self).split(separator: ",")
        let key = open == "[" ? parts.dropFirst().first { $0.contains(": ") } : nil
        let isKeyed = parts.first?.contains(": ") == true
        return cause(
            "this '\(open)' is not closed before the '\(found)'", bracket,
            key.flatMap { key in
                isKeyed ? nil : "Write '\(close)' before ', \(key.prefix { $0 != ":" }.trimmed):'."
            } ?? "Write '\(close)' before the '\(found)'.")
    }
}
