internal import AppLinks

/// A query or a form: `name=value` pairs between ampersands, a plus for a blank (the URL Standard, section 5).
package struct FormText: Sendable {
    package let items: [(name: String, value: String)]

    package init(_ text: some StringProtocol) {
        items = text.split(separator: "&").map { piece in
            let parts = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.decode(parts[0]), parts.count > 1 ? Self.decode(parts[1]) : "")
        }
    }

    /// The first value of a name.
    package subscript(name: String) -> String? { items.first { $0.name == name }?.value }

    /// The text behind percent-encoding; a percent sign that encodes nothing stays.
    static func decode(_ text: some StringProtocol, plusIsBlank: Bool = true) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2, let high = PercentEncoding.hexDigit(rest[rest.startIndex]),
                let low = PercentEncoding.hexDigit(rest[rest.startIndex + 1])
            {
                bytes.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") && plusIsBlank ? 0x20 : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A value as Go's `url.QueryEscape` writes it, which is also what browsers' forms do but for `*` and `~`.
    static func encode(_ text: String) -> String {
        // A percent sign of the text's own is `%25` by now.
        PercentEncoding.encode(text).replacing("%20", with: "+")
    }

    /// Pairs as a query, in the order given.
    static func encode(_ items: [(String, String)]) -> String {
        items.map { "\($0)=\(encode($1))" }.joined(separator: "&")
    }
}
