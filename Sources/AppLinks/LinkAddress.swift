internal import TextEncoding

/// An address as a browser, an email or the system hands it over, taken apart but not decoded.
///
/// The parts are those of RFC 3986, section 3. What no address may hold, blanks and everything beyond ASCII, is
/// percent-encoded first, as browsers and Foundation do; nothing else is changed.
package struct LinkAddress: Hashable, Sendable {
    /// In lower case.
    package let scheme: String
    /// In lower case, without user and port; nil where the address has no authority.
    package let host: String?
    /// As written: digits; nil where the address names none.
    package let port: String?
    /// As written, percent-encoded; empty or beginning with a slash where there is a host.
    package let path: String
    /// What stands after the question mark, percent-encoded; nil where there is none.
    package let query: String?
    /// What stands after the number sign, percent-encoded; nil where there is none.
    package let fragment: String?

    /// Takes an address apart; nil where the text does not begin with a scheme.
    package init?(_ text: String) {
        let text = PercentEncoding.encode(text, keeping: .url)
        var rest = text[...].utf8
        guard let colon = rest.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(rest[..<colon]) else { return nil }
        scheme = Substring(rest[..<colon]).lowercased()
        rest = rest[rest.index(after: colon)...]

        if let mark = rest.firstIndex(of: UInt8(ascii: "#")) {
            fragment = String(Substring(rest[rest.index(after: mark)...]))
            rest = rest[..<mark]
        } else {
            fragment = nil
        }
        if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
            query = String(Substring(rest[rest.index(after: mark)...]))
            rest = rest[..<mark]
        } else {
            query = nil
        }
        guard rest.starts(with: "//".utf8) else {
            (host, port, path) = (nil, nil, String(Substring(rest)))
            return
        }
        rest = rest.dropFirst(2)
        let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        path = String(Substring(rest[end...]))
        var authority = rest[..<end]
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) { authority = authority[authority.index(after: at)...] }
        if let colon = authority.lastIndex(of: UInt8(ascii: ":")),
            authority[authority.index(after: colon)...].allSatisfy({ (0x30...0x39).contains($0) })
        {
            port = String(Substring(authority[authority.index(after: colon)...]))
            authority = authority[..<colon]
        } else {
            port = nil
        }
        host = Substring(authority).lowercased()
    }

    /// Whether the address is one that a universal link or an App Link can be: http or https.
    package var isWeb: Bool { scheme == "https" || scheme == "http" }

    /// Whether a server takes the path for one: `%` is followed by two hexadecimal digits (RFC 3986, section 2.1), and no
    /// control character is encoded. Browsers send a query as it was written (URL Standard, query state).
    ///
    /// `latchkey-server` answers any other address with status 400; `Tests/Rules/addresses.json` holds both to it.
    package var isReadable: Bool {
        var bytes = path.utf8[...]
        while let percent = bytes.firstIndex(of: UInt8(ascii: "%")) {
            let triplet = bytes[percent...].prefix(3)
            guard triplet.count == 3, let decoded = UInt8(Substring(triplet.dropFirst()), radix: 16),
                triplet.dropFirst().allSatisfy(ASCIISet.hexDigits.contains)
            else { return false }
            if decoded < 0x20 || decoded == 0x7F { return false }
            bytes = bytes[triplet.endIndex...]
        }
        return true
    }

    /// A letter, then letters, digits, plus, minus and dots (section 3.1).
    package static func isScheme(_ bytes: some Collection<UInt8>) -> Bool {
        guard let first = bytes.first, isLetter(first) else { return false }
        return bytes.allSatisfy { byte in
            isLetter(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: ".")
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
