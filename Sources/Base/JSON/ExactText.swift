internal import TextEncoding

/// A string that is compared byte by byte (RFC 8259, section 8.3).
///
/// Swift's `==` compares by canonical equivalence, in which composed and decomposed `é` are equal.
struct ExactText: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (a: ExactText, b: ExactText) -> Bool { a.text.isIdentical(b.text) }

    func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}
