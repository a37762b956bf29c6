import AuthContracts
import Configuration
import Sandbox
import SiteBuilder
import SiteModel

/// What is going on in a state that somebody looks at.
enum StateCondition: Hashable {
    /// Ready for a person.
    case idle
    /// An operation is pending.
    case busy
    /// Somebody is typing, and a new password has some of what it has to have.
    case typing
    case invalidFields
    /// An operation failed, by the name of the words for it: an outcome, or `unreachable`.
    case failed(String)
    /// An operation came to an outcome, wherever that leads.
    case came(operation: String, outcome: String)

    init(_ text: String) {
        self =
            switch text {
            case "idle": .idle
            case "busy": .busy
            case "typing": .typing
            case "invalid-fields": .invalidFields
            default:
                text.firstIndex(of: ":").map {
                    .came(operation: String(text[..<$0]), outcome: String(text[text.index(after: $0)...]))
                } ?? .failed(text)
            }
    }

    /// As an address has it.
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

    /// The outcome that it is about.
    var outcome: String? {
        switch self {
        case .failed(let name), .came(_, let name): name
        case .idle, .busy, .typing, .invalidFields: nil
        }
    }
}

/// The conditions that a state can come to.
struct StateConditions {
    let state: State
    let page: Page
    let app: App
    let words: Words

    /// In the order in which they are shown.
    var all: [StateCondition] {
        var conditions: [StateCondition] = [.idle]
        guard app.backend != nil, app.contract != nil else { return conditions }
        if !state.submitted.isEmpty { conditions.append(.busy) }
        if !state.fields.isEmpty { conditions.append(.typing) }
        if !state.submitted.isEmpty, state.fields.contains(where: canBeWrong) { conditions.append(.invalidFields) }
        let names = page.outcomeMessages(for: app.contract, words: words).map(\.name)
        return conditions + names.filter { operation(failingWith: $0) != nil }.map { .failed($0) }
    }

    /// What the operations of the state can come to, wherever that leads.
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

    /// Whether the driver can bring an outcome about.
    private func canShow(_ outcome: OutcomeName, of operation: Contract.Operation) -> Bool {
        switch outcome {
        case .network, .timeout: return true
        case .linkIncomplete:
            // What is typed, kept from before or set for the app is there without a link.
            let given = state.fields.map(\.name) + ["base", "email"] + Array((app.backend?.settings ?? [:]).keys)
            return operation.needs.contains { !$0.isOptional && !given.contains($0.name) }
        default:
            return app.contract?.exampleAnswers(for: outcome, operation: operation.name, base: app.backend?.base ?? "")
                != nil
        }
    }

    /// Whether a field can be marked as wrong: an empty one only by a button, which may wait for right fields.
    private func canBeWrong(_ field: Field) -> Bool {
        guard state.submitsWhenValid || field.isOptional else { return true }
        switch field.rule {
        case .email, .tel, .same: return true
        case .password: return field.requirements != nil
        case .currentPassword, .code, .text, .date, .choice, .consent: return false
        }
    }

    /// The first operation of the state that can come to an outcome that keeps a person in the state.
    ///
    /// - Parameter name: an outcome's, or `unreachable`.
    /// - Returns: the operation's name; nil where none does.
    func operation(failingWith name: String) -> String? {
        let outcome = name == Message.Special.unreachable.rawValue ? .network : app.contract?.outcome(named: name)
        guard let outcome, outcome != .ok else { return nil }
        let onLoad = state.runsInPassing ? nil : state.onLoad?.value
        return (state.submitted + [onLoad].compactMap(\.self)).first { name in
            let moves = state.moves.first { $0.operation.value == name }
            guard moves?.state(for: outcome) == nil, let operation = app.contract?.operation(named: name),
                operation.outcomes.contains(outcome)
            else { return false }
            return canShow(outcome, of: operation)
        }
    }
}
