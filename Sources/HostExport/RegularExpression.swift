/// Parts of regular expressions with the same meaning in PCRE, RE2 and JavaScript.
enum RegularExpression {
    /// Returns an expression that matches a text literally.
    static func escaped(_ text: String) -> String {
        var result = ""
        for character in text.unicodeScalars {
            if #"\^$.|?*+()[]{}"#.unicodeScalars.contains(character) { result += "\\" }
            result.unicodeScalars.append(character)
        }
        return result
    }

    /// Returns an alternation of literal texts.
    static func anyOf(_ texts: [String]) -> String { texts.map(escaped).joined(separator: "|") }
}

extension String {
    /// Returns the text with every occurrence of another text replaced.
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
