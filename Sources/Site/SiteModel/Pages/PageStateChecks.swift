import AuthContracts
import Configuration
import Diagnostics

/// Checks the keys of states that refer to fields and values.
struct PageStateChecks {
    let page: Page
    /// The values that the page's operations keep; nil if unknown.
    let kept: [String]?
    let collector: DiagnosticCollector

    func report() {
        for state in page.states {
            if let kept {
                checkForgets(of: state, kept)
                checkNeeds(of: state, kept)
            }
            checkSubmit(of: state)
            if state.blocks.isEmpty, state.fields.isEmpty, state.onLoad == nil, state.refresh == nil {
                collector.report(
                    "empty-state", as: .warning, at: state.location, "the state '\(state.name)' has no text",
                    fix: "Write below its heading what has happened, and what to do.")
            }
            checkRepetitions(in: state)
            for field in state.fields { check(field) }
            for field in state.fields.filter(\.isFocused).dropFirst() {
                collector.report(
                    "second-focus", at: field.location,
                    "another field of the state '\(state.name)' has the focus already",
                    fix: "Write 'focus: true' once.")
            }
        }
    }

    private func checkForgets(of state: State, _ kept: [String]) {
        // A value that a state needs and nothing supplies is told there.
        let known = page.fieldNames + kept + [Page.allFields] + page.states.flatMap(\.needs).map(\.value)
        for name in state.forgets where !known.contains(name.value) {
            collector.report(
                "unknown-field", at: name.location, "the page has no field '\(name.value)'",
                fix: Suggestion.question(for: name.value, in: known)
                    ?? "Name a field of any of its states, or write 'forgets: fields' for all of them.")
        }
    }

    private func checkNeeds(of state: State, _ kept: [String]) {
        for name in state.needs where !kept.contains(name.value) {
            collector.report(
                "unknown-value", at: name.location, "no operation of the page supplies '\(name.value)'",
                fix: Suggestion.question(for: name.value, in: kept)
                    ?? (kept.isEmpty
                        ? "Remove it."
                        : "Keep it in a rule of the contract, or need one of \(kept.joined(separator: ", "))."))
        }
    }

    /// Reports a requirement to repeat a password that no field repeats.
    private func checkRepetitions(in state: State) {
        for field in state.fields where !state.fields.contains(where: { $0.rule == .same(as: field.name) }) {
            guard let rule = field.requirements?.rules.first(where: { $0.rule.value == .same })?.rule else { continue }
            collector.report(
                "nothing-repeats", at: rule.location, "no field repeats '\(field.name)', so nothing meets this",
                fix: "Write 'rule: same-as \(field.name)' in the field that repeats it, or remove this.")
        }
    }

    /// Warns of a field whose rule is not that of its name, and of a strength meter that is upside down.
    private func check(_ field: Field) {
        if field.rule == .text, ["email", "e-mail", "email-address"].contains(field.name) {
            collector.report(
                "text-for-email", as: .warning, at: field.location,
                "the field '\(field.name)' takes any text, so that no mistake in an address is told",
                fix: "Write 'rule: email', which also gives phones the keyboard for it.")
        }
        let words = field.strength?.words.map { $0.lowercased() } ?? []
        if words.last?.contains("weak") == true, words.first?.contains("weak") == false {
            collector.report(
                "upside-down", as: .warning, at: field.location,
                "the strength '\(field.strength?.words.first ?? "")' would be said of the weakest password",
                fix: "List the words from the weakest to the strongest.")
        }
    }

    private func checkSubmit(of state: State) {
        guard let submit = state.submit else { return }
        if submit.value != "when-valid" {
            collector.report(
                "bad-submit", at: submit.location, "'\(submit.value)' is not a value of 'submit'",
                fix: "Write 'submit: when-valid', or remove it: then a tap shows what is missing.")
        } else if state.fields.isEmpty || !hasButton(state) {
            collector.report(
                "bad-submit", at: submit.location,
                "the state '\(state.name)' has no \(state.fields.isEmpty ? "fields" : "operation") to wait for",
                fix: "Remove 'submit:'.")
        }
    }

    /// Whether a state has a button, or keys for the operation of one that is told to be missing or wrong.
    private func hasButton(_ state: State) -> Bool {
        let automatic = [state.onLoad, state.refresh].compactMap { $0?.value }
        return !state.linkedOperations.isEmpty || state.moves.contains { !automatic.contains($0.operation.value) }
    }
}
