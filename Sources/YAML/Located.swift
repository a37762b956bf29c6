public import Diagnostics

/// A decoded value that remembers where it stands.
public struct Located<Value: Decodable & Sendable>: Decodable, Sendable {
    /// The decoded value.
    public var value: Value
    /// Where the value begins.
    public var location: SourceLocation

    /// Pairs a value with a place.
    public init(_ value: Value, at location: SourceLocation) {
        self.value = value
        self.location = location
    }

    /// Decodes the value from a YAML document.
    ///
    /// - Throws: What decoding the value throws; `DecodingError` for a decoder of another format, which knows no places.
    public init(from decoder: any Decoder) throws {
        let decoder = try NodeDecoder(decoder)
        value = try decoder.construct(Value.self)
        location = decoder.node.location
    }
}

extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}

extension YAMLNode: Decodable {
    /// Decodes to the value itself; nothing in it counts as unknown.
    public init(from decoder: any Decoder) throws {
        let decoder = try NodeDecoder(decoder)
        decoder.keys.takesEverything = true
        self = decoder.node
    }
}

extension Decoder {
    /// The YAML value that is being decoded, for a type that takes several forms; nil for decoders of other formats.
    public var yamlNode: YAMLNode? { (self as? NodeDecoder)?.node }
}
