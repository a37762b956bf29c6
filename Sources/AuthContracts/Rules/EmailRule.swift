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
        guard !local.isEmpty, local.allSatisfy({ isAlphanumeric($0) || "._%+-".utf8.contains($0) }),
            domain.allSatisfy({ isAlphanumeric($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }),
            let dot = domain.lastIndex(of: UInt8(ascii: ".")), dot > domain.startIndex
        else { return false }
        let top = domain[(dot + 1)...]
        return (2...64).contains(top.count) && top.allSatisfy(isLetter)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
