internal import TextEncoding

/// The format that an email address must have before it is sent to a backend.
public enum EmailRule: Hashable, Sendable, CaseIterable {
    /// An address whose local part has the characters of the HTML standard's rule for `type=email`, which are those of
    /// RFC 5321's `Dot-string`, and whose domain has at least two labels.
    case standard
    /// `[A-Z0-9a-z._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,64}`, the rule of many apps' own screens. It refuses some valid
    /// addresses, such as those with an apostrophe.
    case simple
    /// Anything that could be the address of an existing account: a text with an `@` inside.
    case login

    /// The maximum length of a new address, in bytes: the longest that SMTP can carry (RFC 5321, section 4.5.3.1.3,
    /// without the angle brackets).
    public static let longest = 254

    /// Whether a text has the format of an email address.
    public func isMet(by text: String) -> Bool {
        let bytes = Array(text.utf8)
        if self == .login {
            return bytes.dropFirst().dropLast().contains(UInt8(ascii: "@"))
                && !text.unicodeScalars.contains { "\n\r\u{2028}\u{2029}".unicodeScalars.contains($0) }
        }
        guard let at = bytes.firstIndex(of: UInt8(ascii: "@")) else { return false }
        let local = bytes[..<at]
        let domain = bytes[(at + 1)...]
        guard self == .simple || bytes.count <= Self.longest, !local.isEmpty,
            local.allSatisfy({ $0.isASCIIAlphanumeric || marks.contains($0) }),
            domain.allSatisfy({ $0.isASCIIAlphanumeric || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }),
            let dot = domain.lastIndex(of: UInt8(ascii: ".")), dot > domain.startIndex
        else { return false }
        let top = domain[(dot + 1)...]
        guard self == .simple else { return top.count >= 2 && top.first?.isASCIILetter == true }
        return (2...64).contains(top.count) && top.allSatisfy(\.isASCIILetter)
    }

    /// The characters of a local part besides letters and digits.
    private var marks: String.UTF8View { (self == .simple ? "._%+-" : ".!#$%&'*+/=?^_`{|}~-").utf8 }

    /// The value of HTML's `pattern` for a field with the rule, also valid with the flag `v` of regular expressions; nil
    /// for the rule that pages follow without one.
    package var pattern: String? {
        switch self {
        case .standard: nil
        case .simple: #"[A-Z0-9a-z._%+\-]+@[A-Za-z0-9.\-]+\.[A-Za-z]{2,64}"#
        case .login: ".+@.+"
        }
    }
}
