import AuthContracts
import Configuration
import Diagnostics

/// A link that opens what comes after its use, so that no move leads to the state that begins to use it.
struct SkippedUse {
    /// The key of `start:`, and what the link opens; the key is `none` if all visits begin with the same state.
    let start: (key: Located<String>, value: Located<String>)
    let operation: String
    let state: State
    let fix: String

    func report(to collector: DiagnosticCollector) {
        collector.report(
            "unreachable-state", at: start.value.location,
            "the link opens '\(start.value.value)', and no move leads to '\(state.name)', so '\(operation)' never runs",
            fix: fix)
    }
}

extension StartChecks {
    /// The first state of a link that leaves the states which use the link without a move; nil if there is none.
    var skippedUse: SkippedUse? {
        guard let contract, let link = page.linkNames.first else { return nil }
        let graph = StateGraph(page: page, collector: collector)
        func use(by state: State) -> String? {
            state.operations.first { contract.operation(named: $0)?.consumes == .link }
        }
        let starts = page.start.states.filter { key, value in
            let reached = graph.reachable(from: [value.value])
            return (page.start.isSingle || ![Start.noLink, Start.damagedLink].contains(key.value))
                && !page.states.contains { reached.contains($0.name) && use(by: $0) != nil }
        }
        for user in unreached {
            let operation = use(by: user)
            let after = graph.reachable(from: [user.name])
            let isAfter = starts.contains { after.contains($0.value.value) }
            let start = starts.first { after.contains($0.value.value) } ?? (starts.count == 1 ? starts.first : nil)
            guard let operation, let start else { continue }
            let led = Set(unreached.flatMap(graph.targets))
            let first = unreached.first { other in
                !led.contains(other.name) && graph.reachable(from: [other.name]).contains(user.name)
            }
            let name = (first ?? user).name
            return SkippedUse(
                start: (start.key, start.value), operation: operation, state: first ?? user,
                fix: !page.start.isSingle
                    ? "Write '\(start.key.value): \(name)'."
                    : isAfter
                        ? "Write 'start: \(name)'."
                        : "Write start: { \(link.value): \(name), none: \(start.value.value) }")
        }
        return nil
    }
}
