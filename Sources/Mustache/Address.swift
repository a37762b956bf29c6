/// Why a text may not be an address; `reason` follows the text in a message.
struct AddressRefusal: Error {
    var reason: String
    var fix: String
}

/// Texts in attributes that hold an address.
enum Address {
    /// A text as a part of an address, percent-encoded for the part it is in.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - isVouched: whether its scheme is known to be good.
    ///   - before: what the attribute's value has already.
    /// - Returns: ASCII.
    /// - Throws: `AddressRefusal` where the text begins the address with a scheme that may not be there.
    static func encoded(
        _ text: String, isVouched: Bool, after before: [UInt8]
    ) throws(AddressRefusal) -> String {
        if text.isEmpty { return "" }
        if before.isEmpty {
            try check(text, isVouched: isVouched)
            return percentEncoded(text, keeping: reserved)
        }
        let isData = before.starts(with: Array("data:".utf8))
        if isData || before.contains(UInt8(ascii: "?")) || before.contains(UInt8(ascii: "#")) {
            // One value of a query must not become two, nor a fragment.
            return percentEncoded(text, keeping: [])
        }
        var encoded = percentEncoded(text, keeping: reserved)
        if !before.contains(UInt8(ascii: ":")), !before.contains(UInt8(ascii: "/")) {
            // What comes before could still become a scheme.
            encoded = encoded.split(separator: ":", omittingEmptySubsequences: false).joined(separator: "%3A")
        }
        if before == [UInt8(ascii: "/")], encoded.hasPrefix("/") {
            // A second slash would make a host of it.
            encoded = "%2F" + encoded.dropFirst()
        }
        return encoded
    }

    private static func check(_ text: String, isVouched: Bool) throws(AddressRefusal) {
        let lower = text.lowercased()
        if text.hasPrefix("/") {
            guard text.hasPrefix("//") || text.hasPrefix("/\\") else { return }
            throw AddressRefusal(reason: "names a host without a scheme", fix: "Write 'https:' before it.")
        }
        if text.hasPrefix("#") || text.hasPrefix("?") || lower.hasPrefix("https://") || lower.hasPrefix("mailto:") {
            return
        }
        guard let scheme = scheme(of: lower) else {
            throw AddressRefusal(
                reason: "is not an address", fix: "Begin a site path with a slash, or write the scheme: 'https://…'.")
        }
        if ["javascript", "vbscript", "data"].contains(scheme) {
            throw AddressRefusal(reason: "begins with '\(scheme):'", fix: "Use 'https:', 'mailto:' or a site path.")
        }
        if !isVouched {
            throw AddressRefusal(
                reason: "begins with '\(scheme):'",
                fix: "Use 'https:', 'mailto:' or a site path, or pass the value as an address.")
        }
    }

    /// RFC 3986, section 3.1.
    private static func scheme(of text: String) -> Substring? {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = text[..<colon]
        guard let first = scheme.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return nil }
        let isWhole = scheme.utf8.allSatisfy { isAlphanumeric($0) || "+-.".utf8.contains($0) }
        return isWhole ? scheme : nil
    }

    /// Encodes what RFC 3986 leaves no room for; triplets that are encoded already stay, where reserved characters do.
    private static func percentEncoded(_ text: String, keeping kept: Set<UInt8>) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for (index, byte) in bytes.enumerated() {
            let isTriplet =
                byte == UInt8(ascii: "%") && !kept.isEmpty && index + 2 < bytes.count
                && isHexDigit(bytes[index + 1]) && isHexDigit(bytes[index + 2])
            if isAlphanumeric(byte) || "-._~".utf8.contains(byte) || kept.contains(byte) || isTriplet {
                result.append(byte)
            } else {
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let reserved = Set(":/?#[]@!$&'()*+,;=".utf8)

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }
}
