import Configuration
import Diagnostics

/// The transitions between the states of a page; transitions to missing states, and states that cannot be reached, are
/// errors.
struct StateGraph {
    let page: Page
    let collector: DiagnosticCollector

    private var names: [String] { page.states.map(\.name) }

    /// The states that no move leads to; none while a missing state may be what leads there.
    var unreached: [State] {
        let used = page.start.states.map(\.value.value) + page.states.flatMap(targets)
        guard page.hasAllStates, Set(used + page.stateKeys.map(\.value)).isSubset(of: names) else { return [] }
        let reached = reachable(from: page.start.states.map(\.value.value))
        return page.states.filter { !reached.contains($0.name) }
    }

    /// Reports missing states, and those that no move leads to but for `told`; `meaning` is the fix for one that another
    /// mistake leaves without a move.
    func report(except told: Set<String> = [], meaning: (State) -> String? = { _ in nil }) {
        guard page.hasAllStates else { return }
        let before = collector.diagnostics.count
        // A name that is missing is told once: where the front matter has keys for the state, or where it is used first.
        let used = page.start.states.map(\.value.value) + page.states.flatMap(targets)
        // A heading that keys name too is right.
        let headings = names.filter { name in !used.contains(name) && !page.stateKeys.contains { $0.value == name } }
        let misspelt = MisspeltNames.pairs(declared: headings, used: used.filter { !names.contains($0) })
        checkKeys(except: misspelt.map(\.used), headings.filter { name in !misspelt.contains { $0.declared == name } })
        var seen = Set(page.stateKeys.map(\.value))
        func check(_ target: Located<String>, _ what: String) {
            if !names.contains(target.value), seen.insert(target.value).inserted { report(target, what) }
        }
        for (_, start) in page.start.states { check(start, "the page starts with") }
        for state in page.states {
            for move in state.moves.flatMap(\.moves) { check(move.state, "this moves to") }
            if let back = state.back { check(back, "Back leads to") }
            let unmarked = page.unmarkedOperations(of: state).map(\.location)
            for case (.state(let name), let location) in state.destinations.map({ ($0.value, $0.location) })
            where !unmarked.contains(location) {
                check(Located(name, at: location), "this moves to")
            }
        }
        // A missing state may make others unreachable, so only the former is reported.
        if collector.diagnostics.count > before || !misspelt.isEmpty { return reportMisspeltHeadings(misspelt) }
        for state in page.states { checkBack(of: state) }
        let ofKind = page.states.filter { $0.location.file != page.source.file }.map(\.name)
        for state in unreached where !told.contains(state.name) {
            collector.report(
                "unreachable-state", at: state.location, "no move leads to the state '\(state.name)'",
                fix: meaning(state)
                    ?? (page.isOfKind
                        ? Suggestion.question(for: state.name, in: ofKind.filter { $0 != state.name }) : nil)
                    ?? (page.isOfKind
                        ? "The states of the kind are \(ofKind.joined(separator: ", ")). Or move" : "Move")
                    + " to it with a link '(#\(state.name))' or by an operation's outcome, or remove it.")
        }
    }

    /// Reports headings that were probably meant as a name that is used.
    private func reportMisspeltHeadings(_ pairs: [(declared: String, used: String)]) {
        for (declared, used) in pairs {
            guard let state = page.state(named: declared) else { continue }
            collector.report(
                "unreachable-state", at: state.location, "no move leads to the state '\(declared)'",
                fix: "Rename it to '\(used)' if that is the right name.")
        }
    }

