public import JSON

/// Everything that is wrong with a contract.
public struct ContractError: Error, Hashable, Sendable, CustomStringConvertible {
    /// In the order in which the contract was read, never none.
    public let problems: [PathProblem]

    /// A line for each problem: `operations.reset.request: missing key 'url'`.
    public var description: String {
        problems.map { $0.path.isEmpty ? $0.message : "\($0.path): \($0.message)" }.joined(separator: "\n")
    }
}
