import AuthContracts
import JSON

/// The part of a backend's contract that pages with the same operations and settings use, computed once.
struct ContractPart: Sendable {
    /// A contract, the names of the operations that a page runs, and the names of its app's settings.
    struct Key: Hashable, Sendable {
        fileprivate let contract: Contract
        fileprivate let operations: Set<String>
        fileprivate let settings: Set<String>

        init(_ contract: Contract, _ operations: Set<String>, _ settings: Set<String>) {
            self.contract = contract
            self.operations = operations
            self.settings = settings
        }

        // Hashing a contract takes long, and two keys with the same operations mostly have the same contract.
        func hash(into hasher: inout Hasher) { hasher.combine(operations) }
    }

    /// The contract, pruned to the operations.
    let contract: Contract
    let operations: JSONValue
    /// The values that the operations need.
    let needs: Set<String>
    /// The features that depend only on the contract.
    let features: Set<PageFeature>

    init(_ key: Key) {
        contract = key.contract.pruned(to: key.operations, with: key.settings)
        operations = contract.operationsForScript
        needs = Set(contract.operations.flatMap { $0.needs(given: []).map(\.name) })
        features = Set(PageFeature.allCases.filter { [contract] feature in feature.isNeeded(by: contract) })
    }
}
