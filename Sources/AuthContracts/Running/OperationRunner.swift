/// Whoever runs an app's operations: `AuthFlowClient` over the network, a stand-in in tests and previews.
public protocol OperationRunner: Sendable {
    /// Runs an operation to its end.
    ///
    /// - Parameters:
    ///   - operation: a name of the contract's, such as `reset-password`.
    ///   - values: what a person typed and a link brought, by name.
    /// - Returns: what it came to; a failure is an outcome too.
    func run(_ operation: String, values: [String: String]) async -> ContractResult
}
