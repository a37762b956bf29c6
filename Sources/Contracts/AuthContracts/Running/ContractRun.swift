/// One run of an operation, from the values of a form and a link to an outcome.
///
/// It performs no I/O: the caller sends the request in `next`, passes the response to `receive`, and repeats that until
/// the run finishes. So `AuthFlowClient`, the sandbox and the tests share the same rules.
///
/// ```swift
/// var run = ContractRun(operation, of: contract, values: ["base": base, "token": token])
/// while case .send(let request) = run.next {
///     run.receive(await send(request))
/// }
/// ```
package struct ContractRun: Sendable {
    package enum Next: Hashable, Sendable {
        /// Send the request, then call `receive` or `fail`.
        case send(ContractRequest)
        case finish(ContractResult)
    }

    package private(set) var next: Next

    private let contract: Contract
    private let operation: Contract.Operation
    private var values: [String: String]
    private var kept: [String: String] = [:]
    private var index = 0

    /// Starts a run of one of the contract's operations with values by name: `base`, the settings, the link's parameters, the
    /// fields, and the values that earlier runs kept. An empty value counts as missing.
    package init(_ operation: Contract.Operation, of contract: Contract, values: [String: String]) {
        self.contract = contract
        self.operation = operation
        self.values = values.filter { !$0.value.isEmpty }
        next = .finish(ContractResult(outcome: Outcome(.server)))
        prepareNextStep()
    }

    /// Accepts the response to the pending request; without one it does nothing.
    package mutating func receive(_ response: ContractResponse) {
        guard case .send = next else { return }
        let step = operation.steps[index]
        for rule in step.rules {
            guard let match = rule.match(response) else { continue }
            keep(match.values)
            if rule.outcome == .ok, index + 1 < operation.steps.count {
                index += 1
                prepareNextStep()
            } else {
                finish(rule.outcome(of: match, response: response, deficiencies: contract.deficiencies))
            }
            return
        }
        finish(Outcome(response.status == 429 ? .rateLimited : .server, wait: response.retryAfter))
    }

    /// Reports `network`, `timeout`, or `notAllowed` if a browser withheld the response; without a pending request it does
    /// nothing.
    package mutating func fail(_ name: OutcomeName) {
        guard case .send = next else { return }
        finish(Outcome(name))
    }

    private mutating func prepareNextStep() {
        // The values that a skipped step would supply are known already: a link's hash is exchanged for one session,
        // which a second attempt with another password must reuse.
        while operation.isSkipped(step: index, with: { values[$0] != nil }) { index += 1 }
        do {
            next = .send(try operation.steps[index].request.filled(with: values))
        } catch {
            let isOfLink =
                switch error {
                case .missing(let name): !isSupplied(name)
                case .malformed(let names): !names.contains(where: isSupplied)
                case .foreignOrigin: false
                }
            finish(Outcome(isOfLink ? .linkIncomplete : .server))
        }
    }

    /// Whether an earlier response, and not the link, should have supplied a value.
    private func isSupplied(_ name: String) -> Bool {
        (0..<index).contains { operation.supplies(of: $0).contains(name) }
    }

    private mutating func keep(_ new: [String: String]) {
        for (name, value) in new where !value.isEmpty {
            values[name] = value
            kept[name] = value
        }
    }

    private mutating func finish(_ outcome: Outcome) {
        next = .finish(ContractResult(outcome: outcome, kept: kept))
    }
}

extension ContractRun: CustomStringConvertible, CustomReflectable {
    /// The operation and its next action, without values.
    package var description: String {
        switch next {
        case .send(let request): "\(operation.name): \(request)"
        case .finish(let result): "\(operation.name): \(result)"
        }
    }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
