import AppLinks
import AuthContracts
import Configuration
import Diagnostics
import LinkDefinitions
import TextEncoding
import YAML

extension PageChecks {
    /// Reports operations that a state describes and nothing runs, and those that run and are not described.
    func checkOperations(of state: State) {
        let described = state.moves.map(\.operation)
        let automatic = [state.onLoad, state.refresh].compactMap(\.self)
        let unmarked = page.unmarkedOperations(of: state)
        for name in unmarked {
            collector.report(
                "bad-link", at: name.location, "this link lacks 'run:'",
                fix: "Write run:\(name.value): it is an operation whose outcomes this state has.")
        }
        let run = state.linkedOperations + unmarked
        let used = (run + automatic).map(\.value)
        var pairs = MisspeltNames.pairs(declared: described.map(\.value), used: used)
        // Another system's name, where the state has one operation that nothing runs.
        let unused = described.map(\.value).filter { !used.contains($0) && isOperation($0) }
        let unknown = Set(used).subtracting(described.map(\.value)).filter {
            contract != nil && !isOperation($0)
        }
        if pairs.isEmpty, unused.count == 1, unknown.count == 1 { pairs = [(unused[0], unknown.joined())] }
        // The button of one operation that was written for another one.
        let undescribed = Set(run.map(\.value)).subtracting(described.map(\.value))
        let exchanged = pairs.isEmpty && unused.count == 1 && undescribed.count == 1 ? undescribed.first : nil
        let foreign = contract.flatMap { state.undescribedOperation(of: $0) }
        for name in described where !used.contains(name.value) {
            // The button that names no operation is then the mistake, and it alone; or the key, which `ContractChecks` tells.
            if isOperation(name.value), pairs.contains(where: { $0.declared == name.value && !isOperation($0.used) }) {
                continue
            }
            if exchanged != nil || foreign != nil && !isOperation(name.value) { continue }
            // A text of one's own in place of the kind's, whose button it lacks.
            let isReplaced =
                state.location.file == page.source.file
                && page.source.others.contains { $0.file == name.location.file }
            collector.report(
                "unused-operation", at: isReplaced ? state.location : name.location,
                "nothing in the state '\(state.name)' runs '\(name.value)'",
                fix: Suggestion.question(for: name.value, in: used + State.keyTable.keys.map(\.name))
                    ?? (isReplaced
                        ? "Add its button below, since this text replaces the kind's: [Continue](run:\(name.value))"
                        : mayLoad(name.value, in: state)
                            ? "Add 'on-load: \(name.value)' beside it, or a link '(run:\(name.value))' below."
                            : "Add a link '(run:\(name.value))' below, or remove this key."))
        }
        // A renamed heading has no key, and what is under its key is that of a state that is missing.
        let isRenamed =
            described.isEmpty && page.hasAllStates && !page.stateKeys.contains { $0.value == state.name }
            && page.stateKeys.contains { page.state(named: $0.value) == nil }
        if isRenamed { return }
        func check(_ name: Located<String>, _ what: String, prefix: String = "", fix: String) {
            if described.contains(where: { $0.value == name.value }) || name.value == foreign { return }
            let meant =
                Suggestion.question(for: name.value, in: described.map(\.value))
                ?? pairs.first { $0.used == name.value }.map {
                    "Write '\(prefix)\($0.declared)': the contract has no operation '\(name.value)'."
                }
            if meant == nil, let contract, !isOperation(name.value), !name.value.hasPrefix("run:") {
                return collector.report(
                    "unknown-operation", at: name.location,
                    "the contract '\(app.contents.backend?.backend.contract ?? "")' has no operation '\(name.value)'",
                    fix: page.state(named: name.value) != nil && !prefix.isEmpty
                        ? "Write '#\(name.value)': it is a state."
                        : described.count == 1 && isOperation(described[0].value)
                            ? "Write '\(prefix)\(described[0].value)', whose transitions the state has."
                            : Suggestion.fix(
                                for: name.value, in: contract.operations.map(\.name), "Its operations are"))
            }
            let other = exchanged == name.value ? unused.first : nil
            collector.report(
                "no-moves", at: name.location, "no state follows '\(what)'",
                fix: meant
                    ?? other.map {
                        "Write '\(prefix)\($0)', whose transitions the state has; else describe this one in its place."
                    }
                    ?? fix)
        }
        for name in run {
            check(
                name, "run:\(name.value)", prefix: "run:",
                fix: "Add '\(name.value): { ok: … }' under 'states.\(state.name)' in the front matter.")
        }
        for name in automatic {
            let bare = name.value.removing(prefix: "run:")
            check(name, name.value, fix: bare.map { "Write \($0)." } ?? "Add '\(name.value): { ok: … }' beside it.")
        }
    }

    /// Whether a state without fields and buttons was probably to run an operation by itself, which may run so.
    private func mayLoad(_ name: String, in state: State) -> Bool {
        guard let operation = contract?.operation(named: name) else { return false }
        return operation.consumes == nil && operation.sends == nil && state.fields.isEmpty && state.operations.isEmpty
    }

    private func isOperation(_ name: String) -> Bool { contract?.operation(named: name) != nil }
}

extension State {
    /// The one operation of a contract that the state runs without its transitions, where it has transitions of one that
    /// the contract does not have: its name was meant there.
    func undescribedOperation(of contract: Contract) -> String? {
        let described = moves.map(\.operation.value)
        let run = Set((linkedOperations + [onLoad, refresh].compactMap(\.self)).map(\.value))
        let undescribed = run.subtracting(described).filter { contract.operation(named: $0) != nil }
        let unknown = described.filter { contract.operation(named: $0) == nil && !run.contains($0) }
        return undescribed.count == 1 && unknown.count == 1 ? undescribed.first : nil
    }
}
