/// Entity tags (RFC 9110, section 8.8.3). Latchkey's are strong: the hash of the variant's bytes in quotation marks.
enum EntityTag {
    static func text(_ hash: String) -> String { "\"\(hash)\"" }

    /// Whether the value of If-None-Match or If-Match contains a hash (sections 13.1.1 and 13.1.2).
    ///
    /// - Parameters:
    ///   - hash: the hash of a variant, evaluated only if there is a tag to compare.
    ///   - header: the field's value, several fields joined to one list.
    ///   - allowsWeak: whether weak tags match, as they do for If-None-Match (section 8.8.3.2).
    /// - Returns: true also for `*`, which matches every file.
    static func matches(_ hash: @autoclosure () -> String, _ header: String, allowsWeak: Bool = true) -> Bool {
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
            if allowsWeak || !isWeak, rest[..<end].elementsEqual(hash().utf8) { return true }
            rest = rest[end...].dropFirst()
        }
    }
}
