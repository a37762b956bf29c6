internal import Configuration
internal import Diagnostics
internal import TextEncoding

extension SyntaxFailure {
    /// Translates the error into the author's terms and finds its cause: libyaml's message uses the terms of its
    /// grammar, and its location is often the end of the file. `brackets` are the offsets of the brackets that are still
    /// open, outermost first, `text` the range of the quoted text before the error, if it spans several lines, and `table`
    /// has the keys of the document, if they are known.
    func diagnostic(
        in source: SourceText, openBrackets brackets: [Int] = [], after text: Range<Int>? = nil, table: KeyTable? = nil
    ) -> Diagnostic {
        if let tab = source.indentingTab(onLineOf: offset) {
            return source.diagnostic(
                code: "tab-indentation", at: tab, "a tab cannot indent YAML", fix: "Indent with spaces.")
        }
        if let braces = source.unquotedBraces(onLineOf: offset) ?? source.unquotedBraces(onLineOf: contextOffset) {
            return braces
        }
        if let swallowed = swallowedValue(in: source) { return swallowed }
        if let text,
            source.location(at: text.upperBound).line == source.location(at: offset).line || source.hasKey(within: text)
        {
            // An unclosed text continues up to the quote that opens the next one.
            return source.unclosed(text, "where more follows")
        }
        let cause = cause(in: source, openBrackets: brackets, table)
        return cause.at(source.place(at: source.location(at: cause.place)))
    }

    func cause(_ message: String, _ offset: Int, _ fix: String?) -> Problem<Int> {
        Problem(code: "yaml-syntax", at: offset, message, fix: fix)
    }

    private func cause(in source: SourceText, openBrackets brackets: [Int], _ table: KeyTable?) -> Problem<Int> {
        let found = source.character(at: offset)
        if let fence = fence(in: source) { return fence }
        switch problem {
        case "found character that cannot start any token":
            return cause("a value cannot begin with '\(found)'", offset, "Quote the value.")
        case "could not find expected ':'":
            let key = source.restOfLine(from: contextOffset).trimmed
            let isItem = key.hasPrefix("{") || key.hasPrefix("[")
            let fix =
                isItem
                ? "Write '- ' before it, like the items above." : "Write 'key: value', with a space after the ':'."
            return cause("expected ':' after '\(key.prefix(40))'", contextOffset, fix)
        case "mapping values are not allowed in this context": return strayColon(in: source, table)
        case "block sequence entries are not allowed in this context":
            let fix = "Begin it on the next line, or write [a, b]."
            return cause("a list cannot begin on the line of its key", offset, fix)
        case "did not find expected key", "did not find expected '-' indicator": return strayText(in: source)
        case "found unexpected end of stream", "found unexpected document indicator":
            guard context == "while scanning a quoted scalar" else { break }
            let quote = source.character(at: contextOffset)
            return cause("this quote is never closed", contextOffset, "Close the text with \(quote).")
        case "found unknown escape character":
            let escape = source.restOfLine(from: offset).prefix(2)
            return cause("unknown escape '\(escape)'", offset, "Write '\\\\' for a backslash, or use single quotes.")
        case "did not find expected hexdecimal number", "found invalid Unicode character escape code":
            return cause("this escape is no character", offset, "Write \\xHH, \\uHHHH or \\UHHHHHHHH.")
        case "did not find expected alphabetic or numeric character":
            let sign = source.character(at: contextOffset)
            let kind = context == "while scanning an alias" ? "alias" : "anchor"
            let text = source.restOfLine(from: contextOffset).prefix { !",]} \t".contains($0) }
            return cause(
                "'\(sign)' without quotes begins an \(kind)", contextOffset,
                sign == "*" ? wildcardFix(for: text, in: source) : "Quote the value.")
        case "did not find expected ',' or ']'", "did not find expected ',' or '}'":
            return crossedBracket(at: contextOffset, within: brackets, in: source)
                ?? unclosed(at: contextOffset, expected: String(problem.suffix(10)), in: source)
        case "did not find expected node content":
            guard let bracket = brackets.last else {
                return cause("expected a value, found '\(found)'", offset, "Quote the value.")
            }
            return crossedBracket(at: bracket, within: brackets, in: source)
                ?? unclosed(at: bracket, expected: "a value", in: source)
        case "found undefined tag handle":
            return cause("unknown tag", contextOffset, "Quote the value if it begins with '!'.")
        case "did not find expected <document start>":
            return misfit(in: source)
                ?? cause("expected the end of the file", offset, "Indent what belongs to the value above.")
        default: break
        }
        if context.hasSuffix("a tag") {
            return cause("this is not a tag", contextOffset, "Quote the value if it begins with '!'.")
        }
        return cause([problem, context].filter { !$0.isEmpty }.joined(separator: " "), offset, nil)
    }

