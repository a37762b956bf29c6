/// A value, or a list of such values: `web: /a` and `web: [/a, /b]`.
public struct OneOrMany<Value: Decodable & Sendable>: Decodable, Sendable {
    /// The values in the order of the file.
    public var values: [Value]

    /// Makes a list of values.
    public init(_ values: [Value]) {
        self.values = values
    }

    /// Decodes a list, or one value as a list of one.
    ///
    /// - Throws: What is wrong with all the values, not only with the first.
    public init(from decoder: any Decoder) throws {
        let decoder = try NodeDecoder(decoder)
        if case .sequence = decoder.node.kind {
            values = try decoder.construct([Value].self)
        } else {
            values = [try decoder.construct(Value.self)]
        }
    }
}

extension OneOrMany: Equatable where Value: Equatable {}
extension OneOrMany: Hashable where Value: Hashable {}
