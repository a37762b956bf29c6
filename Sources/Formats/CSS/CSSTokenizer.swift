internal import TextEncoding

/// A token of CSS, and the bytes that it consists of.
package struct CSSToken: Hashable, Sendable {
    /// The kind of token. Names and texts have their escapes resolved.
    package enum Kind: Hashable, Sendable {
        case whitespace
        case comment(isClosed: Bool)
        case identifier(String)
        /// A name directly before an opening parenthesis, which is part of the token.
        case function(String)
        /// The name after an `@`.
        case atKeyword(String)
        /// A text in quotes; it is closed unless a line break or the end of the style sheet comes first.
        case string(String, isClosed: Bool)
        /// `url(…)` with an address that is not in quotes, and up to its parenthesis also with one that is malformed.
        case url(String)
        /// Digits with the unit after them, or a name after `#`.
        case value
        /// One of `(`, `[` and `{`.
        case opening(UInt8)
        /// One of `)`, `]` and `}`.
        case closing(UInt8)
        case colon, semicolon
        /// Any other character.
        case delimiter
    }

    package let kind: Kind
    package let range: Range<Int>

    /// Whether it is a function of a name, in any case.
    package func isFunction(_ name: String) -> Bool {
        if case .function(let own) = kind { own.isEqualIgnoringASCIICase(name) } else { false }
    }
}

/// Splits UTF-8 into the tokens of CSS (CSS Syntax 3, section 4); together they cover every byte.
///
/// What no caller tells apart is one kind here: a sign and a decimal point are delimiters. A comment is a token, since
/// callers report unclosed ones.
package struct CSSTokenizer: Sequence, IteratorProtocol, Sendable {
    private let bytes: [UInt8]
    private var index = 0

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package mutating func next() -> CSSToken? {
        if index == bytes.count { return nil }
        let start = index
        let kind = read(bytes[index])
        return CSSToken(kind: kind, range: start..<index)
    }

    private mutating func read(_ byte: UInt8) -> CSSToken.Kind {
        switch byte {
        case _ where byte.isASCIIWhitespace:
            skipWhitespace()
            return .whitespace
        case UInt8(ascii: "/") where has("/*"): return readComment()
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return readString(byte)
        case _ where byte.isASCIIDigit:
            while index < bytes.count, bytes[index].isASCIIDigit { index += 1 }
            if isNameStart(at: index) { _ = readName() }
            return .value
        case UInt8(ascii: "#"):
            index += 1
            return readName().isEmpty ? .delimiter : .value
        case UInt8(ascii: "@"):
            index += 1
            return isNameStart(at: index) ? .atKeyword(readName()) : .delimiter
        case _ where isNameStart(at: index): return readIdentifier()
        default:
            index += 1
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): return .opening(byte)
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): return .closing(byte)
            case UInt8(ascii: ":"): return .colon
            case UInt8(ascii: ";"): return .semicolon
            default: return .delimiter
            }
        }
    }

    private mutating func readComment() -> CSSToken.Kind {
        index += 2
        while index < bytes.count, !has("*/") { index += 1 }
        let isClosed = index < bytes.count
        if isClosed { index += 2 }
        return .comment(isClosed: isClosed)
    }

    private mutating func readString(_ quote: UInt8) -> CSSToken.Kind {
        var text: [UInt8] = []
        index += 1
        while index < bytes.count, !isLineBreak(bytes[index]) {
            let byte = bytes[index]
            if byte == quote {
                index += 1
                return .string(String(decoding: text, as: UTF8.self), isClosed: true)
            }
            if isEscape(at: index) {
                readEscape(into: &text)
            } else if byte == UInt8(ascii: "\\") {
                // A line break after it continues the text.
                index = Swift.min(index + (has("\\\r\n") ? 3 : 2), bytes.count)
            } else {
                text.append(byte)
                index += 1
            }
        }
        return .string(String(decoding: text, as: UTF8.self), isClosed: false)
    }

    private mutating func readIdentifier() -> CSSToken.Kind {
        let name = readName()
        guard index < bytes.count, bytes[index] == UInt8(ascii: "(") else { return .identifier(name) }
        index += 1
        guard name.isEqualIgnoringASCIICase("url") else { return .function(name) }
        let address = bytes[index...].first { !$0.isASCIIWhitespace }
        if let address, "\"'".utf8.contains(address) { return .function(name) }
        return readURL()
    }

    private mutating func readURL() -> CSSToken.Kind {
        var address: [UInt8] = []
        skipWhitespace()
        while index < bytes.count, bytes[index] != UInt8(ascii: ")") {
            if isEscape(at: index) {
                readEscape(into: &address)
            } else {
                address.append(bytes[index])
                index += 1
            }
        }
        index = Swift.min(index + 1, bytes.count)
        while address.last?.isASCIIWhitespace == true { address.removeLast() }
        return .url(String(decoding: address, as: UTF8.self))
    }

    private mutating func readName() -> String {
        var name: [UInt8] = []
        while index < bytes.count {
            if isOfName(bytes[index]) {
                name.append(bytes[index])
                index += 1
            } else if isEscape(at: index) {
                readEscape(into: &name)
            } else {
                break
            }
        }
        return String(decoding: name, as: UTF8.self)
    }

    /// Reads an escape: up to six hexadecimal digits and a blank, or any other character (section 4.3.7).
    private mutating func readEscape(into text: inout [UInt8]) {
        let digits = bytes[(index + 1)...].prefix(6).prefix { $0.hexDigitValue != nil }
        guard !digits.isEmpty else {
            text.append(bytes[index + 1])
            index += 2
            return
        }
        index = digits.endIndex
        if has("\r\n") { index += 1 }
        if index < bytes.count, bytes[index].isASCIIWhitespace { index += 1 }
        let value = digits.reduce(UInt32(0)) { $0 << 4 | UInt32($1.hexDigitValue ?? 0) }
        let scalar = value == 0 ? nil : Unicode.Scalar(value)
        text += Array(String(scalar ?? "\u{FFFD}").utf8)
    }

    /// Whether a name begins (section 4.3.9).
    private func isNameStart(at index: Int) -> Bool {
        guard index < bytes.count else { return false }
        if bytes[index] == UInt8(ascii: "-"), index + 1 < bytes.count {
            return bytes[index + 1] == UInt8(ascii: "-") || isNameStart(at: index + 1)
        }
        return isOfName(bytes[index]) && !bytes[index].isASCIIDigit || isEscape(at: index)
    }

    private func isEscape(at index: Int) -> Bool {
        bytes[index] == UInt8(ascii: "\\") && index + 1 < bytes.count && !isLineBreak(bytes[index + 1])
    }

    private func isOfName(_ byte: UInt8) -> Bool {
        byte.isWord || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    private func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0C || byte == 0x0D }

    private mutating func skipWhitespace() {
        while index < bytes.count, bytes[index].isASCIIWhitespace { index += 1 }
    }

    private func has(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }
}
