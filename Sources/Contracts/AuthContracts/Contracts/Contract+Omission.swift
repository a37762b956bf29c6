extension Contract {
    /// The contract of an app that has no captcha: requests without the places for its answer, and without the rules for
    /// a refused one where a request had such a place.
    ///
    /// Whatever else a rule matches is left to the rules below it, as if it had never been there.
    package func withoutCaptcha() -> Contract {
        changingSteps { step in
            guard step.request.isGuarded else { return step }
            return Step(
                request: step.request.without(Need.captcha), rules: step.rules.filter { $0.outcome != .captchaFailed })
        }
    }

    /// The contract of an app in one language: requests without the places for the page's language.
    package func withoutLanguage() -> Contract {
        changingSteps { Step(request: $0.request.without(Need.language), rules: $0.rules) }
    }

    private func changingSteps(_ change: (Step) -> Step) -> Contract {
        var contract = self
        contract.operations = operations.map { operation in
            let steps = operation.steps.map(change)
            guard steps != operation.steps else { return operation }
            var operation = operation
            operation.steps = steps
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

    /// The request without what is left out if an optional value is missing, and without objects that had nothing else.
    func without(_ name: String) -> Contract.Request {
        guard needs.contains(Contract.Need(name: name, isOptional: true)) else { return self }
        func rest(_ texts: [Contract.NamedText]) -> [Contract.NamedText] {
            texts.filter { !$0.text.isLeftOut(without: name) }
        }
        var request = self
        request.query = rest(query)
        request.headers = rest(headers)
        switch body {
        case .json(let value): request.body = .json(value.without(name) ?? .object([]))
        case .form(let fields): request.body = .form(rest(fields))
        case nil: break
        }
        return request
    }
}

extension Contract.Value {
    /// Nil if the value has nothing else.
    fileprivate func without(_ name: String) -> Contract.Value? {
        switch self {
        case .text(let text): return text.isLeftOut(without: name) ? nil : self
        case .fixed: return self
        case .array(let elements): return .array(elements.compactMap { $0.without(name) })
        case .object(let members):
            let rest = members.compactMap { member in
                member.value.without(name).map { Member(name: member.name, value: $0) }
            }
            return rest.isEmpty && !members.isEmpty ? nil : .object(rest)
        }
    }
}

extension ContractText {
    fileprivate func isLeftOut(without name: String) -> Bool {
        needs.contains(Contract.Need(name: name, isOptional: true))
    }
}
