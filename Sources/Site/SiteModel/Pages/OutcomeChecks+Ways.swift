import AuthContracts
import Configuration
import Diagnostics

// The links and buttons that lead on from a state.
extension OutcomeChecks {
    /// Warns of a state with fields whose first button leads away, and would look like the one to press.
    func checkFirstAction(of state: State) {
        let actions = state.actions.dropFirst(state.leading.count)
        guard !state.fields.isEmpty, let first = actions.first else { return }
        if case .operation = first.destination { return }
        guard
            let run = actions.first(where: { if case .operation = $0.destination { true } else { false } })
        else { return }
        warn(
            "other-primary", at: first.location,
            "'\(Inline.plainText(first.label))' is the primary button here, since it is the first",
            fix: "Write [\(Inline.plainText(run.label))](\(run.destination.text)) above it.")
    }

    /// Warns of an own state of a dead link without a way on, where another state has one that is no success. Some backends
    /// leave no way on from any.
    func checkWaysOn() {
        let dead = deadStates
        func ways(from state: State) -> [String] { state.destinations.map(\.value.text) }
        let successes = page.states.flatMap(\.moves).flatMap { moves in
            taken(moves).filter { $0.outcomes.contains(.ok) }.map(\.move.state.value)
        }
        for state in page.states where dead.contains(state.name) && page.isOwn(state) {
            guard !state.blocks.isEmpty, ways(from: state).isEmpty, state.back == nil,
                let other = page.states.first(where: { other in
                    other.fields.isEmpty && other.operations.isEmpty && !successes.contains(other.name)
                        && ways(from: other).contains { $0 != "#\(state.name)" }
                }), let way = ways(from: other).first(where: { $0 != "#\(state.name)" })
            else { continue }
            warn(
                "no-way-on", at: state.location,
                "who opens a link that no longer works is shown '\(state.name)', and nothing leads on from there",
                fix: "Add a link, such as that of '# \(other.name)': (\(way))")
        }
    }
}
