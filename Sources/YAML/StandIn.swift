internal import Diagnostics

/// Values that take the place of wrong ones while the rest of a mapping is looked at. Nobody ever gets them: the mapping is
/// refused in the end.
enum StandIns {
    /// Some value of a type; nil where none is known.
    static func value<T>(of type: T.Type) -> T? {
        if let type = type as? any StandIn.Type { return type.standIn as? T }
        func first<C: CaseIterable>(_ type: C.Type) -> Any? { type.allCases.first }
        return (type as? any CaseIterable.Type).flatMap { first($0) as? T }
    }
}

/// A type that has one.
protocol StandIn {
    static var standIn: Self { get }
}

extension String: StandIn {
    static var standIn: String { "" }
}

extension Int: StandIn {
    static var standIn: Int { 0 }
}

extension Bool: StandIn {
    static var standIn: Bool { false }
}

extension Array: StandIn {
    static var standIn: [Element] { [] }
}

extension OrderedMap: StandIn {
    static var standIn: OrderedMap { OrderedMap() }
}

extension OneOrMany: StandIn {
    static var standIn: OneOrMany { OneOrMany([]) }
}

extension Located: StandIn where Value: StandIn {
    static var standIn: Located { Located(.standIn, at: SourceLocation(file: "", line: 1, column: 1)) }
}
