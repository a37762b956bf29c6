/// Runs an app's operations: `AuthFlowClient` does over the network, tests and previews with substitutes.
public protocol OperationRunner: Sendable {
    /// Runs an operation to its end.
    ///
    /// - Parameters:
    ///   - operation: the operation's name in the contract, such as `reset-password`.
    ///   - values: the values of the form and of the link, by name.
    /// - Returns: the result; failures are outcomes too.
    func run(_ operation: String, values: [String: String]) async -> ContractResult
}
