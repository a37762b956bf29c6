/// An exhaustive matcher of Apple's patterns, simple but slow, which shares no code with Latchkey's.
enum NaivePattern {
    /// Whether a path matches a pattern, both normalised, in which `$(v)` has some values.
    static func matches(path: String, _ pattern: String, _ values: [String]) -> Bool {
        // A single character stands for the reference while slashes are normalised.
        let steps = abbreviated(pattern)
        return matches(
            (steps == ["$"] ? ["/", "$", "/"] : normalised(steps))[...], normalised(Array(path))[...], values)
    }

    /// Whether a text matches a pattern, in which `$(v)` has some values.
    static func matches(_ text: String, _ pattern: String, _ values: [String]) -> Bool {
        matches(abbreviated(pattern)[...], Array(text)[...], values)
    }

    private static func abbreviated(_ pattern: String) -> [Character] {
        Array(pattern.split(separator: "$(v)", omittingEmptySubsequences: false).joined(separator: "$"))
    }

    private static func normalised(_ text: [Character]) -> [Character] {
        if text.isEmpty { return ["/"] }
        if text.count == 1 { return text }
        var text = text
        for doubled in ["//", "**"] {
            while let index = text.indices.dropLast().first(where: { String([text[$0], text[$0 + 1]]) == doubled }) {
                text.remove(at: index)
            }
        }
        if text.first != "*", text.first != "/" { text.insert("/", at: 0) }
        if text == ["*"] || (text.last != "*" && text.last != "/") { text.append("/") }
        return text
    }

    private static func matches(
        _ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>, _ values: [String]
    ) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        let rest = pattern.dropFirst()
        switch first {
        case "*": return (text.startIndex...text.endIndex).contains { matches(rest, text[$0...], values) }
        case "?": return !text.isEmpty && matches(rest, text.dropFirst(), values)
        case "$": return values.contains { matches((Array($0) + rest)[...], text, values) }
        default: return text.first == first && matches(rest, text.dropFirst(), values)
        }
    }
}
