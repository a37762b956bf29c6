/// A JSON number as its text, so that parsing loses no precision.
package struct JSONNumber: Hashable, Sendable {
    /// The number as it is written (RFC 8259, section 6): `12`, `-0.5e3`.
    package let text: String

    /// Creates an integer.
    package init(_ value: Int) {
        text = String(value)
    }

    /// Creates a number from a double, in the shortest form that parses to the same value; nil for infinities and NaN.
    package init?(_ value: Double) {
        guard value.isFinite else { return nil }
        text = value.description
    }

    /// Creates a number from a text that the parser has validated.
    init(checked text: String) {
        self.text = text
    }

    /// The number as an integer, also of `1e2` and `3.0`; nil if it is not integral or out of range.
    package var int: Int? {
        if let whole = Int(text) { return whole }
        let double = self.double
        // `Int(exactly:)` needs `trunc` from the C library, which nothing else here links.
        guard double > -0x1p63, double < 0x1p63 else { return nil }
        let whole = Int(double)
        return Double(whole) == double ? whole : nil
    }

    /// The nearest double; infinite if the number is out of range.
    package var double: Double {
        Double(text) ?? .nan
    }
}

extension JSONNumber: CustomStringConvertible {
    /// The number as it is written.
    package var description: String { text }
}
