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

    /// Returns a pattern that matches an `Accept-Encoding` that accepts a coding, with any weight but 0.
    ///
    /// - Parameter coding: a pattern for the coding's name.
    /// - Returns: a pattern to match case-insensitively.
    static func accepting(_ coding: String) -> String {
        #"(?:^|,)\s*\#(coding)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)"#
    }
}
