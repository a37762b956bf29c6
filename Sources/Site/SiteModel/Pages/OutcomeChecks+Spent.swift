import AuthContracts
import Configuration
import Diagnostics

// Ways from a state of a used or dead link to what it took with it.
extension OutcomeChecks {
    /// Warns of a way back to what needs the link, from a state that says that the link is used up or dead.
    func checkSpentLinks() {
        guard let contract else { return }
        func consumes(_ operation: String) -> Bool { contract.operation(named: operation)?.consumes == .link }
        func needsLink(_ name: String) -> Bool {
            guard let state = page.state(named: name), !state.submitted.isEmpty else { return false }
            return state.submitted.allSatisfy(consumes)
        }
        for state in page.states {
            for moves in state.moves where consumes(moves.operation.value) {
                warnOfRetry(taken(moves).filter { needsLink($0.move.state.value) }, in: state)
            }
        }
        let ends = page.states.flatMap { state in
            state.moves.filter { consumes($0.operation.value) }.flatMap { moves in
                taken(moves).filter { _, outcomes in
                    outcomes.contains { $0 == .ok || [.linkInvalid, .linkExpired, .linkUsed].contains($0) }
                }.map(\.move.state.value).filter { $0 != state.name }
            }
        }
        for name in Set(ends).sorted() {
            guard let state = page.state(named: name) else { continue }
            let links = state.destinations.compactMap { entry in
                if case .state(let next) = entry.value { Located(next, at: entry.location) } else { nil }
            }
            for next in links + [state.back].compactMap(\.self) {
                guard needsLink(next.value) else { continue }
                warn(
                    "spent-link", at: next.location,
                    "this leads back to '\(next.value)', which needs the link, and in '\(name)' it no longer works",
                    fix: page.wayToNewLink(contract, paths))
            }
        }
    }

    /// Warns of a transition for a dead link to a state that needs it: each further try is refused in the same way.
    private func warnOfRetry(_ taken: [Taken], in state: State) {
        for (move, outcomes) in taken {
            let (text, name) = (move.outcomes.text, move.state.value)
            guard let failure = outcomes.first(where: { $0.meaning == .linkDead && $0 != .linkIncomplete }),
                !outcomes.contains(.ok),
                // A state of its own with a way to a new link may offer another try too.
                name == state.name || page.state(named: name)?.hasWayOut == false
            else { continue }
            let other =
                stateElsewhere(for: failure, not: name)?.state
                ?? deadStates.subtracting([name, state.name]).min()
                ?? unreached.first { $0.operations.isEmpty && $0.tone != .success }?.name
            let pattern = text == "*" ? "link-*" : text
            warn(
                "spent-link", at: move.location,
                "'\(text)' leads \(name == state.name ? "back " : "")to '\(name)', which needs the link, and the link no longer works",
                fix: "Write '\(pattern): \(other ?? "…")'\(text == "*" ? " above it" : "")"
                    + (other == nil ? ", with a state that says so." : "."))
        }
    }

    /// Warns of a state of success whose ways all lead to the page that it is on. After a request for an email one may begin
    /// again.
    func checkCircles() {
        let ends = page.states.flatMap(\.moves).flatMap { moves in
            guard let operation = contract?.operation(named: moves.operation.value), !operation.sendsRequestedEmail,
                operation.consumes != nil || operation.needs.contains(where: \.isPassword)
            else { return [String]() }
            return taken(moves).filter { $0.outcomes.contains(where: Self.isDone) }.map(\.move.state.value)
        }
        for name in Set(ends).sorted() {
            guard let state = page.state(named: name), state.operations.isEmpty, let way = state.destinations.first,
                state.destinations.allSatisfy({ isPage($0.value) }),
                !collector.diagnostics.contains(where: { $0.code == "circle" && $0.line == way.location.line })
            else { continue }
            warn(
                "circle-of-pages", at: way.location,
                "'\(name)' comes after success, and its only way on is this page again",
                fix: "Lead to where people go on: the app, or a path that 'elsewhere' in app.yml lists.")
        }
    }

    func isPage(_ destination: LinkDestination) -> Bool {
        guard case .sitePath(let address) = destination else { return false }
        let path = address.prefix { !"?#".contains($0) }
        return path == page.path || path.dropLast() == page.path && path.hasSuffix("/")
    }

    /// Warns of a way to the email's code from a state of a dead link, where both are one token.
    func checkSpentCodes() {
        let ends = page.states.flatMap(\.moves).flatMap { moves in
            contract?.operation(named: moves.operation.value)?.consumesBoth == true
                ? moves.moves.filter { $0.outcomes.matches(.linkExpired) || $0.outcomes.matches(.linkUsed) } : []
        }
        for name in Set(ends.map(\.state.value)).sorted() {
            for entry in page.state(named: name)?.destinations ?? [] {
                guard case .state(let next) = entry.value,
                    page.state(named: next)?.operations.contains(where: {
                        contract?.operation(named: $0)?.consumes == .code
                    }) == true
                else { continue }
                warn(
                    "spent-code", at: entry.location,
                    "this leads to the email's code, which is the same token as its link, and in '\(name)' it no longer works",
                    fix: "Lead to where another email is requested.")
            }
        }
    }
}

extension State {
    /// Whether a link leads from it to a page.
    fileprivate var hasWayOut: Bool {
        destinations.contains { if case .sitePath = $0.value { true } else { false } }
    }
}

extension Page {
    /// The fix for a way that visitors without a working link cannot use: the page that requests a new one, if there is one
    /// of the paths.
    func wayToNewLink(_ contract: Contract?, _ paths: Set<String>) -> String {
        let needs = states.flatMap(\.operations).flatMap { contract?.operation(named: $0)?.needs ?? [] }
        let path = needs.contains(where: \.isPassword) ? "/forgot-password" : "/new-link"
        return paths.contains(path) ? "Lead to the page that requests a new link: (\(path))" : "Lead elsewhere."
    }
}