    /// The fix for a value that begins with '*', which is mostly meant for a pattern.
    private func wildcardFix(for text: Substring, in source: SourceText) -> String {
        let line = source.line(source.location(at: contextOffset).line) ?? ""
        if text.hasPrefix("*."), line.contains("host") {
            return "List the hosts one by one, such as 'www\(text.dropFirst())': no pattern stands for several."
        }
        return text.hasPrefix("**")
            ? "Quote the value." : "List each one by itself: no pattern stands for several. Quote any other value."
    }

    /// The error for `title: one: two`, or for a key that is indented deeper than the one above it.
    private func strayColon(in source: SourceText, _ table: KeyTable?) -> Problem<Int> {
        let line = source.bytes[source.offset(ofLine: source.location(at: offset).line)..<offset]
        let before = String(decoding: line, as: UTF8.self)
        if before.contains(": ") {
            let text = source.line(source.location(at: offset).line) ?? ""
            let parts = text.split(separator: ":", maxSplits: 1).map(\.trimmed)
            let value = parts.last ?? ""
            if let fix = table?.bracketFix(for: String(value), of: String(parts.first ?? "")) {
                return cause("a mapping or a list on the line of its key needs brackets", offset, fix)
            }
            let quote = value.contains("\"") ? "'" : "\""
            let isWhole = !value.contains(quote) && !value.contains(" #") && !value.contains("\\")
            return cause(
                "an unquoted value cannot contain ': '", offset,
                isWhole ? "Write \(quote)\(value)\(quote)." : "Quote the value.")
        }
        let start = source.skipBlanks(from: line.startIndex)
        return lineWithoutKey(in: source) ?? firstAsItem(in: source) ?? dottedKey(in: source)
            ?? strayIndentation(in: source) ?? misfit(in: source) ?? missingKey(in: source)
            ?? cause("this key fits no mapping", start, "Indent it like the keys that it belongs to.")
    }

    /// The error for text after a value, or for a line whose indentation matches nothing above it.
    private func strayText(in source: SourceText) -> Problem<Int> {
        let line = source.offset(ofLine: source.location(at: offset).line)
        if source.skipBlanks(from: line) < offset {
            if String(decoding: source.bytes[line..<offset], as: UTF8.self).contains("<%") {
                return cause(
                    "'<%' begins code, and nothing runs code in this file", offset, "Write a variable as ${NAME}.")
            }
            let rest = source.restOfLine(from: offset).trimmed
            if let mark = rest.first, rest == "," || rest == ";" {
                let (message, fix) = SourceText.strayMark(mark)
                return cause(message, offset, fix)
            }
            return textAfterQuote(in: source)
                ?? cause("unexpected text after the value", offset, "Quote the whole value.")
        }
        if source.character(at: offset) == ":" { return cause("there is no key before the ':'", offset, nil) }
        if let rule = statusAsKey(in: source) { return rule }
        if let item = firstAsItem(in: source) { return item }
        if let item = itemAmongKeys(in: source) { return item }
        if let line = lineWithoutKey(in: source) ?? strayIndentation(in: source) ?? misfit(in: source) { return line }
        if problem == "did not find expected '-' indicator" {
            return slippedLine(in: source)
                ?? cause("expected '- ' and the next item of the list", offset, "Indent it like the items above.")
        }
        return missingKey(in: source)
            ?? cause("the indentation fits nothing above", offset, "Indent it like the keys that it belongs to.")
    }

    /// The error for the line that marks code in a text, which was copied with it.
    private func fence(in source: SourceText) -> Problem<Int>? {
        let last = source.location(at: offset).line
        guard let line = (1...last).first(where: { source.line($0)?.hasPrefix("```") == true }) else { return nil }
        return cause(
            "'```' is no part of the file, but marks code in the text that it is from", source.offset(ofLine: line),
            "Remove this line\(line > 1 ? ", what is above it" : "") and the last '```' with what is below it.")
    }

