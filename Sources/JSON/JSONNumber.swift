/// A JSON number, kept as it was written so that nothing is lost by reading it.
public struct JSONNumber: Hashable, Sendable {
    /// The number as it is written (RFC 8259, section 6): `12`, `-0.5e3`.
    public let text: String

    /// A whole number.
    public init(_ value: Int) {
        text = String(value)
    }

    /// A double in the shortest form that reads back the same; nil for infinities and NaN, which JSON does not have.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        text = value.description
    }

    /// A text that the reader has already checked.
    init(checked text: String) {
        self.text = text
    }

    /// The number as an integer, `1e2` and `3.0` included; nil when it is not whole or does not fit.
    public var int: Int? {
        if let whole = Int(text) { return whole }
        let double = self.double
        // `Int(exactly:)` would want the C library's `trunc`, which nothing else here needs.
        guard double > -0x1p63, double < 0x1p63 else { return nil }
        let whole = Int(double)
        return Double(whole) == double ? whole : nil
    }

    /// The nearest double; infinite where the number is beyond all doubles.
    public var double: Double {
        Double(text) ?? .nan
    }
}

extension JSONNumber: CustomStringConvertible {
    /// The number as it is written.
    public var description: String { text }
}
