internal import AuthFlow
internal import HTTPListener
internal import JSON

/// What the next request of an operation is to come to.
struct ChosenOutcome: Hashable, Sendable {
    let operation: String
    let outcome: OutcomeName
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
    /// - Returns: what was noted, or what there is to choose from.
    mutating func choose(_ outcome: String, of operation: String, app: Int?) -> HTTPResponse {
        var others: Set<String> = []
        var isNoted = false
        for index in seats.indices where app == nil || app == index {
            guard let contract = seats[index].app.definition else { continue }
            guard let known = contract.operation(named: operation) else {
                if !isNoted { others.formUnion(contract.operations.map(\.name)) }
                continue
            }
            let possible = known.outcomes.filter { name in
                name == .network || name == .timeout || contract.exampleAnswer(for: name, operation: operation) != nil
            }
            guard let name = OutcomeName(rawValue: outcome), possible.contains(name) else {
                return .plain(
                    400,
                    "No answer makes that of '\(known.name)'. It comes to "
                        + possible.map(\.rawValue).joined(separator: ", ") + ".")
            }
            seats[index].next.append(ChosenOutcome(operation: operation, outcome: name))
            isNoted = true
        }
        guard isNoted else {
            return .plain(
                400,
                others.isEmpty
                    ? "No contract is known, so that no outcome can be chosen."
                    : "There is no such operation. There are \(others.sorted().joined(separator: ", ")).")
        }
        return Self.json(["operation": .string(operation), "outcome": .string(outcome)])
    }

    /// What was chosen for a request, which then counts as used.
    mutating func chosenReply(
        to request: BackendRequest, at index: Int, _ surroundings: Surroundings
    ) -> ChosenReply {
        guard request.method != "OPTIONS", !seats[index].next.isEmpty, let contract = seats[index].app.definition else {
            return .none
        }
        let app = seats[index].app
        guard let inner = request.below(app.basePath) else { return .none }
        for (place, chosen) in seats[index].next.enumerated() {
            guard let step = contract.operation(named: chosen.operation)?.match(inner)?.step else { continue }
            if chosen.outcome == .network || chosen.outcome == .timeout {
                seats[index].next.remove(at: place)
                return chosen.outcome == .network ? .noConnection : .noAnswer
            }
            guard
                let example = contract.exampleAnswer(
                    for: chosen.outcome, operation: chosen.operation, base: surroundings.address + app.basePath),
                example.step == step
            else { continue }
            seats[index].next.remove(at: place)
            return .answer(
                seats[index].crossOrigin.permit(
                    BackendAnswer(example), to: request, isRefused: seats[index].refusesOthers))
        }
        return .none
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
