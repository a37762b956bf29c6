/// A value, or several by name: `start: form` and `start: { reset: form, none: expired }`.
public enum OneOrNamed<Value: Decodable & Sendable>: Decodable, Sendable {
    case one(Value)
    /// In the order of the file.
    case named(OrderedMap<Value>)

    /// Decodes a mapping, or one value of anything else.
    ///
    /// - Throws: What is wrong with all the values, not only with the first.
    public init(from decoder: any Decoder) throws {
        let decoder = try NodeDecoder(decoder)
        if case .mapping = decoder.node.kind {
            self = .named(try decoder.construct(OrderedMap<Value>.self))
        } else {
            self = .one(try decoder.construct(Value.self))
        }
    }
}
