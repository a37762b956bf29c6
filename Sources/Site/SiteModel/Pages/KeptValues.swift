import AuthContracts
import Configuration
import Diagnostics

/// The values that responses may have supplied by the time that a page shows a state.
///
/// Every way from the page's starts counts, so that a value that is not here is missing for everybody. An operation that lacks a
/// value is not run, so that its responses supply none.
struct KeptValues {
    private let page: Page
    private let contract: Contract
    /// The values of each state that can be reached.
    private var values: [String: Set<String>] = [:]

    /// `given` are the values that a link, a field or app.yml supplies.
    init(of page: Page, _ contract: Contract, given: Set<String>) {
        self.page = page
        self.contract = contract
        let parameters = Set(page.parameters)
        var waiting = page.start.states.map { ($0.value.value, Set<String>()) }
        while let (name, kept) = waiting.popLast() {
            let known = values[name]
            let all = kept.union(known ?? [])
            guard all != known, let state = page.state(named: name) else { continue }
            values[name] = all
            for case .state(let next) in state.destinations.map(\.value) { waiting.append((next, all)) }
            if let back = state.back { waiting.append((back.value, all)) }
            for moves in state.moves {
                guard let operation = contract.operation(named: moves.operation.value) else { continue }
                let runs = operation.needs(given: parameters).allSatisfy {
                    $0.isOptional || given.contains($0.name) || all.contains($0.name)
                }
                for outcome in runs ? operation.outcomes : [.linkIncomplete] {
                    waiting.append((moves.state(for: outcome) ?? name, all.union(operation.keeps(with: outcome))))
                }
            }
        }
    }

    /// Whether no transition to the state keeps the value; false for a state that cannot be reached.
    func lacks(_ value: String, in state: State) -> Bool {
        values[state.name].map { !$0.contains(value) } ?? false
    }

    /// Whether a transition to the state may keep the value.
    func has(_ value: String, in state: State) -> Bool { values[state.name]?.contains(value) == true }

    /// Where the page keeps the value, as a fix; nil if no operation but the one that needs it does.
    func fix(for value: String, in state: State, neededBy name: String? = nil) -> String? {
        for operation in page.states.flatMap(\.moves).compactMap({ contract.operation(named: $0.operation.value) })
        where operation.name != name {
            guard let outcome = operation.outcomes.first(where: { operation.keeps(with: $0).contains(value) }) else {
                continue
            }
            return
                "'\(operation.name)' keeps it with '\(outcome.rawValue)': lead to '\(state.name)' from there, or keep it in the contract with the outcome that leads here."
        }
        return nil
    }

    /// The fix for a value that only the operation itself keeps: the rule of the outcome that leads to the state; nil if it
    /// does not keep the value, or if no outcome leads there.
    func fix(for value: String, in state: State, keptOnlyBy operation: Contract.Operation, of contractName: String)
        -> String?
    {
        let own = operation.steps.flatMap(\.rules).flatMap(\.keep).first { $0.name == value }
        guard let own else { return nil }
        for moves in page.states.flatMap(\.moves) where moves.operation.value != operation.name {
            let outcome = contract.operation(named: moves.operation.value)?.outcomes.first {
                $0.meaning != .linkDead && moves.state(for: $0) == state.name
            }
            guard let outcome else { continue }
            return
                "Add to the rule for '\(outcome.rawValue)' of '\(moves.operation.value)' in the contract '\(contractName)': keep: { \(value): \(own.source.text) }"
        }
        return nil
    }
}
