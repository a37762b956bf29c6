public import JSON

/// All problems of a contract.
public struct ContractError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problems in the order in which the contract was read, at least one.
    public let problems: [PathProblem]

    /// One line for each problem: `operations.reset.request: missing key 'url'`.
    public var description: String {
        problems.map { $0.path.isEmpty ? $0.message : "\($0.path): \($0.message)" }.joined(separator: "\n")
    }
}
