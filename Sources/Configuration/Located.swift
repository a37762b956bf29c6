public import Diagnostics

/// A value that remembers where it stands.
public struct Located<Value: Sendable>: Sendable {
    /// The value itself.
    public var value: Value
    /// Where the value begins.
    public var location: SourceLocation

    /// Pairs a value with a place.
    public init(_ value: Value, at location: SourceLocation) {
        self.value = value
        self.location = location
    }
}

extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}

extension Located: ConfigurationReadable where Value: ConfigurationReadable {
    /// Reads the value, and keeps its place.
    public init?(reading value: ConfigurationValue) {
        guard let read = Value(reading: value) else { return nil }
        self.init(read, at: value.location)
    }
}
