package import AuthContracts
package import JSON
package import TextEncoding

package struct ExampleResponse: Hashable, Sendable {
    package var status: Int
    var fields: [HeaderField] = []
    var cookies: [String: String] = [:]
    package var body: JSONValue?
    /// The index of the step to whose request it responds.
    package var step: Int

    /// The headers in order, those of the cookies last.
    package var headers: [HeaderField] {
        fields + cookies.sorted { $0.key < $1.key }.map { HeaderField("Set-Cookie", "\($0.key)=\($0.value); Path=/") }
    }

    package var received: ContractResponse {
        ContractResponse(status: status, headers: fields, cookies: cookies, body: body?.serializedBytes() ?? [])
    }
}

extension Contract {
    /// An example response for an outcome of an operation: the recorded one of the contract's rule, or one derived from
    /// the rule, which no earlier rule matches; nil if no response causes the outcome, as for `network` and `timeout`.
    /// `values` are those that the response supplies to later requests, such as a session. A client skips the steps
    /// before `first` if it has kept the values that they supply.
    package func exampleResponse(
        for outcome: OutcomeName, operation name: String, base: String = "https://backend.example",
        values: [String: String] = [:], from first: Int = 0
    ) -> ExampleResponse? {
        guard let operation = operation(named: name) else { return nil }
        for (index, step) in operation.steps.enumerated().dropFirst(first) {
            // The success of an earlier step does not decide the outcome.
            if outcome == .ok, index < operation.steps.count - 1 { continue }
            if let response = step.example(of: outcome, at: index, by: sampler(base, values)) { return response }
        }
        // Without a rule for them, these responses have the outcome in every contract.
        let common: [OutcomeName: ExampleResponse] = [
            .rateLimited: ExampleResponse(status: 429, fields: [.init("Retry-After", "60")], step: first),
            .server: ExampleResponse(status: 500, step: first),
        ]
        return common[outcome].flatMap { operation.steps[first].confirmed($0, outcome: outcome, index: nil) }
    }

    /// The example responses that lead an operation to an outcome, one for each of its requests: that of
    /// `exampleResponse`, preceded by the successful responses to earlier steps.
    package func exampleResponses(
        for outcome: OutcomeName, operation name: String, base: String = "https://backend.example",
        values: [String: String] = [:]
    ) -> [ExampleResponse]? {
        guard let operation = operation(named: name),
            let last = exampleResponse(for: outcome, operation: name, base: base, values: values)
        else { return nil }
        var responses: [ExampleResponse] = []
        for (index, step) in operation.steps[..<last.step].enumerated() {
            guard let response = step.example(of: .ok, at: index, by: sampler(base, values)) else { return nil }
            responses.append(response)
        }
        return responses + [last]
    }

    private func sampler(_ base: String, _ values: [String: String]) -> Sampler {
        let addresses = operations.flatMap(\.steps).compactMap { step -> String? in
            if case .value(let need)? = step.request.url.parts.first { need.name } else { nil }
        }
        return Sampler(base: base, values: values, addresses: Set(addresses), deficiencies: deficiencies)
    }
}

/// Supplies the values in example responses.
private struct Sampler {
    let base: String
    let values: [String: String]
    /// The names of the values with which the URLs of later requests begin.
    let addresses: Set<String>
    let deficiencies: [Contract.Deficiency]

    func text(for name: String) -> String {
        if addresses.contains(name) { return "\(base)/example-\(name)" }
        return values[name] ?? (name == "email" ? "someone@example.com" : "example-\(name)")
    }
}

extension Contract.Step {
    /// A response for which a rule with this outcome is the first that matches.
    fileprivate func example(of outcome: OutcomeName, at step: Int, by sampler: Sampler) -> ExampleResponse? {
        for (index, rule) in rules.enumerated() where rule.outcome == outcome {
            for status in rule.exampleStatuses {
                let response = rule.example(status: status, step: step, by: sampler)
                if let confirmed = confirmed(response, outcome: outcome, index: index) { return confirmed }
            }
        }
        return nil
    }

    /// The response, if the rule at an index is the first that matches it; with a nil index, if no rule does.
    fileprivate func confirmed(_ response: ExampleResponse, outcome: OutcomeName, index: Int?) -> ExampleResponse? {
        let arrived = response.received
        let first = rules.firstIndex { $0.match(arrived) != nil }
        if first == index { return response }
        // Another rule may have the same outcome.
        return first.map { rules[$0].outcome } == outcome ? response : nil
    }
}

extension Contract.Rule {
    /// The statuses to try: the recorded one first.
    fileprivate var exampleStatuses: [Int] {
        let statuses = self.statuses.flatMap { status -> [Int] in
            switch status {
            case .code(let code): [code]
            case .family(let hundreds): [0, 1, 3, 4, 22].map { hundreds * 100 + $0 }
            }
        }
        return (example?.status.map { [$0] } ?? []) + (statuses.isEmpty ? [200, 400] : statuses)
    }

    fileprivate func example(status: Int, step: Int, by sampler: Sampler) -> ExampleResponse {
        var response = ExampleResponse(status: status, body: example?.body, step: step)
        for keep in keep { response.put(sampler.text(for: keep.name), at: keep.source) }
        if let missing, !response.has(missing) {
            let texts = sampler.deficiencies.prefix(1).map { JSONValue.string($0.text.example(by: sampler)) }
            response.put(.array(texts), at: missing)
        }
        if let wait { response.put("60", at: wait) }
        for test in tests where !response.has(test.pointer, passing: test.test) {
            response.put(test.test.example(by: sampler), at: test.pointer)
        }
        for test in headers {
            response.fields.append(.init(test.name, test.test.example(by: sampler).string ?? ""))
        }
        return response
    }
}

extension ExampleResponse {
    fileprivate func has(_ pointer: BodyPointer, passing test: ValueTest? = nil) -> Bool {
        pointer.values(in: body ?? .null).contains { value in test.map { $0.match(value) != nil } ?? true }
    }

    fileprivate mutating func put(_ value: JSONValue, at pointer: BodyPointer) {
        body = (body ?? .null).setting(value, at: pointer.steps[...])
    }

    fileprivate mutating func put(_ text: String, at source: Contract.Source) {
        switch source {
        case .body(let pointer): put(.string(text), at: pointer)
        case .header(let name): fields.append(.init(name, text))
        case .cookie(let name): cookies[name] = text
        }
    }
}

extension ValueTest {
    fileprivate func example(by sampler: Sampler) -> JSONValue {
        switch self {
        case .literal(let value): value
        case .text(let test): .string(test.example(by: sampler))
        case .any(let tests): tests.first?.example(by: sampler) ?? .null
        }
    }
}

extension TextTest {
    fileprivate func example(by sampler: Sampler) -> String {
        switch form {
        case .exact(let text), .contains(let text): text.isEmpty ? "example" : text
        case .pattern(let pieces):
            pieces.map { piece in
                switch piece {
                case .literal(let text): text
                case .anything: "0"
                case .capture(let capture):
                    switch capture.kind {
                    case .seconds: "60"
                    case .list: sampler.deficiencies.first.map { $0.text.example(by: sampler) } ?? "example"
                    case .text: sampler.text(for: capture.name)
                    }
                }
            }.joined()
        }
    }
}
