/// Pieces of regular expressions that PCRE, RE2 and JavaScript read alike.
enum RegularExpression {
    /// A text that matches itself.
    static func escaped(_ text: String) -> String {
        var result = ""
        for character in text.unicodeScalars {
            if #"\^$.|?*+()[]{}"#.unicodeScalars.contains(character) { result += "\\" }
            result.unicodeScalars.append(character)
        }
        return result
    }

    /// Any of some texts.
    static func anyOf(_ texts: [String]) -> String { texts.map(escaped).joined(separator: "|") }
}

extension String {
    /// The text with every occurrence of another in the place of one.
    func replacingAll(_ text: String, with replacement: String) -> String {
        var result = ""
        var rest = self[...]
        while let range = rest.range(of: text) {
            result += rest[..<range.lowerBound] + replacement
            rest = rest[range.upperBound...]
        }
        return result + rest
    }
}

extension Substring {
    fileprivate func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
