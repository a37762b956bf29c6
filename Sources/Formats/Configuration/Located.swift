package import Diagnostics

package struct Located<Value: Sendable>: Sendable {
    package var value: Value
    /// The start of the value.
    package var location: SourceLocation

    package init(_ value: Value, at location: SourceLocation) {
        self.value = value
        self.location = location
    }
}

extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}

extension Located: ConfigurationReadable where Value: ConfigurationReadable {
    package init?(reading value: ConfigurationValue) {
        guard let read = Value(reading: value) else { return nil }
        self.init(read, at: value.location)
    }
}
