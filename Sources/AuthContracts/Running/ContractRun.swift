/// One run of an operation, from the values that a person and a link supply to an outcome.
///
/// It sends nothing itself: it says what to send, is told what came back, and says what next. So the same rules serve
/// `AuthFlowClient`, the sandbox and the tests, and what they come to never depends on who asked.
///
/// ```swift
/// var run = ContractRun(operation, of: contract, values: ["base": base, "token": token])
/// while case .send(let request) = run.next {
///     run.receive(await send(request))
/// }
/// ```
package struct ContractRun: Sendable {
    /// What has to be done now.
    package enum Next: Hashable, Sendable {
        /// Send this and tell what came back.
        case send(ContractRequest)
        case finish(ContractResult)
    }

    /// Why no answer came.
    package enum Failure: Hashable, Sendable {
        case network
        case timeout
        /// The backend answered, and its answer was kept from whoever asked: a browser without the CORS headers.
        case refused
    }

    /// What has to be done now.
    package private(set) var next: Next

    private let contract: Contract
    private let operation: Contract.Operation
    private var values: [String: String]
    private var kept: [String: String] = [:]
    private var index = 0

    /// Begins a run.
    ///
    /// - Parameters:
    ///   - operation: one of the contract's.
    ///   - contract: where the operation is from.
    ///   - values: by name: `base`, the settings, the link's parameters, the fields, and what earlier runs kept. An empty
    ///     value is none.
    package init(_ operation: Contract.Operation, of contract: Contract, values: [String: String]) {
        self.contract = contract
        self.operation = operation
        self.values = values.filter { !$0.value.isEmpty }
        next = .finish(ContractResult(outcome: .server, kept: [:]))
        prepareNextStep()
    }

    /// Takes in the answer to the request that `next` asked for; without one, nothing changes.
    package mutating func receive(_ answer: ContractAnswer) {
        guard case .send = next else { return }
        let step = operation.steps[index]
        for rule in step.rules {
            guard let match = rule.match(answer) else { continue }
            keep(match.values)
            if rule.outcome == .ok, index + 1 < operation.steps.count {
                index += 1
                prepareNextStep()
            } else {
                finish(rule.outcome(of: match, answer: answer, deficiencies: contract.deficiencies))
            }
            return
        }
        finish(answer.status == 429 ? .rateLimited(wait: answer.retryAfter) : .server)
    }

    /// Takes in that no answer came; without a request underway, nothing changes.
    package mutating func fail(_ failure: Failure) {
        guard case .send = next else { return }
        switch failure {
        case .network: finish(.network)
        case .timeout: finish(.timeout)
        case .refused: finish(.notAllowed)
        }
    }

    private mutating func prepareNextStep() {
        // What a skipped step would bring is there already: a link's hash is good for one session, and a second password
        // is tried with that.
        while operation.isSkipped(step: index, with: { values[$0] != nil }) { index += 1 }
        do {
            next = .send(try operation.steps[index].request.filled(with: values))
        } catch {
            switch error {
            case .missing(let name): finish(isBrought(name) ? .server : .linkIncomplete)
            case .malformed(let names): finish(names.contains(where: isBrought) ? .server : .linkIncomplete)
            case .elsewhere: finish(.server)
            }
        }
    }

    /// Whether an earlier answer should have brought a value; a link should have, otherwise.
    private func isBrought(_ name: String) -> Bool {
        operation.steps[..<index].contains { $0.keeps.contains(name) }
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
    /// The operation and what is next, without a value.
    package var description: String {
        switch next {
        case .send(let request): "\(operation.name): \(request)"
        case .finish(let result): "\(operation.name): \(result)"
        }
    }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
