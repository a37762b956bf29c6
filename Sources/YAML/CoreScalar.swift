/// A Swift type that one scalar of the core schema stands for.
protocol CoreScalar {
    /// What a diagnostic says was expected.
    static var description: String { get }

    /// Makes a value, or nil where the scalar is none of this type.
    init?(_ text: String, isPlain: Bool)
}

extension CoreScalar {
    /// What was expected, with the range of a number that is too large.
    static func expectation(for node: YAMLNode) -> String {
        guard let integer = Self.self as? any FixedWidthInteger.Type, case .scalar(let text, isPlain: true) = node.kind,
            CoreSchema.isInteger(text)
        else { return description }
        func range<T: FixedWidthInteger>(_ type: T.Type) -> String { "\(description) from \(T.min) to \(T.max)" }
        return range(integer)
    }
}

extension String: CoreScalar {
    static var description: String { "text" }

    /// The text as it stands in the file, be it `1.10` or `true`; a plain null is no text.
    init?(_ text: String, isPlain: Bool) {
        guard !isPlain || !CoreSchema.isNull(text) else { return nil }
        self = text
    }
}

extension Bool: CoreScalar {
    static var description: String { "true or false" }

    init?(_ text: String, isPlain: Bool) {
        guard isPlain, let value = CoreSchema.bool(text) else { return nil }
        self = value
    }
}

extension Double: CoreScalar {
    static var description: String { "a number" }

    init?(_ text: String, isPlain: Bool) {
        guard isPlain, let value = CoreSchema.double(text) else { return nil }
        self = value
    }
}

extension Float: CoreScalar {
    static var description: String { "a number" }

    init?(_ text: String, isPlain: Bool) {
        guard isPlain, let value = CoreSchema.double(text) else { return nil }
        self = Float(value)
    }
}

extension CoreScalar where Self: FixedWidthInteger {
    static var description: String { "a whole number" }

    init?(_ text: String, isPlain: Bool) {
        guard isPlain, let value = CoreSchema.integer(text, as: Self.self) else { return nil }
        self = value
    }
}

extension Int: CoreScalar {}
extension Int8: CoreScalar {}
extension Int16: CoreScalar {}
extension Int32: CoreScalar {}
extension Int64: CoreScalar {}
extension UInt: CoreScalar {}
extension UInt8: CoreScalar {}
extension UInt16: CoreScalar {}
extension UInt32: CoreScalar {}
extension UInt64: CoreScalar {}
