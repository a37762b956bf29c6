public import AuthContracts
internal import HTTPListener
internal import JSON

/// What the next request of an operation is to come to.
public struct ChosenOutcome: Hashable, Sendable {
    /// The contract's name of it: `reset-password`.
    public let operation: String
    /// The outcome that the next run comes to.
    public let outcome: OutcomeName
}

extension SandboxCore {
    /// What a chosen outcome makes of a request.
    enum ChosenReply: Sendable {
        /// Nothing was chosen for it.
        case none
        case answer(BackendAnswer)
        case noConnection
        case noAnswer
    }

    /// Notes what an operation is to come to the next time.
    ///
    /// - Parameters:
    ///   - outcome: what a page calls it: `link-expired`.
    ///   - operation: what the contract calls it: `reset-password`.
    ///   - app: whose; nil for every app whose contract has the operation.
    /// - Throws: what there is to choose from.
    mutating func choose(_ outcome: String, of operation: String, app: Int?) throws(SandboxRefusal) {
        var others: Set<String> = []
        var isNoted = false
        for index in mounted.indices where app == nil || app == index {
            guard let contract = mounted[index].app.definition else { continue }
            guard let known = contract.operation(named: operation) else {
                if !isNoted { others.formUnion(contract.operations.map(\.name)) }
                continue
            }
            let possible = contract.choices(for: known)
            guard let name = possible.first(where: { $0.rawValue == outcome }) else {
                throw SandboxRefusal(
                    "No answer makes that of '\(known.name)'. It comes to "
                        + possible.map(\.rawValue).joined(separator: ", ") + ".")
            }
            mounted[index].next.append(ChosenOutcome(operation: operation, outcome: name))
            changes += 1
            isNoted = true
        }
        guard isNoted else {
            throw SandboxRefusal(
                others.isEmpty
                    ? "No contract is known, so that no outcome can be chosen."
                    : "There is no such operation. There are \(others.sorted().joined(separator: ", ")).")
        }
    }

    /// Forgets what an operation of an app was to come to.
    mutating func forgetChoices(of operation: String, app: Int) {
        mounted[app].next.removeAll { $0.operation == operation }
        changes += 1
    }

    /// What was chosen for a request, which then counts as used.
    mutating func chosenReply(
        to request: BackendRequest, at index: Int, _ environment: Environment
    ) -> ChosenReply {
        guard request.method != "OPTIONS", !mounted[index].next.isEmpty, let contract = mounted[index].app.definition
        else {
            return .none
        }
        let app = mounted[index].app
        guard let inner = request.below(app.basePath) else { return .none }
        for (place, chosen) in mounted[index].next.enumerated() {
            guard let step = contract.operation(named: chosen.operation)?.match(inner)?.step else { continue }
            if chosen.outcome == .network || chosen.outcome == .timeout {
                forgetChoice(place, of: index)
                return chosen.outcome == .network ? .noConnection : .noAnswer
            }
            guard
                let example = contract.exampleAnswer(
                    for: chosen.outcome, operation: chosen.operation, base: environment.address + app.basePath,
                    from: step),
                example.step == step
            else { continue }
            forgetChoice(place, of: index)
            return .answer(
                mounted[index].crossOrigin.permit(
                    BackendAnswer(example), to: request, isRefused: mounted[index].refusesOthers))
        }
        return .none
    }
}

extension SandboxCore {
    private mutating func forgetChoice(_ place: Int, of index: Int) {
        mounted[index].next.remove(at: place)
        changes += 1
    }
}

extension Contract {
    /// What an operation can be made to come to: whatever an answer means, and no answer at all.
    func choices(for operation: Operation) -> [OutcomeName] {
        operation.outcomes.filter { name in
            name == .network || name == .timeout || exampleAnswer(for: name, operation: operation.name) != nil
        }
    }
}

extension BackendAnswer {
    /// An answer as a contract makes it up.
    init(_ example: ExampleAnswer) {
        self.init(example.status, headers: example.headers.map { ($0.name, $0.value) })
        guard let json = example.body else { return }
        headers.append(("Content-Type", "application/json"))
        body = Array(json.serialized().utf8)
    }
}
