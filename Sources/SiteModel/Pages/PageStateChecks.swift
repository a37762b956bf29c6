import Configuration
import Diagnostics

/// Checks the keys of states that refer to fields and values.
struct PageStateChecks {
    let page: Page
    /// The values that the page's operations keep; nil if unknown.
    let kept: [String]?

    func diagnostics() -> [Diagnostic] {
        page.states.flatMap { forgets($0) + needs($0) + submit($0) + focus($0) }
    }

    private func forgets(_ state: State) -> [Diagnostic] {
        guard let kept else { return [] }
        let known = page.fieldNames + kept
        return state.forgets.filter { name in
            name.value != Page.allFields && !known.contains(name.value)
        }.map { name in
            report(
                "unknown-field", at: name.location, "the page has no field '\(name.value)'",
                fix: Suggestion.question(for: name.value, in: known + [Page.allFields])
                    ?? "Name a field of any of its states, or write 'forgets: fields' for all of them.")
        }
    }

    private func needs(_ state: State) -> [Diagnostic] {
        guard let kept else { return [] }
        return state.needs.filter { !kept.contains($0.value) }.map { name in
            report(
                "unknown-value", at: name.location, "no operation of the page supplies '\(name.value)'",
                fix: Suggestion.question(for: name.value, in: kept)
                    ?? (kept.isEmpty
                        ? "Remove it."
                        : "Keep it in a rule of the contract, or need one of \(kept.joined(separator: ", "))."))
        }
    }

    private func submit(_ state: State) -> [Diagnostic] {
        guard let submit = state.submit else { return [] }
        if submit.value != "when-valid" {
            return [
                report(
                    "bad-submit", at: submit.location, "'\(submit.value)' is not a value of 'submit'",
                    fix: "Write 'submit: when-valid', or remove it: then a tap shows what is missing.")
            ]
        }
        guard state.fields.isEmpty || state.submitted.isEmpty else { return [] }
        return [
            report(
                "bad-submit", at: submit.location,
                "the state '\(state.name)' has no \(state.fields.isEmpty ? "fields" : "operation") to wait for",
                fix: "Remove 'submit:'.")
        ]
    }

    private func focus(_ state: State) -> [Diagnostic] {
        state.fields.filter(\.isFocused).dropFirst().map { field in
            report(
                "second-focus", at: field.location,
                "another field of the state '\(state.name)' has the focus already",
                fix: "Write 'focus: true' once.")
        }
    }

    private func report(_ code: String, at location: SourceLocation, _ message: String, fix: String) -> Diagnostic {
        page.source.diagnostic(code: code, at: location, message, fix: fix)
    }
}
