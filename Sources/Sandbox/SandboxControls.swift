public import AuthContracts

/// The controls of a sandbox and how they are set.
public struct SandboxControls: Sendable {
    /// One app's backend.
    public struct App: Sendable {
        /// The name of the app's folder.
        public let name: String
        /// The app's name as people read it.
        public let title: String
        /// The contract's operations, each with the outcomes that can be chosen for it.
        public let operations: [(name: String, outcomes: [OutcomeName])]
        /// What was chosen and has not come yet, in order.
        public let next: [ChosenOutcome]
        /// Whether pages of other origins are refused.
        public let refusesOthers: Bool
    }

    /// In the order of the site.
    public let apps: [App]
    /// The sandbox's own time, as in RFC 3339.
    public let now: String
    /// Whether that is another than the real one.
    public let isAhead: Bool
}

/// A refusal of the sandbox to do what it was asked.
public struct SandboxRefusal: Error, Hashable, Sendable {
    /// The reason, as a sentence.
    public let reason: String

    init(_ reason: String) { self.reason = reason }
}

extension Sandbox {
    /// What can be chosen, and what is.
    public var controls: SandboxControls {
        let (mounted, advance) = withCore { ($0.mounted, $0.advance) }
        return SandboxControls(
            apps: mounted.map { backend in
                let contract = backend.app.definition
                return SandboxControls.App(
                    name: backend.app.name, title: backend.app.title,
                    operations: (contract?.operations ?? []).map { ($0.name, contract?.choices(for: $0) ?? []) },
                    next: backend.next, refusesOthers: backend.refusesOthers)
            }, now: Timestamp.text(Self.time() + advance), isAhead: advance != 0)
    }

    /// Chooses what the next run of an operation comes to, in place of what was chosen before.
    ///
    /// - Parameters:
    ///   - outcome: its name; nil leaves it to the backend again.
    ///   - operation: the contract's name of it.
    ///   - app: the name of the app's folder.
    /// - Throws: what there is to choose from.
    public func choose(_ outcome: String?, of operation: String, app: String) throws(SandboxRefusal) {
        try change { core throws(SandboxRefusal) in
            let index = try core.index(of: app)
            core.forgetChoices(of: operation, app: index)
            if let outcome { try core.choose(outcome, of: operation, app: index) }
        }
    }

    /// Lets time pass: `90s`, `10m`, `25h`, `7d`.
    public func advance(by length: String) throws(SandboxRefusal) {
        try change { core throws(SandboxRefusal) in
            guard core.advance(by: length) else {
                throw SandboxRefusal("Name a number and a unit: s, m, h or d.")
            }
        }
    }

    /// Keeps pages of other origins from reading an app's answers, or lets them again.
    public func refuseOthers(_ refuses: Bool, app: String) throws(SandboxRefusal) {
        try change { core throws(SandboxRefusal) in core.refuseOthers(refuses, app: try core.index(of: app)) }
    }

    /// Begins anew: accounts, tokens, emails and choices of one app; of all, and the clock, where none is named.
    public func reset(app: String?) throws(SandboxRefusal) {
        let time = Self.time()
        try change { core throws(SandboxRefusal) in
            var index: Int?
            if let app { index = try core.index(of: app) }
            core.reset(app: index, time: time, random: SystemRandomNumberGenerator())
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
