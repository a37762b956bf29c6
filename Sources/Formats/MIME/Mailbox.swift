internal import TextEncoding

/// An email address with an optional display name.
package struct Mailbox: Hashable, Sendable {
    package let name: String?
    /// The address: `ada@example.com`.
    package let address: String

    /// The name is any text; characters that are special in a header are quoted or encoded. An address that is not a
    /// dot-atom, an at sign and a domain in ASCII (RFC 5322, section 3.4.1), such as one with a quoted local part, a
    /// comment or a domain literal, gives nil.
    package init?(_ name: String? = nil, address: String) {
        guard Self.isAddress(address) else { return nil }
        self.name = name
        self.address = address
    }

    package var domain: String { address.split(separator: "@").last.map(String.init) ?? "" }

    /// The words of the mailbox in a header: `"Artitec" <no-reply@artitec.com>`.
    var field: [String] {
        guard let name, !name.allSatisfy(\.isWhitespace) else { return [address] }
        return HeaderText.phrase(name) + ["<\(address)>"]
    }

    private static func isAddress(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= 254, parts[0].count <= 64 else { return false }
        return parts.allSatisfy { part in
            part.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { atom in
                // The characters of an atom (RFC 5322, section 3.2.3).
                !atom.isEmpty && atom.allSatisfy { $0.isASCIIAlphanumeric || "!#$%&'*+-/=?^_`{|}~".utf8.contains($0) }
            }
        } && parts[1].allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
    }
}
