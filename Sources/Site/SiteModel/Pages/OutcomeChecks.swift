import AuthContracts
import Configuration
import Diagnostics

/// Warns of outcomes that lead to a state that says something else, and of ways on that a visitor cannot use.
struct OutcomeChecks {
    let page: Page
    /// Nil if the app has no contract, or one that could not be read.
    let contract: Contract?
    /// The paths of the app's pages and files.
    let paths: Set<String>
    /// Whether the page's texts are in English, so that its words can be looked for.
    let isEnglish: Bool
    let collector: DiagnosticCollector
    /// The states that no move leads to.
    let unreached: [State]

    func report() {
        guard page.hasAllStates else { return }
        for state in page.states {
            for moves in state.moves where state.refresh?.value != moves.operation.value { check(moves, in: state) }
            checkFirstAction(of: state)
        }
        checkPictures()
        checkHeadlines()
        checkWaysOn()
        checkSpentLinks()
        checkSpentCodes()
        checkCircles()
        checkAccountWords()
        checkClaims()
    }

    // MARK: - Failures and successes

    typealias Taken = (move: Move, outcomes: [OutcomeName])

    /// The transitions of an operation, each with the outcomes for which it is used.
    func taken(_ moves: OperationMoves) -> [Taken] {
        guard contract == nil || contract?.operation(named: moves.operation.value) != nil else { return [] }
        let outcomes = contract?.operation(named: moves.operation.value)?.outcomes ?? OutcomeName.allCases
        return moves.moves.map { move in
            (
                move,
                outcomes.filter { outcome in
                    moves.moves.first { $0.outcomes.matches(outcome) }?.location == move.location
                }
            )
        }
    }

    /// Whether an outcome is no success of an operation. A page may show one as a success: it was done before, or nobody is
    /// to learn who has an account, which the owner of a new address knows of it.
    func isFailure(_ outcome: OutcomeName, by move: Move, of operation: String) -> Bool {
        var mayHide: [OutcomeName] = [.alreadyVerified, .emailUnverified, .linkUsed]
        if operation != "verify-email-change" { mayHide += [.emailRefused, .accountExists, .otherEmailPending] }
        return switch outcome.meaning {
        case .succeeds: false
        case .waits, .fails: true
        case .linkDead: outcome != .linkUsed || move.outcomes.text != outcome.rawValue
        case .stays where OutcomeName(rawValue: outcome.rawValue) != nil: !mayHide.contains(outcome)
        // One that a contract declares may mean that it was done before.
        case .stays: page.messages.contains { $0.outcome == outcome } || Self.saysFailure(outcome)
        }
    }

    private static func saysFailure(_ outcome: OutcomeName) -> Bool {
        let words = [
            "full", "closed", "over", "expired", "blocked", "banned", "locked", "suspended", "denied", "refused",
            "rejected", "forbidden", "invalid", "wrong", "failed", "limit", "missing",
        ]
        return outcome.rawValue.split(separator: "-").contains { words.contains(String($0)) }
    }

    /// Whether an outcome means that the operation has done what it is for, now or before.
    static func isDone(_ outcome: OutcomeName) -> Bool { outcome.meaning == .succeeds || outcome == .alreadyVerified }

    static let mended: Set<OutcomeName> = [
        .weakPassword, .samePassword, .passwordTooLong, .invalidEmail, .captchaFailed,
    ]

    /// Whether a failure is one that a visitor mends in the form: by what it is, or since the page has a message for it that no
    /// operation shows.
    func belongsInForm(_ failure: OutcomeName, ledBy move: Move) -> Bool {
        if move.outcomes.text != failure.rawValue { return false }
        if Self.mended.contains(failure) || failure == .wrongCredentials { return true }
        return failure.meaning == .stays && !Self.isDone(failure) && page.messages.contains { $0.outcome == failure }
            && !page.states.flatMap(\.moves).contains { moves in
                contract?.operation(named: moves.operation.value)?.outcomes.contains(failure) != false
                    && !moves.leads(failure)
            }
    }

