import CommonMark
import Configuration
import Diagnostics

/// The transitions between the states of a page; transitions to missing states, and states that cannot be reached, are
/// errors.
struct StateGraph {
    let page: Page

    private var names: [String] { page.states.map(\.name) }

    func diagnostics() -> [Diagnostic] {
        guard page.hasAllStates else { return [] }
        var diagnostics: [Diagnostic] = []
        for (_, start) in page.start.states where !names.contains(start.value) {
            diagnostics.append(missing(start.value, at: start.location, "the page starts with"))
        }
        for state in page.states {
            for move in state.moves.flatMap(\.moves) where !names.contains(move.state.value) {
                diagnostics.append(missing(move.state.value, at: move.state.location, "this moves to"))
            }
            if let back = state.back, !names.contains(back.value) {
                diagnostics.append(missing(back.value, at: back.location, "Back leads to"))
            }
            for destination in state.destinations {
                if case .state(let name) = destination.value, !names.contains(name) {
                    diagnostics.append(missing(name, at: destination.location, "this moves to"))
                }
            }
        }
        // A missing state may make others unreachable, so only the former is reported.
        if !diagnostics.isEmpty { return diagnostics + misspeltHeadings }
        diagnostics += cycles()
        let reached = reachable(from: page.start.states.map(\.value.value))
        for state in page.states where !reached.contains(state.name) {
            diagnostics.append(
                page.source.diagnostic(
                    code: "unreachable-state", at: state.location, "no move leads to the state '\(state.name)'",
                    fix: "Move to it with a link '(#\(state.name))' or by an operation's outcome, or remove it."))
        }
        return diagnostics
    }

    private var misspeltHeadings: [Diagnostic] {
        let used = page.start.states.map(\.value.value) + page.states.flatMap(targets)
        return MisspeltNames.pairs(declared: names, used: used).compactMap { declared, used in
            page.state(named: declared).map { state in
                page.source.diagnostic(
                    code: "unreachable-state", at: state.location, "no move leads to the state '\(declared)'",
                    fix: "Did you mean '\(used)'?")
            }
        }
    }

    private func missing(_ name: String, at location: SourceLocation, _ what: String) -> Diagnostic {
        page.source.diagnostic(
            code: "missing-state", at: location, "\(what) '\(name)', and there is no such state",
            fix: Suggestion.question(for: name, in: names)
                ?? "Add a heading '# \(name)' with the state's text below it.")
    }

    /// Reports states whose Back returns to themselves: Back must eventually leave the page.
    private func cycles() -> [Diagnostic] {
        page.states.compactMap { state in
            guard let back = state.back else { return nil }
            var name: String? = back.value
            var steps = 0
            while let next = name, next != state.name {
                steps += 1
                // The state only leads into a circle, which is reported at its own states.
                if steps > page.states.count { return nil }
                name = page.state(named: next)?.back?.value
            }
            if name == nil { return nil }
            return page.source.diagnostic(
                code: "circle", at: back.location, "Back from '\(state.name)' leads to it again",
                fix: "Leave 'back:' out of the initial state.")
        }
    }

    private func reachable(from starts: [String]) -> Set<String> {
        var reached = Set(starts)
        var waiting = starts
        while let name = waiting.popLast() {
            guard let state = page.state(named: name) else { continue }
            for next in targets(of: state) where reached.insert(next).inserted { waiting.append(next) }
        }
        return reached
    }

    private func targets(of state: State) -> [String] {
        let links = state.destinations.compactMap { entry -> String? in
            if case .state(let name) = entry.value { name } else { nil }
        }
        return links + state.moves.flatMap { $0.moves.map(\.state.value) } + [state.back?.value].compactMap { $0 }
    }
}
