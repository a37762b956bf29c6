/// A URL, split into its parts but not decoded.
///
/// The parts are those of RFC 3986, section 3. Characters that a URL cannot contain, that is blanks and everything
/// beyond ASCII, are percent-encoded first, as browsers and Foundation do; nothing else is changed.
package struct URLParts: Hashable, Sendable {
    /// The scheme, in lower case.
    package let scheme: String
    /// The host in lower case, without user and port; nil if the URL has no authority.
    package let host: String?
    /// The digits of the port, as written; nil if there is no colon before them.
    package let port: String?
    /// The user information before the host; nil if there is none.
    package let userInfo: String?
    /// The path, percent-encoded as written; if there is a host, it is empty or begins with a slash.
    package let path: String
    /// The query after the question mark, percent-encoded; nil if there is none.
    package let query: String?
    /// The fragment after the number sign, percent-encoded; nil if there is none.
    package let fragment: String?

    /// Splits a URL; nil if the text does not begin with a scheme.
    package init?(_ text: String) {
        let text = PercentEncoding.encode(text, keeping: .url)
        var rest = text[...].utf8
        guard let colon = rest.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(rest[..<colon]) else { return nil }
        scheme = Substring(rest[..<colon]).lowercased()
        rest = rest[rest.index(after: colon)...]

        /// Removes a mark and the bytes after it, which it returns.
        func cut(at mark: Unicode.Scalar) -> String? {
            guard let place = rest.firstIndex(of: UInt8(ascii: mark)) else { return nil }
            defer { rest = rest[..<place] }
            return String(Substring(rest[rest.index(after: place)...]))
        }
        fragment = cut(at: "#")
        query = cut(at: "?")
        guard rest.starts(with: "//".utf8) else {
            (userInfo, host, port, path) = (nil, nil, nil, String(Substring(rest)))
            return
        }
        rest = rest.dropFirst(2)
        let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        path = String(Substring(rest[end...]))
        var authority = rest[..<end]
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
            userInfo = String(Substring(authority[..<at]))
            authority = authority[authority.index(after: at)...]
        } else {
            userInfo = nil
        }
        if let colon = authority.lastIndex(of: UInt8(ascii: ":")),
            authority[authority.index(after: colon)...].allSatisfy(\.isASCIIDigit)
        {
            port = String(Substring(authority[authority.index(after: colon)...]))
            authority = authority[..<colon]
        } else {
            port = nil
        }
        host = Substring(authority).lowercased()
    }

    /// The scheme, host and port as written; nil if the URL has user information or no authority.
    package var origin: String? {
        guard let host, userInfo == nil else { return nil }
        return "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "")
    }

    /// Whether the scheme is http or https, which universal links and App Links require.
    package var isWeb: Bool { scheme == "https" || scheme == "http" }

    /// Whether a server accepts the path: each `%` is followed by two hexadecimal digits (RFC 3986, section 2.1), and
    /// no control character is encoded. The query is not checked: browsers send it as written (URL Standard, query
    /// state).
    ///
    /// `latchkey-server` answers other requests with status 400; `Tests/Rules/addresses.json` tests both
    /// implementations.
    package var isReadable: Bool {
        path.withUTF8Bytes { bytes in
            bytes.indices.allSatisfy { index in
                guard bytes[index] == UInt8(ascii: "%") else { return true }
                return PercentEncoding.decodedByte(in: bytes, at: index).map { $0 >= 0x20 && $0 != 0x7F } ?? false
            }
        }
    }

    /// Whether the bytes are a scheme: a letter, then letters, digits, `+`, `-` and `.` (RFC 3986, section 3.1).
    package static func isScheme(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.first?.isASCIILetter == true && bytes.allSatisfy { $0.isASCIIAlphanumeric || "+-.".utf8.contains($0) }
    }

    /// Whether the text is a domain name (RFC 1123, section 2.1) of at least two labels, or `localhost`.
    package static func isHost(_ host: String) -> Bool {
        let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard host.utf8.count <= 253, labels.count >= 2 || host == "localhost" else { return false }
        return labels.allSatisfy { label in
            (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                && label.allSatisfy { $0.isASCIILowercase || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
        }
    }
}
