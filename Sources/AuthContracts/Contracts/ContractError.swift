public import JSON

/// Everything that is wrong with a contract.
public struct ContractError: Error, Hashable, Sendable {
    /// In the order of their places, never none.
    public let problems: [PathProblem]
}
