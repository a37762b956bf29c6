internal import Configuration
internal import Diagnostics
internal import TextEncoding

// Detects text that is written without quotes but that YAML reads as something else.
extension SourceText {
    func byte(at offset: Int) -> UInt8? {
        bytes.indices.contains(offset) ? bytes[offset] : nil
    }

    /// The bytes from an offset to the end of its line, decoded.
    func restOfLine(from offset: Int) -> Substring {
        let rest = bytes[min(offset, bytes.count)...].prefix { $0 != 0x0A && $0 != 0x0D }
        return String(decoding: rest, as: UTF8.self)[...]
    }

    /// The offset of the first byte at or after `offset` that is not a blank or a tab.
    func skipBlanks(from offset: Int) -> Int {
        var offset = offset
        while let byte = byte(at: offset), byte == 0x20 || byte == 0x09 { offset += 1 }
        return offset
    }

    func hasBraces(at offset: Int) -> Bool {
        byte(at: offset) == UInt8(ascii: "{") && byte(at: offset + 1) == UInt8(ascii: "{")
    }

    /// The diagnostic for an unquoted value such as `{{base}}/v1`, which YAML reads as a mapping in a mapping.
    func unquotedBraces(at offset: Int, inFlow: Bool) -> Diagnostic {
        let rest = restOfLine(from: offset)
        var end = rest.startIndex
        var depth = 0
        while end < rest.endIndex {
            let character = rest[end]
            if character == "{" { depth += 1 }
            if depth == 0, inFlow, ",]}".contains(character) { break }
            if character == "}" { depth -= 1 }
            if character == "#", end > rest.startIndex, rest[rest.index(before: end)].isWhitespace { break }
            end = rest.index(after: end)
        }
        let value = rest[..<end].trimmed
        // Nothing is filled into the values of these, with quotes or without.
        let name = file.split(separator: "/").last ?? ""
        let line = bytes[self.offset(ofLine: location(at: offset).line)..<offset]
        let isApp = name.hasPrefix("app.") && name.hasSuffix(".yml")
        if isApp || String(decoding: line, as: UTF8.self).trimmed == "title:" {
            return diagnostic(
                code: "unquoted-braces", at: offset, "'{{' begins a placeholder, and nothing is filled in here",
                fix: "Write the words themselves.")
        }
        let quote = value.contains("\"") || value.contains("\\") ? "'" : "\""
        return diagnostic(
            code: "unquoted-braces", at: offset, "a value that begins with '{{' needs quotes",
            fix: "Write \(quote)\(value)\(quote).")
    }

    /// Finds an item of a list that is indented deeper than the one above, so that YAML reads it as a part of its text.
    func foldedItem(in range: Range<Int>) -> Diagnostic? {
        let first = location(at: range.lowerBound).line
        let last = location(at: max(range.lowerBound, range.upperBound - 1)).line
        guard first < last else { return nil }
        return (first + 1...last).lazy.compactMap { number in
            let start = skipBlanks(from: offset(ofLine: number))
            guard restOfLine(from: start).hasPrefix("- ") else { return nil }
            return diagnostic(
                code: "folded-item", at: start,
                "this '- ' is a part of the text on line \(first), since it is indented deeper",
                fix: line(first)?.trimmed.hasPrefix("- ") == true
                    ? "Indent it like the '- ' on line \(first)."
                    : "Write the list below its key, on lines of its own.")
        }.first
    }

    /// The error for a text in braces between quotes such as “ and ”, which a comma ends; nil if it is closed before.
    func typographicQuotes(in text: ConfigurationNode) -> Diagnostic? {
        let pairs: [Character: String] = ["“": "”", "„": "“”", "”": "”", "«": "»", "»": "«"]
        guard let open = text.text?.first, let ends = pairs[open],
            text.text?.dropFirst().contains(where: ends.contains) == false
        else { return nil }
        let start = text.range.lowerBound
        let words = restOfLine(from: start).dropFirst()
        guard let end = words.firstIndex(where: ends.contains) else { return nil }
        let quote = words[..<end].contains("\"") ? "'" : "\""
        return diagnostic(
            code: "bare-key", at: start,
            "'\(open)' and '\(words[end])' are no quotes of YAML, and a comma ends a text inside of braces",
            fix: "Write \(quote)\(words[..<end])\(quote)")
    }

    /// Finds an unquoted value such as `#D4AF37` in `accent: #D4AF37`, which YAML reads as a comment. An intended
    /// comment has a blank after its `#`. The offset is the end of the key, or that at which a list item would begin;
    /// nil is its name then.
    func swallowedValue(after offset: Int, of name: String?) -> Diagnostic? {
        var start = skipBlanks(from: offset)
        if name != nil {
            guard byte(at: start) == UInt8(ascii: ":") else { return nil }
            start = skipBlanks(from: start + 1)
        }
        guard byte(at: start) == UInt8(ascii: "#"), byte(at: start + 1)?.isASCIIAlphanumeric == true else { return nil }
        return swallowedText(at: start, name.map { "the value of '\($0)'" } ?? "this item")
    }

    /// Finds the first `#…` on a line that YAML reads as a comment and that looks like a value.
    func swallowedValue(onLineOf offset: Int) -> Diagnostic? {
        var start = self.offset(ofLine: location(at: offset).line)
        var quote: UInt8?
        var previous = UInt8(ascii: " ")
        while let byte = byte(at: start), byte != 0x0A, byte != 0x0D {
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                if !previous.isASCIIAlphanumeric { quote = byte }
            } else if byte == UInt8(ascii: "#"), " \t[{,".utf8.contains(previous) {
                guard let next = self.byte(at: start + 1), next.isASCIIAlphanumeric else { return nil }
                return swallowedText(at: start, "the value after it")
            }
            previous = byte
            start += 1
        }
        return nil
    }

    private func swallowedText(at start: Int, _ what: String) -> Diagnostic {
        let word = restOfLine(from: start).prefix { !$0.isWhitespace && !",]}".contains($0) }
        return diagnostic(
            code: "unquoted-hash", at: start, "'#' without quotes begins a comment, so \(what) is missing",
            fix: "Write \"\(word)\", or a space after the '#' where a comment is meant.")
    }
}
