import AuthContracts
import Configuration
import Sandbox
import SiteBuilder
import SiteModel

/// A condition of a state that the studio can show.
enum StateCondition: Hashable {
    case idle
    case busy
    /// Input is incomplete: a new password meets some of its requirements.
    case typing
    case invalidFields
    /// An operation failed; the name is that of the message shown: an outcome, or `unreachable`.
    case failed(String)
    /// An operation ended with an outcome, whatever the next state is.
    case came(operation: String, outcome: String)

    /// The value in a URL's query.
    var text: String {
        switch self {
        case .idle: "idle"
        case .busy: "busy"
        case .typing: "typing"
        case .invalidFields: "invalid-fields"
        case .failed(let name): name
        case .came(let operation, let outcome): "\(operation):\(outcome)"
        }
    }

    var outcome: String? {
        switch self {
        case .failed(let name), .came(_, let name): name
        case .idle, .busy, .typing, .invalidFields: nil
        }
    }
}

/// The conditions that a state can have.
struct StateConditions {
    let state: State
    let page: Page
    let app: App
    let words: Words

    /// The conditions, in the order in which they are shown.
    var all: [StateCondition] {
        var conditions: [StateCondition] = [.idle]
        guard app.backend != nil, app.contract != nil else { return conditions }
        if !state.submitted.isEmpty { conditions.append(.busy) }
        if !state.fields.isEmpty { conditions.append(.typing) }
        if !state.submitted.isEmpty, state.fields.contains(where: canBeWrong) { conditions.append(.invalidFields) }
        let names = page.outcomeMessages(for: app.contract, words: words).map(\.name)
        return conditions + names.filter { operation(failingWith: $0) != nil }.map { .failed($0) }
    }

    /// The possible outcomes of the state's operations, whatever the next state is.
    var outcomes: [StateCondition] {
        let names = state.submitted + [state.onLoad, state.refresh].compactMap { $0?.value }
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }.compactMap { app.contract?.operation(named: $0) }
            .flatMap { operation in
                operation.outcomes.filter { canShow($0, of: operation) }.map {
                    .came(operation: operation.name, outcome: $0.rawValue)
                }
            }
    }

    /// Whether the driver can cause an outcome.
    private func canShow(_ outcome: OutcomeName, of operation: Contract.Operation) -> Bool {
        switch outcome {
        case .network, .timeout: return true
        case .linkIncomplete:
            // These values are known without a link: fields, the email kept from an earlier state, and settings.
            let known =
                state.fields.map(\.name) + ["base", Contract.Need.language, "email"]
                + Array((app.backend?.settings ?? [:]).keys)
            return operation.needs.contains { !$0.isOptional && !known.contains($0.name) }
        default:
            return app.contract?.exampleResponses(
                for: outcome, operation: operation.name, base: app.backend?.base ?? "")
                != nil
        }
    }

    /// Whether a field can be marked as invalid; an empty field only if the button is enabled regardless of the fields.
    private func canBeWrong(_ field: Field) -> Bool {
        guard state.submitsWhenValid || field.isOptional else { return true }
        switch field.rule {
        case .email, .simpleEmail, .tel, .same: return true
        case .password: return field.requirements != nil
        case .currentPassword, .code, .text, .date, .choice, .consent: return false
        }
    }

    /// The first operation of the state that can have an outcome, or `unreachable`, with which the user stays in the state.
    func operation(failingWith name: String) -> String? {
        let outcome = name == Message.Special.unreachable.rawValue ? .network : app.contract?.outcome(named: name)
        guard let outcome, outcome != .ok else { return nil }
        let onLoad = state.loadsInBackground ? nil : state.onLoad?.value
        return (state.submitted + [onLoad].compactMap(\.self)).first { name in
            let moves = state.moves.first { $0.operation.value == name }
            guard moves?.state(for: outcome) == nil, let operation = app.contract?.operation(named: name),
                operation.outcomes.contains(outcome)
            else { return false }
            return canShow(outcome, of: operation)
        }
    }
}
