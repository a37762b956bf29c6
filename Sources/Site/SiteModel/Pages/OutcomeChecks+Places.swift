import AuthContracts
import Configuration

// Failures that lead to a state of another failure.
extension OutcomeChecks {
    /// Warns of a failure that leads to a state that says that the link no longer works, or what another failure means.
    func checkPlace(of taken: Taken, _ moves: OperationMoves) {
        let (move, outcomes) = taken
        let (text, name) = (move.outcomes.text, move.state.value)
        if text == "*", outcomes.contains(where: Self.isDead), outcomes.contains(where: \.isTechnical),
            saysDeadLink(name, instead: moves)
        {
            return warn(
                "failure-as-dead-link", at: move.location,
                "'*' leads to '\(name)', which says that the link no longer works, and so does a failure of the server",
                fix: "Write 'link-*: \(name)': an outcome without a transition shows its message in the same state.")
        }
        guard let failure = outcomes.first, text == failure.rawValue else { return }
        let isDead = deadStates.contains(name)
        if isDead && (failure.isTechnical || isOfAccount(failure, notSaidIn: name, instead: moves))
            || (isDead || linklessStates.contains(name)) && belongsInForm(failure, ledBy: move)
        {
            warn(
                "failure-as-dead-link", at: move.location,
                "'\(text)' leads to '\(name)', as a \(isDead ? "link that no longer works" : "visit without the link") does",
                fix: fix(for: failure, ledBy: move, isSuccess: false))
        } else if Self.mended.contains(failure) || failure == .wrongCredentials, let state = page.state(named: name),
            state.operations.isEmpty, !offersAnotherTry(state, of: moves),
            let other = self.taken(moves).first(where: { isOther($0, at: name) })
        {
            warn(
                "failure-as-other", at: move.location,
                "'\(text)' leads to '\(name)', as '\(other.move.outcomes.text)' does",
                fix: fix(for: failure, ledBy: move, isSuccess: false))
        }
    }

    /// The states of visits without the page's link, if they ask for nothing.
    private var linklessStates: [String] {
        guard page.start.dependsOnLink else { return [] }
        return [page.start.name(for: nil), page.start.damaged].compactMap(\.self).filter { name in
            page.state(named: name).map { $0.fields.isEmpty && $0.operations.isEmpty } ?? false
        }
    }

    /// Whether a transition for a failure that no other text mends leads to a state.
    private func isOther(_ taken: Taken, at name: String) -> Bool {
        guard taken.move.state.value == name, taken.move.outcomes.text != "*" else { return false }
        return taken.outcomes.contains { $0.meaning != .succeeds }
            && taken.outcomes.allSatisfy { !Self.mended.contains($0) && $0 != .wrongCredentials }
    }

    /// Whether a state runs an operation again, or leads back to where it runs.
    private func offersAnotherTry(_ state: State, of moves: OperationMoves) -> Bool {
        let names = state.destinations.compactMap { if case .state(let next) = $0.value { next } else { nil } }
        let next = (names + [state.name, state.back?.value].compactMap(\.self)).compactMap(page.state)
        return next.contains { $0.operations.contains(moves.operation.value) }
            || state.destinations.contains { isPage($0.value) }
    }

    /// Whether a failure is the account's, of which a state's English words say nothing.
    private func isOfAccount(_ failure: OutcomeName, notSaidIn name: String, instead moves: OperationMoves) -> Bool {
        guard isEnglish, failure == .accountDisabled || failure == .emailUnverified,
            let state = page.state(named: name), !offersAnotherTry(state, of: moves)
        else { return false }
        let words: Set = [
            "account", "disabled", "locked", "blocked", "suspended", "closed", "verify", "verified", "unverified",
            "verification", "confirm", "confirmed", "unconfirmed",
        ]
        return state.sentences.allSatisfy { $0.words.isDisjoint(with: words) }
    }

    /// Whether a state says in English that the link no longer works, and nothing of another cause or of another try.
    private func saysDeadLink(_ name: String, instead moves: OperationMoves) -> Bool {
        guard isEnglish, let state = page.state(named: name), !offersAnotherTry(state, of: moves) else { return false }
        let dead: Set = ["expired", "used", "invalid", "over", "valid", "work", "works", "working", "old"]
        let open: Set = [
            "if", "may", "might", "maybe", "perhaps", "probably", "could", "server", "connection", "offline",
            "internet", "problem", "wrong", "later",
        ]
        return state.sentences.contains { $0.words.contains("link") && !$0.words.isDisjoint(with: dead) }
            && state.sentences.allSatisfy {
                $0.words.isDisjoint(with: open) && !$0.words.isSuperset(of: ["try", "again"])
            }
    }
}
