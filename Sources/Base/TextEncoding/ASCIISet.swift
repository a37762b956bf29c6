/// A set of ASCII characters with constant-time lookup.
package struct ASCIISet: Hashable, Sendable {
    @usableFromInline var low: UInt64 = 0
    @usableFromInline var high: UInt64 = 0

    /// The set of the characters of a text; characters beyond ASCII are ignored.
    package init(_ characters: String) {
        for byte in characters.utf8 where byte < 0x80 {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
        }
    }

    /// Whether a byte is the code of one of the characters.
    @inlinable package func contains(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<64: low >> UInt64(byte) & 1 == 1
        case 64..<128: high >> UInt64(byte - 64) & 1 == 1
        default: false
        }
    }

    /// Whether a text is not empty and consists only of characters of the set.
    package func containsAll(of text: some StringProtocol) -> Bool { !text.isEmpty && text.utf8.allSatisfy(contains) }

    package func union(_ other: ASCIISet) -> ASCIISet {
        var result = self
        result.low |= other.low
        result.high |= other.high
        return result
    }

    package func subtracting(_ other: ASCIISet) -> ASCIISet {
        var result = self
        result.low &= ~other.low
        result.high &= ~other.high
        return result
    }

    package static let digits = ASCIISet("0123456789")
    package static let letters = ASCIISet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    package static let alphanumerics = digits.union(letters)
    /// The characters of a URL that never need encoding (RFC 3986, section 2.3).
    package static let unreserved = alphanumerics.union(ASCIISet("-._~"))
    /// The characters that delimit the parts of a URL (RFC 3986, section 2.2).
    package static let reserved = ASCIISet(":/?#[]@!$&'()*+,;=")
    /// The characters that may stand in a URL; with a percent sign, which begins a triplet (RFC 3986, section 2).
    package static let url = unreserved.union(reserved).union(ASCIISet("%"))
    /// The characters of decoded text that may appear in a URL's path, query or fragment without ending it or beginning
    /// a triplet.
    package static let urlPart = url.subtracting(ASCIISet("%?#"))
}

extension UInt8 {
    @inlinable package var isASCIIDigit: Bool { self &- 0x30 < 10 }
    @inlinable package var isASCIILowercase: Bool { self &- 0x61 < 26 }
    @inlinable package var isASCIIUppercase: Bool { self &- 0x41 < 26 }
    /// Whether the byte is a letter of ASCII in either case.
    @inlinable package var isASCIILetter: Bool { (self | 0x20).isASCIILowercase }
    /// Whether the byte is a letter or a digit of ASCII.
    @inlinable package var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }
    /// Whether the byte is a letter or a digit of ASCII, or belongs to a character beyond ASCII.
    @inlinable package var isWord: Bool { isASCIIAlphanumeric || self >= 0x80 }
    /// Whether the byte is a space, or one of the control characters from tab to carriage return.
    @inlinable package var isASCIIWhitespace: Bool { self == 0x20 || self &- 0x09 < 5 }

    /// The value of a hexadecimal digit in either case; nil for any other byte.
    @inlinable package var hexDigitValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }

    /// The byte with an ASCII capital lower-cased; any other byte unchanged.
    @inlinable package var asciiLowercased: UInt8 { isASCIIUppercase ? self | 0x20 : self }

    /// Whether the byte is allowed in the value of a header field (RFC 9110, section 5.5): any but the control characters
    /// other than tab.
    @inlinable package var isFieldCharacter: Bool { self >= 0x20 && self != 0x7F || self == 0x09 }

    /// Whether the byte is a character of a token, such as the name of a header field (RFC 9110, section 5.6.2).
    ///
    /// The set is written as two numbers, since a parser of requests asks for every byte of every name, and a global
    /// constant of another module is looked up each time.
    @inlinable package var isTokenCharacter: Bool {
        switch self {
        case 0..<64: 0x03FF_6CFA_0000_0000 as UInt64 >> UInt64(self) & 1 == 1
        case 64..<128: 0x57FF_FFFF_C7FF_FFFE as UInt64 >> UInt64(self - 64) & 1 == 1
        default: false
        }
    }
}

extension BinaryInteger {
    /// The number in hexadecimal, in upper case, with leading zeros up to a number of digits.
    package func hexadecimal(digits: Int) -> String {
        let text = String(self, radix: 16, uppercase: true)
        return String(repeating: "0", count: Swift.max(0, digits - text.utf8.count)) + text
    }
}

extension StringProtocol {
    /// Whether the text is a token (RFC 9110, section 5.6.2).
    package var isToken: Bool { !isEmpty && utf8.allSatisfy(\.isTokenCharacter) }

    /// Whether two texts are equal, ignoring the case of ASCII letters.
    @inlinable
    package func isEqualIgnoringASCIICase(_ other: some StringProtocol) -> Bool {
        utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
    }
}
