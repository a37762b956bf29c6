package import AuthContracts
internal import JSON
internal import Problems
internal import TextEncoding

/// An outcome that was chosen for the next run of an operation.
package struct ChosenOutcome: Hashable, Sendable {
    /// The operation's name in the contract: `reset-password`.
    package let operation: String
    package let outcome: OutcomeName
}

extension SandboxCore {
    /// Chooses the outcome of the next run of an operation of an app by its index, nil for every app whose contract has
    /// it; throws the possible choices if the outcome is none.
    mutating func choose(_ outcome: String, of operation: String, app: Int?) throws(Problem<ValuePath>) {
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
                throw Problem(
                    code: "unknown-outcome", at: ValuePath("outcome"),
                    "'\(outcome)' is not an outcome of '\(known.name)'",
                    fix: "Its outcomes are \(possible.map(\.rawValue).joined(separator: ", ")).")
            }
            mounted[index].next.append(ChosenOutcome(operation: operation, outcome: name))
            changes += 1
            isNoted = true
        }
        guard isNoted else {
            throw Problem(
                code: "unknown-operation", at: ValuePath("operation"), "there is no operation '\(operation)'",
                fix: others.isEmpty
                    ? "Name the contract of the app's backend first."
                    : "The operations are \(others.sorted().joined(separator: ", ")).")
        }
    }

    mutating func forgetChoices(of operation: String, app: Int) {
        mounted[app].next.removeAll { $0.operation == operation }
        changes += 1
    }

    /// The reply by the outcome that was chosen for a request, which is removed; nil if none was chosen.
    mutating func chosenReply(to request: BackendRequest, at index: Int) -> Reply<BackendResponse>? {
        let app = mounted[index].app
        guard request.method != "OPTIONS", let contract = app.definition, let inner = request.below(app.basePath) else {
            return nil
        }
        for (place, chosen) in mounted[index].next.enumerated() {
            guard let step = contract.operation(named: chosen.operation)?.match(inner)?.step else { continue }
            if chosen.outcome == .network || chosen.outcome == .timeout {
                forgetChoice(place, of: index)
                return chosen.outcome == .network ? .noConnection : .noResponse
            }
            guard
                let example = contract.exampleResponse(
                    for: chosen.outcome, operation: chosen.operation, base: "\(origin)/\(app.name)\(app.basePath)",
                    from: step),
                example.step == step
            else { continue }
            forgetChoice(place, of: index)
            return .response(
                mounted[index].crossOrigin.permit(
                    BackendResponse(example), to: request, isRefused: mounted[index].refusesOthers))
        }
        return nil
    }

    private mutating func forgetChoice(_ place: Int, of index: Int) {
        mounted[index].next.remove(at: place)
        changes += 1
    }
}

extension Contract {
    /// The outcomes that can be chosen for an operation: those that some response causes, and those without a response.
    func choices(for operation: Operation) -> [OutcomeName] {
        operation.outcomes.filter { name in
            name == .network || name == .timeout || exampleResponse(for: name, operation: operation.name) != nil
        }
    }
}

extension BackendResponse {
    init(_ example: ExampleResponse) {
        self.init(example.status, headers: example.headers)
        guard let json = example.body else { return }
        headers.append(HeaderField("Content-Type", "application/json"))
        body = Array(json.serialized().utf8)
    }
}
