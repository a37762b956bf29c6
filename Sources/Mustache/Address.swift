internal import TextEncoding

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
            return encodedAround(text)
        }
        let isData = before.starts(with: Array("data:".utf8))
        if isData || before.contains(UInt8(ascii: "?")) || before.contains(UInt8(ascii: "#")) {
            // One value of a query must not become two, nor a fragment.
            return PercentEncoding.encode(text)
        }
        var encoded = encodedAround(text)
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
        return ASCIISet.alphanumerics.union(ASCIISet("+-.")).containsAll(of: scheme) ? scheme : nil
    }

    /// A text that may have characters of a URL's own, and triplets.
    private static func encodedAround(_ text: String) -> String {
        PercentEncoding.encode(text, keeping: .unreserved.union(.reserved), keepingTriplets: true)
    }
}
