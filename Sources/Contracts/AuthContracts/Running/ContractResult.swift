/// The result of an operation: its outcome and the values that it keeps.
public struct ContractResult: Hashable, Sendable {
    /// The outcome of the operation.
    public let outcome: Outcome
    /// The values that the responses supplied, such as a token, for the next operation.
    public let kept: [String: String]

    /// Creates a result.
    public init(outcome: Outcome, kept: [String: String] = [:]) {
        self.outcome = outcome
        self.kept = kept
    }
}

extension ContractResult: CustomStringConvertible, CustomReflectable {
    /// The outcome and the names of the kept values, without the values themselves.
    public var description: String {
        kept.isEmpty
            ? outcome.name.rawValue : "\(outcome.name.rawValue), keeping \(kept.keys.sorted().joined(separator: ", "))"
    }
    /// An empty mirror, so that a dump of a result shows no value.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
