internal import TextEncoding

// Links, footnotes and notes of other dialects, and links with a mistake in their brackets.
extension ForeignMarkupScan {
    mutating func bracket() {
        // The address of a link whose words end without `]`.
        if let words = end(from: index + 1, before: "(", while: { !"[])".utf8.contains($0) }),
            let end = endOfAddress(at: words)
        {
            let text = String(decoding: bytes[(index + 1)..<(words - 1)], as: UTF8.self).trimmed
            let address = String(decoding: bytes[words..<(end - 1)], as: UTF8.self)
            return add(
                "[",
                .signs(
                    "this '[' is never closed", fix: "Write [\(text)](\(address)), or \\[ for the sign itself."),
                to: end)
        }
        if index == 0, !isFollowed, bytes.last == UInt8(ascii: ")"), !bytes.contains(where: { "](".utf8.contains($0) })
        {
            return add(
                "[", .signs("this '[' is never closed", fix: "Write [words](/address), or \\[ for the sign itself."),
                to: bytes.count)
        }
        if has("[^"), let end = end(from: index + 2, before: "]", while: { !$0.isASCIIWhitespace }) {
            return add("[^", ForeignMarkup.footnote, to: end)
        }
        if index == 0, has("[!"), let end = end(from: 2, before: "]", while: \.isASCIILetter) {
            let kind = String(decoding: bytes[2..<(end - 1)], as: UTF8.self)
            let word = kind.prefix(1).uppercased() + kind.dropFirst().lowercased()
            return add("[!", .missing("notes such as '[!NOTE]'", fix: "Write **\(word)** in its place."), to: end)
        }
        if has("[["), let end = end(from: index + 2, before: "]]", while: { $0 != UInt8(ascii: "[") }) {
            let words = String(decoding: bytes[(index + 2)..<(end - 2)], as: UTF8.self)
            return add(
                "[[", .missing("links in double brackets", fix: "Write [\(words)](/address) with its address."),
                to: end)
        }
        if let name = end(from: index + 1, before: "]", while: { $0.isASCIILetter || $0 == UInt8(ascii: "_") }),
            case let word = TemplateVariable(
                rawValue: String(decoding: bytes[(index + 1)..<(name - 1)], as: UTF8.self).lowercased()),
            let value = word.isKnown ? word : word.synonym,
            case let fix = values.contains(value) ? "Write {{\(value.rawValue)}} for a value" : Self.ownWords,
            byte(index - 1) != UInt8(ascii: "]"), byte(name) != UInt8(ascii: "(")
        {
            let text = String(decoding: bytes[index..<name], as: UTF8.self)
            return add(
                "[",
                .signs(
                    "'\(text)' is shown literally here",
                    fix: "\(fix), or \\[ for the sign itself."),
                to: name)
        }
        index += 1
    }

    /// Detects a link whose brackets are in the other order, `(words)[address]`.
    mutating func swappedLink() {
        guard let words = end(from: index + 1, before: ")[", while: { !"()[]".utf8.contains($0) }),
            let target = end(from: words, before: "]", while: { !$0.isASCIIWhitespace && !"()[".utf8.contains($0) }),
            ["run:", "app:", "mailto:", "https:", "#", "/"].contains(where: { bytes[words...].starts(with: $0.utf8) })
        else { return linkWithoutBrackets() }
        let text = String(decoding: bytes[(index + 1)..<(words - 2)], as: UTF8.self)
        let address = String(decoding: bytes[words..<(target - 1)], as: UTF8.self)
        add(
            "(", .signs("this is no link: its brackets are in the other order", fix: "Write [\(text)](\(address))."),
            to: target)
    }

    /// The end of an address in parentheses and of the sign that closes it; nil if there is none.
    private func endOfAddress(at start: Int) -> Int? {
        let isAddress = ["run:", "app:", "mailto:", "https:", "#", "/", "{{link}}"].contains {
            bytes[start...].starts(with: $0.utf8)
        }
        return isAddress ? end(from: start, before: ")", while: { !"()[]".utf8.contains($0) }) : nil
    }

    /// Detects a link that has lost its brackets: `words(/address)`.
    private mutating func linkWithoutBrackets() {
        guard index > 0, byte(index - 1).isWord || "?!".utf8.contains(byte(index - 1)),
            let end = endOfAddress(at: index + 1)
        else {
            index += 1
            return
        }
        let address = String(decoding: bytes[index..<end], as: UTF8.self)
        add(
            "(",
            .signs(
                "this address has no words in brackets before it",
                fix: "Write [words]\(address), or \\( for the sign itself."), to: end)
    }
}
