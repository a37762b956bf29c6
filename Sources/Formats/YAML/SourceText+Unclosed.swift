package import Diagnostics
internal import TextEncoding

// Texts that are not closed where they are meant to be, and marks after values.
extension SourceText {
    /// The message and the fix for a mark after a value, such as the ',' that other formats write there.
    package static func strayMark(_ mark: Character) -> (message: String, fix: String) {
        (
            "the '\(mark)' at the end of this line separates nothing",
            "Remove it: each key has a line of its own, and commas are between { } and [ ] only."
        )
    }

    /// The error for a quoted text that is closed on a later line than it is meant to be.
    func unclosed(_ text: Range<Int>, _ consequence: String) -> Diagnostic {
        diagnostic(
            code: "yaml-syntax", at: text.lowerBound,
            "this quote is closed only on line \(location(at: text.upperBound).line), \(consequence)",
            fix: "Close the text with \(character(at: text.lowerBound)).")
    }

    /// Whether a line after the first of a text begins with a key, which an unclosed text continues over.
    func hasKey(within text: Range<Int>) -> Bool {
        !linesOfKeys(within: text).isEmpty
    }

    /// The first line of a text that begins with a key and is indented no further than the line that the text begins on, as
    /// no line of a text is that is meant to have several.
    func lineOfOuterKey(within text: Range<Int>) -> Int? {
        let own = indentation(ofLine: location(at: text.lowerBound).line)
        return linesOfKeys(within: text).first { indentation(ofLine: $0) <= own }
    }

    private func linesOfKeys(within text: Range<Int>) -> [Int] {
        let lines = (location(at: text.lowerBound).line + 1)..<(location(at: text.upperBound).line + 1)
        return lines.filter { number in
            let line = line(number)?.trimmed ?? ""
            let key = line.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
            let rest = line[key.endIndex...]
            return !key.isEmpty && (rest == ":" || rest.hasPrefix(": "))
        }
    }
}
