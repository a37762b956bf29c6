/// Entity tags (RFC 9110, section 8.8.3). Latchkey's are strong: the hash of the variant's bytes in quotation marks.
enum EntityTag {
    static func text(_ hash: String) -> String { "\"\(hash)\"" }

    /// Returns a hash of 16 lowercase hexadecimal digits in eight bytes; a string for each of a large release's
    /// variants takes ten times the memory.
    static func value(_ hash: some Collection<UInt8>) -> UInt64? {
        guard hash.count == 16 else { return nil }
        var value: UInt64 = 0
        for byte in hash {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt64(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt64(byte - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return value
    }

    /// Whether the value of If-None-Match or If-Match, several fields joined to one list, contains the hash of a
    /// variant (sections 13.1.1 and 13.1.2), or is `*`. Weak tags match for If-None-Match (section 8.8.3.2).
    static func matches(_ hash: UInt64, _ header: String, allowsWeak: Bool = true) -> Bool {
        var rest = header.utf8[...]
        while true {
            while let first = rest.first, first == 0x20 || first == 0x09 || first == UInt8(ascii: ",") {
                rest.removeFirst()
            }
            guard let first = rest.first else { return false }
            if first == UInt8(ascii: "*") { return true }
            let isWeak = first == UInt8(ascii: "W") && rest.dropFirst().first == UInt8(ascii: "/")
            if isWeak { rest = rest.dropFirst(2) }
            guard rest.first == UInt8(ascii: "\"") else { return false }
            rest.removeFirst()
            // A tag may contain commas.
            guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { return false }
            if allowsWeak || !isWeak, value(rest[..<end]) == hash { return true }
            rest = rest[end...].dropFirst()
        }
    }
}
