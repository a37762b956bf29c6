internal import TextEncoding

/// Scans the part of a link after its text: `(destination "title")` or `[label]` (CommonMark 0.30, section 6.3).
struct LinkScanner {
    let bytes: [UInt8]

    struct Target {
        /// The position at which the destination begins, after a `<` if there is one.
        var destination: Int
        /// The position after the closing parenthesis.
        var end: Int
    }

    private func byte(at position: Int) -> UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    /// Reads `(destination "title")`.
    func target(at position: Int) -> Target? {
        guard byte(at: position) == UInt8(ascii: "(") else { return nil }
        let start = skipSpaces(from: position + 1)
        guard let destinationEnd = endOfDestination(from: start) else { return nil }
        var end = skipSpaces(from: destinationEnd)
        if end > destinationEnd, let titleEnd = endOfTitle(from: end) { end = skipSpaces(from: titleEnd) }
        guard byte(at: end) == UInt8(ascii: ")") else { return nil }
        let isPointed = byte(at: start) == UInt8(ascii: "<")
        return Target(destination: isPointed ? start + 1 : start, end: end + 1)
    }

    /// Reads `[label]`; the result is without its brackets.
    func label(at position: Int) -> Range<Int>? {
        guard byte(at: position) == UInt8(ascii: "[") else { return nil }
        var end = position + 1
        while let byte = byte(at: end), end - position <= 1_000 {
            if byte == UInt8(ascii: "]") { return (position + 1)..<end }
            if byte == UInt8(ascii: "[") { return nil }
            end += byte == UInt8(ascii: "\\") && self.byte(at: end + 1)?.isPunctuation == true ? 2 : 1
        }
        return nil
    }

    func skipSpaces(from position: Int) -> Int {
        var position = position
        while byte(at: position)?.isASCIIWhitespace == true { position += 1 }
        return position
    }

    private func endOfDestination(from start: Int) -> Int? {
        var end = start
        if byte(at: start) == UInt8(ascii: "<") {
            end += 1
            while let byte = byte(at: end) {
                if byte == UInt8(ascii: ">") { return end + 1 }
                if byte == 0x0A || byte == UInt8(ascii: "<") { return nil }
                end += byte == UInt8(ascii: "\\") ? 2 : 1
            }
            return nil
        }
        var depth = 0
        while let byte = byte(at: end), !byte.isASCIIWhitespace {
            switch byte {
            case UInt8(ascii: "\\") where self.byte(at: end + 1)?.isPunctuation == true: end += 1
            case UInt8(ascii: "("):
                depth += 1
                // The limit of libcmark.
                if depth > 32 { return nil }
            case UInt8(ascii: ")"):
                if depth == 0 { return end }
                depth -= 1
            default: break
            }
            end += 1
        }
        return end < bytes.count && end > start ? end : nil
    }

    private func endOfTitle(from start: Int) -> Int? {
        let close: UInt8
        switch byte(at: start) {
        case UInt8(ascii: "\""): close = UInt8(ascii: "\"")
        case UInt8(ascii: "'"): close = UInt8(ascii: "'")
        case UInt8(ascii: "("): close = UInt8(ascii: ")")
        default: return nil
        }
        var end = start + 1
        while let byte = byte(at: end) {
            if byte == close { return end + 1 }
            if byte == UInt8(ascii: "("), close == UInt8(ascii: ")") { return nil }
            end += byte == UInt8(ascii: "\\") && self.byte(at: end + 1)?.isPunctuation == true ? 2 : 1
        }
        return nil
    }
}
