/// Entity tags (RFC 9110, section 8.8.3): ours are strong, the hash of the variant's bytes in quotation marks.
enum EntityTag {
    static func text(_ hash: String) -> String { "\"\(hash)\"" }

    /// Whether the value of If-None-Match or If-Match names a hash (sections 13.1.1 and 13.1.2).
    ///
    /// - Parameters:
    ///   - hash: looked up only where a tag is there to be compared with it.
    ///   - header: the field's value, or several as one list.
    ///   - allowsWeak: whether a weak tag counts, as it does for If-None-Match (section 8.8.3.2).
    /// - Returns: true as well for `*`, which every file matches.
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
            // A comma may stand between the quotation marks.
            guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { return false }
            if allowsWeak || !isWeak, rest[..<end].elementsEqual(hash().utf8) { return true }
            rest = rest[end...].dropFirst()
        }
    }
}
