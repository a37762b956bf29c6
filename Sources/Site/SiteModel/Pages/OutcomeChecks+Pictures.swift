import AuthContracts
import Configuration
import Diagnostics

// Pictures and headlines that say the opposite of what has happened.
extension OutcomeChecks {
    /// Warns of states whose picture says the opposite of every outcome that leads to them.
    func checkPictures() {
        for state in page.states where state.operations.isEmpty && state.fields.isEmpty {
            let leading = page.states.flatMap(\.moves).flatMap { moves in
                taken(moves).filter { $0.move.state.value == state.name }.map { ($0.move, $0.outcomes, moves) }
            }
            let outcomes = leading.flatMap { move, outcomes, moves in
                outcomes.filter {
                    $0.meaning == .succeeds || self.isFailure($0, by: move, of: moves.operation.value)
                }
            }
            guard let first = leading.first?.0.outcomes.text, !outcomes.isEmpty,
                outcomes.count == leading.flatMap(\.1).count
            else { continue }
            let (isSuccess, isFailure) = (
                outcomes.allSatisfy { $0.meaning == .succeeds }, outcomes.allSatisfy { $0.meaning != .succeeds }
            )
            guard isSuccess && state.tone == .error || isFailure && state.tone == .success else { continue }
            let (tone, right) = (state.statedTone, isSuccess ? State.Tone.success : .error)
            let icon = tone == nil ? state.icon : nil
            let picture = "Write 'icon: \(isSuccess ? "check" : "warning")'"
            let change = tone.map { tone in
                state.pictureTone == right
                    ? "Remove 'tone: \(tone.value)'" : "\(picture) without 'tone: \(tone.value)'"
            }
            warn(
                "opposite-picture", at: tone?.location ?? icon?.location ?? state.location,
                "'\(first)' leads to '\(state.name)', whose \(icon.map { "picture '\($0.value)'" } ?? "tone") is that of \(isSuccess ? "an error" : "a success")",
                fix: "\(change ?? picture) if the state says so, or lead to another state.")
        }
    }

    /// Warns of a dead link's state with the headline of a success, as copied states have it.
    func checkHeadlines() {
        func headline(_ state: State?) -> String? {
            state?.blocks.lazy.compactMap { if case .heading(let words) = $0 { Inline.plainText(words) } else { nil } }
                .first
        }
        let successes = page.states.flatMap(\.moves).flatMap { moves in
            taken(moves).filter { $0.outcomes == [.ok] }.map(\.move.state.value)
        }
        for name in deadStates.sorted() where !successes.contains(name) {
            guard let state = page.state(named: name), let words = headline(state),
                let other = successes.first(where: { headline(page.state(named: $0)) == words })
            else { continue }
            warn(
                "same-headline", at: state.location,
                "'\(name)' has the headline of '\(other)', which says that it worked",
                fix: "Write that the link no longer works.")
        }
    }
}