    /// Reports keys of states that there are not; one that is used too is the name of a misspelt heading. `headings` are those
    /// that neither a key nor a move names.
    private func checkKeys(except used: [String], _ headings: [String]) {
        // Of a page of a kind, the states of the kind are declared in another file.
        let declared = page.stateKeys.filter { $0.location.file == page.source.file }.map(\.value)
        let ofKind =
            page.source.others.isEmpty ? "" : "The states of the kind are \(names.joined(separator: ", ")). Or add"
        let missing = page.stateKeys.filter { !names.contains($0.value) && !used.contains($0.value) }
        let keyless = names.filter { name in !page.stateKeys.contains { $0.value == name } }
        for (index, name) in missing.enumerated() {
            if name.value == "messages" {
                collector.report(
                    "unknown-state", at: name.location, "the list '# messages' is no state, and has no keys",
                    fix: "Remove this key.")
                continue
            }
            collector.report(
                "unknown-state", at: name.location, "there is no state '\(name.value)' below",
                fix: Suggestion.question(for: name.value, in: names.filter { !declared.contains($0) })
                    ?? (headings.count == missing.count
                        ? "Write '\(headings[index])', which no key and no move names, in place of every '\(name.value)'. Or add"
                        : headings.isEmpty && keyless.count == 1 && missing.count == 1
                            ? "Write '\(keyless[0])', the only heading without a key, or rename that in every move too. Or add"
                            : ofKind.isEmpty ? "Add" : ofKind)
                    + " a heading '# \(name.value)' with the state's text below it, or remove this key.")
        }
    }

    private func report(_ target: Located<String>, _ what: String) {
        let name = target.value
        if name == "messages" {
            return collector.report(
                "missing-state", at: target.location, "\(what) 'messages', which is the page's list of messages",
                fix: "Name a state: \(names.joined(separator: ", ")).")
        }
        collector.report(
            "missing-state", at: target.location, "\(what) '\(name)', and there is no such state",
            fix: Suggestion.question(for: name, in: names)
                ?? (name.hasPrefix("/")
                    ? "Transitions stay on the page: name a state, and link to \(name) there."
                    : fix(for: name)))
    }

    /// The fix for a name that no state has: the only state that nothing leads to, or else all, or a further one.
    private func fix(for name: String) -> String {
        let heading = "a heading '# \(name)' with the state's text below it."
        if names.isEmpty { return "Add \(heading)" }
        let led = Set(page.states.flatMap(targets)).union(page.start.states.map(\.value.value))
        let free = names.filter { !led.contains($0) }
        guard let only = free.count == 1 ? free.first : names.count == 1 ? names.first : nil else {
            return "Name one of \(names.joined(separator: ", ")); or add \(heading)"
        }
        return "Write '\(only)' if that is meant, or add \(heading)"
    }

    /// Reports a state whose Back returns to itself: Back must eventually leave the page.
    private func checkBack(of state: State) {
        guard let back = state.back else { return }
        var name: String? = back.value
        var steps = 0
        while let next = name, next != state.name {
            steps += 1
            // The state only leads into a circle, which is reported at its own states.
            if steps > page.states.count { return }
            name = page.state(named: next)?.back?.value
        }
        if name == nil { return }
        collector.report(
            "circle", at: back.location, "Back from '\(state.name)' leads to it again",
            fix: "Leave 'back:' out of the initial state.")
    }

    /// The states that links and the transitions of some operations lead to, with the first ones.
    func reachable(
        from starts: [String], by isTaken: (OperationMoves) -> Bool = { _ in true }
    ) -> Set<String> {
        var reached = Set(starts)
        var waiting = starts
        while let name = waiting.popLast() {
            guard let state = page.state(named: name) else { continue }
            for next in targets(of: state, by: isTaken) where reached.insert(next).inserted { waiting.append(next) }
        }
        return reached
    }

    func targets(of state: State) -> [String] { targets(of: state, by: { _ in true }) }

    private func targets(of state: State, by isTaken: (OperationMoves) -> Bool) -> [String] {
        let links = state.destinations.compactMap { entry -> String? in
            if case .state(let name) = entry.value { name } else { nil }
        }
        return links + state.moves.filter(isTaken).flatMap { $0.moves.map(\.state.value) }
            + [state.back?.value].compactMap { $0 }
    }
}
