internal import TextEncoding

/// The format that an email address must have before it is sent to a backend.
///
/// The rule is that of the apps' own login screens, `[A-Z0-9a-z._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,64}` over the whole
/// text, limited to the longest address that SMTP can carry (RFC 5321, section 4.5.3.1.3, without the angle brackets).
public enum EmailRule {
    /// The maximum length, in bytes.
    public static let longest = 254

    /// Whether a text has the format of an email address.
    public static func isMet(by text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count <= longest, let at = bytes.firstIndex(of: UInt8(ascii: "@")) else { return false }
        let local = bytes[..<at]
        let domain = bytes[(at + 1)...]
        guard !local.isEmpty, local.allSatisfy({ $0.isASCIIAlphanumeric || "._%+-".utf8.contains($0) }),
            domain.allSatisfy({ $0.isASCIIAlphanumeric || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }),
            let dot = domain.lastIndex(of: UInt8(ascii: ".")), dot > domain.startIndex
        else { return false }
        let top = domain[(dot + 1)...]
        return (2...64).contains(top.count) && top.allSatisfy(\.isASCIILetter)
    }
}
