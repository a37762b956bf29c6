/// The items of an `application/x-www-form-urlencoded` text: a form's body, or a query read as one (URL Standard,
/// section 5).
package struct FormItems: Sendable {
    /// The decoded items, in the order written.
    package let items: [(name: String, value: String)]

    /// Parses a body or a query; no text is invalid (URL Standard, section 5.1).
    package init(_ text: some StringProtocol) {
        items = QueryItem.items(of: String(text)).filter { !$0.name.isEmpty || !$0.value.isEmpty }.map {
            (Self.decode($0.name), Self.decode($0.value))
        }
    }

    package subscript(name: String) -> String? { items.first { $0.name == name }?.value }

    /// Decodes a name or a value: plus signs become spaces; a percent sign without two digits is preserved.
    package static func decode(_ text: some StringProtocol) -> String {
        PercentEncoding.decodeLossily(replacing("+", with: " ", in: text))
    }

    /// Encodes a name or a value: spaces become plus signs; everything but RFC 3986's unreserved characters becomes
    /// triplets.
    ///
    /// Go's `url.QueryEscape` does the same. Browsers keep `*` and encode `~`; every parser accepts both.
    package static func encode(_ text: String) -> String {
        replacing(" ", with: "+", in: PercentEncoding.encode(text, keeping: unreservedAndSpace))
    }

    /// Encodes pairs in the order given, as `a=1&b=2`. `%20` for a space suits a URL's query too, in which a plus sign
    /// is one (RFC 3986, section 3.4), and is what the page's script sends.
    package static func encode(_ items: [(String, String)], spaces: Spaces = .plus) -> String {
        let encode: (String) -> String = spaces == .plus ? { Self.encode($0) } : { PercentEncoding.encode($0) }
        return items.map { "\(encode($0))=\(encode($1))" }.joined(separator: "&")
    }

    package enum Spaces {
        case plus, percent
    }

    // Byte by byte: `String.replacing` needs iOS 16 and compares characters.
    private static func replacing(
        _ old: Unicode.Scalar, with new: Unicode.Scalar, in text: some StringProtocol
    ) -> String {
        String(decoding: text.utf8.map { $0 == UInt8(ascii: old) ? UInt8(ascii: new) : $0 }, as: UTF8.self)
    }

    private static let unreservedAndSpace = ASCIISet.unreserved.union(ASCIISet(" "))
}
