import AuthContracts
import Configuration

// States that no move leads to, since a transition leads to another one in their place.
extension OutcomeChecks {
    /// The state without a move that a transition should lead to: that of a failure, where it leads to the state of a
    /// success, or of a success, where it leads to the state of a dead link; nil if the transition does neither.
    func meant(by taken: Taken, _ moves: OperationMoves, in state: State) -> State? {
        let (move, outcomes) = taken
        let name = move.state.value
        guard !unreached.isEmpty, move.outcomes.text != "*", name != state.name, isEnd(name, of: moves) else {
            return nil
        }
        let success = unreached.first { $0.tone == .success }
        let all = self.taken(moves)
        if outcomes.contains(.ok) {
            let isShared = all.contains { $0.move.state.value == name && $0.outcomes.contains(where: Self.isDead) }
            return isOfLink(moves) && (isShared || deadStates.contains(name)) ? success : nil
        }
        let isSuccess = all.contains { $0.move.state.value == name && $0.outcomes.contains(.ok) }
        // The message of what a visitor can mend is shown in the same state.
        let hasOwnState = failures(outcomes, by: move, of: moves).contains {
            !Self.mended.contains($0) && !$0.isTechnical
        }
        return isSuccess && hasOwnState && success == nil ? unreached.first : nil
    }

    /// The fix for a state that no move leads to, and that another transition was probably meant for.
    func fix(forUnreached state: State) -> String? {
        for other in page.states {
            for moves in other.moves where other.refresh?.value != moves.operation.value {
                let wrong = taken(moves).first { meant(by: $0, moves, in: other)?.name == state.name }
                guard let move = wrong?.move else { continue }
                return
                    "Lead '\(move.outcomes.text)' to it in place of '\(move.state.value)', or remove it."
            }
        }
        return nil
    }
}
