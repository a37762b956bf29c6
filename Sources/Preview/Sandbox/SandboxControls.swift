package import AuthContracts

/// The state of a sandbox's controls.
package struct SandboxControls: Sendable {
    /// One app's backend.
    package struct App: Sendable {
        /// The name of the app's folder.
        package let name: String
        /// The app's display name.
        package let title: String
        /// The contract's operations, each with the outcomes that can be chosen for it.
        package let operations: [(name: String, outcomes: [OutcomeName])]
        /// The chosen outcomes that have not occurred yet, in order.
        package let next: [ChosenOutcome]
        /// Whether pages of other origins are refused.
        package let refusesOthers: Bool
    }

    /// The apps, in the order of the site.
    package let apps: [App]
    /// The sandbox's time, in the format of RFC 3339.
    package let now: String
    /// Whether that differs from the real time.
    package let isAdvanced: Bool
}

/// The sandbox's refusal of a control request.
package struct SandboxRefusal: Error, Hashable, Sendable {
    /// The reason, as a sentence.
    package let reason: String

    init(_ reason: String) { self.reason = reason }
}

extension Sandbox {
    /// The current state of the controls.
    package var controls: SandboxControls {
        let (mounted, advance) = withCore { ($0.mounted, $0.advance) }
        return SandboxControls(
            apps: mounted.map { backend in
                let contract = backend.app.definition
                return SandboxControls.App(
                    name: backend.app.name, title: backend.app.title,
                    operations: (contract?.operations ?? []).map { ($0.name, contract?.choices(for: $0) ?? []) },
                    next: backend.next, refusesOthers: backend.refusesOthers)
            }, now: Timestamp.text(Self.time() + advance), isAdvanced: advance != 0)
    }

    /// Chooses the outcome of the next run of an operation, replacing an earlier choice.
    ///
    /// - Parameters:
    ///   - outcome: the outcome's name; nil removes the choice.
    ///   - operation: the operation's name in the contract.
    ///   - app: the name of the app's folder.
    /// - Throws: a message with the possible choices, if this is none.
    package func choose(_ outcome: String?, of operation: String, app: String) throws(SandboxRefusal) {
        try change { core throws(SandboxRefusal) in
            let index = try core.index(of: app)
            core.forgetChoices(of: operation, app: index)
            if let outcome { try core.choose(outcome, of: operation, app: index) }
        }
    }

    /// Advances the clock by a duration: `90s`, `10m`, `25h`, `7d`.
    package func advance(by length: String) throws(SandboxRefusal) {
        try change { core throws(SandboxRefusal) in
            guard core.advance(by: length) else {
                throw SandboxRefusal("Name a number and a unit: s, m, h or d.")
            }
        }
    }

    /// Makes an app's backend refuse pages of other origins, or accept them again.
    package func refuseOthers(_ refuses: Bool, app: String) throws(SandboxRefusal) {
        try change { core throws(SandboxRefusal) in core.refuseOthers(refuses, app: try core.index(of: app)) }
    }

    /// Resets accounts, tokens, emails and choices of one app; without a name those of all apps, and the clock.
    package func reset(app: String?) throws(SandboxRefusal) {
        let time = Self.time()
        try change { core throws(SandboxRefusal) in
            var index: Int?
            if let app { index = try core.index(of: app) }
            core.reset(app: index, time: time)
        }
    }
}

extension SandboxCore {
    fileprivate func index(of app: String) throws(SandboxRefusal) -> Int {
        guard let index = mounted.firstIndex(where: { $0.app.name == app }) else {
            throw SandboxRefusal("There is no app '\(app)' with a backend.")
        }
        return index
    }
}