    /// The error for text that follows a quoted value, as `'It's here'` has it.
    private func textAfterQuote(in source: SourceText) -> Problem<Int>? {
        let end = source.bytes[..<offset].lastIndex { $0 != 0x20 }
        guard let end, let quote = source.byte(at: end), quote == 0x22 || quote == 0x27 else { return nil }
        let parts = source.line(source.location(at: offset).line)?.split(separator: ":", maxSplits: 1) ?? []
        if source.character(at: offset) == ",", parts.count == 2 {
            return cause(
                "several values are a list, which brackets enclose", offset, "Write [\(parts[1].trimmed)].")
        }
        return cause(
            "the quote before this ends the value", offset,
            "Put the whole value into \(quote == 0x22 ? "'" : "\""), or leave the quotes inside of it out.")
    }

    /// Finds a list such as `[#D4AF37, #C5A028]`, whose closing bracket is part of a comment.
    private func swallowedValue(in source: SourceText) -> Diagnostic? {
        guard problem.hasPrefix("did not find expected ','") else { return nil }
        let openLine = source.location(at: contextOffset).line
        for line in openLine...max(openLine, source.location(at: offset).line) {
            if let problem = source.swallowedValue(onLineOf: source.offset(ofLine: line)) { return problem }
        }
        return nil
    }

    /// The error for a bracket that is never closed, or for something inside it that is not allowed there.
    private func unclosed(at bracket: Int, expected: String, in source: SourceText) -> Problem<Int> {
        let openLine = source.location(at: bracket).line
        let line = source.location(at: offset).line
        // A line that is indented no further than the bracket's line is outside the brackets.
        let isOutside = source.indentation(ofLine: line) <= source.indentation(ofLine: openLine)
        if offset >= source.bytes.count || line > openLine && isOutside {
            let open = source.character(at: bracket)
            return cause("this '\(open)' is never closed", bracket, "Close it with '\(open == "[" ? "]" : "}")'.")
        }
        let found = source.character(at: offset)
        if found == ":" {
            let line = source.bytes[source.offset(ofLine: source.location(at: offset).line)..<offset]
            let value = String(decoding: line, as: UTF8.self).split { ",{[".contains($0) }.last ?? ""
            // A single word before the second colon can be no key after a value.
            let words = value.split(separator: " ").drop { !$0.hasSuffix(":") }.dropFirst()
            return cause(
                "an unquoted value cannot contain ': '", offset,
                words.count < 2
                    ? "Quote the whole value."
                    : "Write a comma before '\(words.last ?? ""):' if that is a key; or quote the whole value.")
        }
        // A quote that is left over after the text tells that it is no item which lacks a comma.
        let isStray = source.restOfLine(from: offset).count { $0 == "\"" } % 2 == 1
        if !",]}".contains(found), source.byte(at: offset - 1) != 0x20 || found != "\"" && isStray,
            let problem = textAfterQuote(in: source)
        {
            return problem
        }
        let fix =
            "[{".contains(found)
            ? "Quote the text, since [ ] { } and , end it inside of brackets."
            : "Separate the items with one comma each."
        return cause("expected \(expected), found '\(found)'", offset, fix)
    }
}

extension SourceText {
    func character(at offset: Int) -> String {
        restOfLine(from: offset).first.map(String.init) ?? ""
    }

    fileprivate func indentingTab(onLineOf offset: Int) -> Int? {
        let start = self.offset(ofLine: location(at: offset).line)
        return (start..<skipBlanks(from: start)).first { bytes[$0] == 0x09 }
    }

    /// The diagnostic for a value on the line that begins with `{{`. libyaml may fail inside the braces before it
    /// reports the mapping.
    fileprivate func unquotedBraces(onLineOf offset: Int) -> Diagnostic? {
        var start = self.offset(ofLine: location(at: offset).line)
        var previous = UInt8(ascii: ":")
        var isInFlow = false
        var colons = 0
        while let byte = byte(at: start), byte != 0x0A, byte != 0x0D {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "#") { return nil }
            if byte == UInt8(ascii: ":"), self.byte(at: start + 1) == 0x20, !isInFlow { colons += 1 }
            // Of a second colon, the first mistake is that it is without quotes.
            if ":-,[{".utf8.contains(previous), hasBraces(at: start), colons < 2 {
                return unquotedBraces(at: start, inFlow: isInFlow)
            }
            if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { isInFlow = true }
            if byte != 0x20 { previous = byte }
            start += 1
        }
        return nil
    }
}
