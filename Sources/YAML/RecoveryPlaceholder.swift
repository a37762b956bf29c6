internal import Diagnostics

/// Placeholders for values that failed to decode, so that the rest of their mapping is still checked. Decoding the mapping
/// fails in the end, so that no caller receives one.
enum RecoveryPlaceholders {
    /// A placeholder of a type; nil if the type has none.
    static func value<T>(of type: T.Type) -> T? {
        if let type = type as? any RecoveryPlaceholder.Type { return type.placeholder as? T }
        func first<C: CaseIterable>(_ type: C.Type) -> Any? { type.allCases.first }
        return (type as? any CaseIterable.Type).flatMap { first($0) as? T }
    }
}

/// A type with a placeholder.
protocol RecoveryPlaceholder {
    static var placeholder: Self { get }
}

extension String: RecoveryPlaceholder {
    static var placeholder: String { "" }
}

extension Int: RecoveryPlaceholder {
    static var placeholder: Int { 0 }
}

extension Bool: RecoveryPlaceholder {
    static var placeholder: Bool { false }
}

extension Array: RecoveryPlaceholder {
    static var placeholder: [Element] { [] }
}

extension OrderedMap: RecoveryPlaceholder {
    static var placeholder: OrderedMap { OrderedMap() }
}

extension OneOrMany: RecoveryPlaceholder {
    static var placeholder: OneOrMany { OneOrMany([]) }
}

extension Located: RecoveryPlaceholder where Value: RecoveryPlaceholder {
    static var placeholder: Located { Located(.placeholder, at: SourceLocation(file: "", line: 1, column: 1)) }
}
