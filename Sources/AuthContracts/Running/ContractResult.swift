/// What an operation came to, and what is kept of it.
public struct ContractResult: Hashable, Sendable {
    /// The outcome of the operation.
    public let outcome: Outcome
    /// Everything that the answers supplied, a token among it: the values that the next operation is given.
    public let kept: [String: String]

    /// A result of parts.
    public init(outcome: Outcome, kept: [String: String] = [:]) {
        self.outcome = outcome
        self.kept = kept
    }
}

extension ContractResult: CustomStringConvertible, CustomReflectable {
    /// The outcome and the names of what is kept, without the values.
    public var description: String {
        kept.isEmpty
            ? outcome.name.rawValue : "\(outcome.name.rawValue), keeping \(kept.keys.sorted().joined(separator: ", "))"
    }
    /// An empty mirror: a dump of a result shows no value.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
