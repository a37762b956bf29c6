import AuthContracts
import JSON
import SiteModel

/// The part of a backend's contract that a page uses.
struct ContractPart: Sendable {
    /// The contract, pruned to the operations.
    let contract: Contract
    /// The operations as JSON for the script.
    let operations: JSONValue
    /// The values that the operations need.
    let needs: Set<String>
    /// The features that depend only on the contract.
    let features: Set<PageFeature>

    /// - Parameters:
    ///   - contract: the whole contract.
    ///   - page: a page of the app.
    ///   - settings: the names of the app's settings.
    init(_ contract: Contract, of page: Page, settings: Set<String>) {
        let contract = contract.pruned(to: Set(page.states.flatMap(\.operations)), with: settings)
        self.contract = contract
        operations = contract.operationsForScript
        needs = Set(contract.operations.flatMap { $0.needs(given: []).map(\.name) })
        features = Set(PageFeature.allCases.filter { $0.isNeeded(by: contract) })
    }
}
