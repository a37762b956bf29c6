package import AuthContracts
internal import Calendar
package import Problems

package struct SandboxControls: Sendable {
    package struct App: Sendable {
        package let name: String
        package let title: String
        /// The contract's operations, each with the outcomes that can be chosen for it.
        package let operations: [(name: String, outcomes: [OutcomeName])]
        /// The chosen outcomes that have not occurred yet, in order.
        package let next: [ChosenOutcome]
        package let refusesOthers: Bool
    }

    package let apps: [App]
    /// The sandbox's time, in the format of RFC 3339.
    package let now: String
    /// Whether that differs from the real time.
    package let isAdvanced: Bool
}

extension Sandbox {
    package var controls: SandboxControls {
        let (mounted, advance) = withCore { ($0.mounted, $0.advance) }
        return SandboxControls(
            apps: mounted.map { backend in
                let contract = backend.app.definition
                return SandboxControls.App(
                    name: backend.app.name, title: backend.app.title,
                    operations: (contract?.operations ?? []).map { ($0.name, contract?.choices(for: $0) ?? []) },
                    next: backend.next, refusesOthers: backend.refusesOthers)
            }, now: CalendarTime.rfc3339(milliseconds: Self.time() + advance), isAdvanced: advance != 0)
    }

    /// Chooses the outcome of the next run of an operation, replacing an earlier choice, or removes the choice; throws
    /// the possible choices if this is none.
    package func choose(_ outcome: String?, of operation: String, app: String) throws(Problem<ValuePath>) {
        try change { core throws(Problem<ValuePath>) in
            let index = try core.index(of: app)
            core.forgetChoices(of: operation, app: index)
            if let outcome { try core.choose(outcome, of: operation, app: index) }
        }
    }

    /// Advances the clock by a duration: `90s`, `10m`, `25h`, `7d`.
    package func advance(by length: String) throws(Problem<ValuePath>) {
        try change { core throws(Problem<ValuePath>) in
            guard core.advance(by: length) else {
                throw Problem(
                    code: "bad-duration", at: ValuePath("advance"), "'\(length)' is not a duration",
                    fix: "Name a number and a unit: s, m, h or d.")
            }
        }
    }

    /// Makes an app's backend refuse pages of other origins, or accept them again.
    package func refuseOthers(_ refuses: Bool, app: String) throws(Problem<ValuePath>) {
        try change { core throws(Problem<ValuePath>) in core.refuseOthers(refuses, app: try core.index(of: app)) }
    }

    /// Resets accounts, tokens, emails and choices of one app; without a name those of all apps, and the clock.
    package func reset(app: String?) throws(Problem<ValuePath>) {
        let time = Self.time()
        try change { core throws(Problem<ValuePath>) in
            var index: Int?
            if let app { index = try core.index(of: app) }
            core.reset(app: index, time: time)
        }
    }
}

extension SandboxCore {
    fileprivate func index(of app: String) throws(Problem<ValuePath>) -> Int {
        guard let index = mounted.firstIndex(where: { $0.app.name == app }) else {
            throw Problem(code: "unknown-app", at: ValuePath("app"), "there is no app '\(app)' with a backend")
        }
        return index
    }
}