    private func check(_ moves: OperationMoves, in state: State) {
        let taken = taken(moves)
        let success = taken.first { $0.outcomes.contains(.ok) }?.move.state.value
        let dead = deadStates
        let lacksSuccess = taken.contains { $0.outcomes.contains(.ok) && meant(by: $0, moves, in: state) != nil }
        for (move, outcomes) in taken {
            let name = move.state.value
            if let meant = meant(by: (move, outcomes), moves, in: state) {
                let isSuccess = outcomes.contains(.ok)
                warn(
                    isSuccess ? "success-as-dead-link" : "failure-as-success", at: move.location,
                    "'\(move.outcomes.text)' leads to '\(name)', as a \(isSuccess ? "link that no longer works" : "success of '\(moves.operation.value)'") does",
                    fix: "Write '\(move.outcomes.text): \(meant.name)': nothing leads to that state.")
            } else if name == success, name != state.name, !lacksSuccess,
                let failure = failures(outcomes, by: move, of: moves).first(where: { failure in
                    // What follows the look at a dead link cannot work either.
                    isEnd(name, of: moves) || belongsInForm(failure, ledBy: move)
                        || Self.isDead(failure)
                            && (move.outcomes.text != "*" || stateElsewhere(for: failure, not: name) != nil)
                })
            {
                warn(
                    "failure-as-success", at: move.location,
                    move.outcomes.text == "*"
                        ? "every outcome leads to '\(name)', whether '\(moves.operation.value)' succeeds or fails"
                        : "'\(move.outcomes.text)' leads to '\(name)', as a success of '\(moves.operation.value)' does",
                    fix: fix(for: failure, ledBy: move, isSuccess: outcomes.contains(.ok)))
            } else if isOfLink(moves), outcomes.contains(where: Self.isDone), move.outcomes.text != "*",
                dead.contains(name), isEnd(name, of: moves), outcomes.contains(.ok) || !mentionsSuccess(name)
            {
                warn(
                    "success-as-dead-link", at: move.location,
                    "'\(move.outcomes.text)' leads to '\(name)', as a link that no longer works does",
                    fix: outcomes.contains(.ok)
                        ? "Name the state that says that it worked."
                        : "Lead to \(success.map { "'\($0)'" } ?? "a state that says so"): it is done, and whoever opens the link twice reads that it failed."
                )
            } else if consumes(moves.operation.value), outcomes.contains(where: Self.isDone), move.outcomes.text != "*",
                page.state(named: name)?.submitted.contains(moves.operation.value) == true,
                !page.messages.contains(where: { outcomes.contains($0.outcome) })
            {
                let other = success.flatMap { $0 == name ? nil : $0 }
                warn(
                    "success-as-form", at: move.location,
                    "'\(move.outcomes.text)' means that it is done, and leads to '\(name)', which runs '\(moves.operation.value)' again",
                    fix: "Lead to the state that says so\(other.map { ": \(move.outcomes.text): \($0)" } ?? ".")")
            } else if name != state.name {
                checkPlace(of: (move, outcomes), moves)
            }
        }
    }

    /// The fix for a failure that leads where a success does.
    func fix(for failure: OutcomeName, ledBy move: Move, isSuccess: Bool) -> String {
        if let (state, operation) = stateElsewhere(for: failure, not: move.state.value) {
            return isSuccess
                ? "Write 'ok: \(move.state.value)' in place of it, and '\(failure.meaning == .linkDead ? "link-*" : failure.rawValue): \(state)'."
                : "Write '\(move.outcomes.text): \(state)', the state to which '\(operation)' leads with it."
        }
        if failure.meaning == .linkDead, move.outcomes.text != "*" {
            return deadStates.min().map { "Write '\(move.outcomes.text): \($0)'." }
                ?? "Name a state that says that the link no longer works."
        }
        if !failure.isTechnical, !page.messages.contains(where: { $0.outcome == failure }), move.outcomes.text != "*" {
            return
                "Name a state that says so, or write '- **\(failure.rawValue)** …' under '# messages' in place of this."
        }
        return
            "\(isSuccess ? "Write 'ok: \(move.state.value)'" : "Remove it"): an outcome without a transition shows its message in the same state."
    }

    /// The state other than one, and than that of a success, to which the page leads with a failure, and the operation.
    func stateElsewhere(for failure: OutcomeName, not name: String) -> (state: String, operation: String)? {
        for moves in page.states.flatMap(\.moves) {
            let taken = taken(moves)
            let success = taken.first { $0.outcomes.contains(.ok) }?.move.state.value
            let other = taken.first { move, outcomes in
                outcomes.contains(failure) && ![name, success].contains(move.state.value) && move.outcomes.text != "*"
            }
            if let other { return (other.move.state.value, moves.operation.value) }
        }
        return nil
    }

    /// The failures among the outcomes for which a transition is used.
    func failures(_ outcomes: [OutcomeName], by move: Move, of moves: OperationMoves) -> [OutcomeName] {
        let isOfLink = isOfLink(moves)
        return outcomes.filter {
            isFailure($0, by: move, of: moves.operation.value) && ($0 != .linkIncomplete || isOfLink)
        }
    }

    /// Whether an operation uses up a link or a code. One without may lack a session, and 'link-incomplete' says so.
    func isOfLink(_ moves: OperationMoves) -> Bool {
        contract.map { $0.operation(named: moves.operation.value)?.consumes != nil } ?? true
    }

    static func isDead(_ outcome: OutcomeName) -> Bool {
        [.linkInvalid, .linkExpired, .linkUsed].contains(outcome)
    }

    /// The states that a link leads to which is unknown, expired or used.
    var deadStates: Set<String> {
        let names = page.states.flatMap(\.moves).flatMap { moves in
            let taken = taken(moves)
            let success = taken.first { $0.outcomes.contains(.ok) }?.move.state.value
            return taken.filter { move, outcomes in
                move.outcomes.text != "*" && move.state.value != success
                    && outcomes.contains(where: Self.isDead)
            }
        }
        return Set(names.map(\.move.state.value))
    }

    private func consumes(_ operation: String) -> Bool { contract?.operation(named: operation)?.consumes != nil }

    /// Whether the state of a dead link may say that it has worked before; true of words that are not English.
    private func mentionsSuccess(_ name: String) -> Bool {
        guard isEnglish, let state = page.state(named: name) else { return true }
        return state.sentences.contains { !$0.words.isDisjoint(with: ["already", "before", "verified", "confirmed"]) }
    }

    /// Whether a state is what an operation comes to: one that runs nothing else.
    func isEnd(_ name: String, of moves: OperationMoves) -> Bool {
        guard let state = page.state(named: name) else { return false }
        return state.operations.allSatisfy { $0 == moves.operation.value }
    }

    func warn(_ code: String, at location: SourceLocation, _ message: String, fix: String) {
        collector.report(code, as: .warning, at: location, message, fix: fix)
    }
}
