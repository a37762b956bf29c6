import CommonMark
import Diagnostics
import YAML

/// Which state of a page leads to which; what leads nowhere and what nothing reaches are errors.
struct StateGraph {
    let draft: PageReader.Draft

    private var names: [String] { draft.states.map(\.state.name) }

    func diagnostics() -> [Diagnostic] {
        guard draft.hasAllStates else { return [] }
        var diagnostics: [Diagnostic] = []
        for start in draft.header.starts where !names.contains(start.value) {
            diagnostics.append(missing(start.value, at: start.location, "the page starts with"))
        }
        for state in draft.states {
            for operation in state.header?.operations ?? [] {
                for move in operation.moves where !names.contains(move.state.value) {
                    diagnostics.append(missing(move.state.value, at: move.state.location, "this moves to"))
                }
            }
            if let back = state.header?.back, !names.contains(back.value) {
                diagnostics.append(missing(back.value, at: back.location, "Back leads to"))
            }
            for (destination, location) in state.destinations {
                if case .state(let name) = destination, !names.contains(name) {
                    diagnostics.append(missing(name, at: location, "this moves to"))
                }
            }
        }
        // One missing state makes others unreachable; the first diagnostic is the true one.
        if !diagnostics.isEmpty { return diagnostics }
        diagnostics += circles()
        let reached = reachable(from: draft.header.starts.map(\.value))
        for state in draft.states where !reached.contains(state.state.name) {
            diagnostics.append(
                draft.source.diagnostic(
                    code: "unreachable-state", at: state.state.location,
                    "nothing leads to the state '\(state.state.name)'",
                    fix: "Move to it with a link '(#\(state.state.name))' or by an operation's outcome, or remove it."))
        }
        return diagnostics
    }

    private func missing(_ name: String, at location: SourceLocation, _ what: String) -> Diagnostic {
        draft.source.diagnostic(
            code: "missing-state", at: location, "\(what) '\(name)', and there is no such state",
            fix: Suggestion.question(for: name, in: names) ?? "Add a heading '# \(name)' with what people see then.")
    }

    /// Back leads out of a page in the end.
    private func circles() -> [Diagnostic] {
        draft.states.compactMap { state in
            guard let back = state.header?.back else { return nil }
            var name: String? = back.value
            var steps = 0
            while let next = name, next != state.state.name {
                steps += 1
                // A circle that this state only leads into is told where it is.
                if steps > draft.states.count { return nil }
                name = draft.states.first { $0.state.name == next }?.state.back
            }
            if name == nil { return nil }
            return draft.source.diagnostic(
                code: "circle", at: back.location, "Back from '\(state.state.name)' leads round to it again",
                fix: "Leave 'back:' out of the state that a person comes to first.")
        }
    }

    private func reachable(from starts: [String]) -> Set<String> {
        var reached = Set(starts)
        var waiting = starts
        while let name = waiting.popLast() {
            guard let state = draft.states.first(where: { $0.state.name == name }) else { continue }
            for next in targets(of: state) where reached.insert(next).inserted { waiting.append(next) }
        }
        return reached
    }

    private func targets(of state: PageReader.StateDraft) -> [String] {
        let links = state.destinations.compactMap { entry -> String? in
            if case .state(let name) = entry.destination { name } else { nil }
        }
        return links + state.state.moves.flatMap { $0.moves.map(\.state) } + [state.state.back].compactMap { $0 }
    }
}
