extension Contract {
    /// The contract of an app that has no captcha: requests without the places for its answer, and without the rules for
    /// a refused one where a request had such a place.
    ///
    /// Whatever else a rule matches is left to the rules below it, as if it had never been there.
    package func withoutCaptcha() -> Contract {
        var contract = self
        contract.operations = operations.map { operation in
            guard operation.isGuarded else { return operation }
            var operation = operation
            operation.steps = operation.steps.map { step in
                Step(
                    request: step.request.withoutCaptcha(),
                    rules: step.request.isGuarded ? step.rules.filter { $0.outcome != .captchaFailed } : step.rules)
            }
            return operation
        }
        return contract
    }
}

extension Contract.Operation {
    /// Whether a request of it has a place for a captcha's answer.
    package var isGuarded: Bool { steps.contains { $0.request.isGuarded } }
}

extension Contract.Request {
    package var isGuarded: Bool { needs.contains { $0.name == Contract.Need.captcha } }

    fileprivate func withoutCaptcha() -> Contract.Request {
        func rest(_ texts: [Contract.NamedText]) -> [Contract.NamedText] { texts.filter { !$0.text.isOptionalCaptcha } }
        var request = self
        request.query = rest(query)
        request.headers = rest(headers)
        switch body {
        case .json(let value): request.body = .json(value.withoutCaptcha ?? .object([]))
        case .form(let fields): request.body = .form(rest(fields))
        case nil: break
        }
        return request
    }
}

extension Contract.Value {
    /// The value without the places for an answer; nil if it has nothing else.
    fileprivate var withoutCaptcha: Contract.Value? {
        switch self {
        case .text(let text): return text.isOptionalCaptcha ? nil : self
        case .fixed: return self
        case .array(let elements): return .array(elements.compactMap(\.withoutCaptcha))
        case .object(let members):
            let rest = members.compactMap { member in
                member.value.withoutCaptcha.map { Member(name: member.name, value: $0) }
            }
            return rest.isEmpty && !members.isEmpty ? nil : .object(rest)
        }
    }
}

extension ContractText {
    fileprivate var isOptionalCaptcha: Bool {
        needs.contains(Contract.Need(name: Contract.Need.captcha, isOptional: true))
    }
}
