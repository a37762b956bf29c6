package import AuthContracts
package import JSON

/// An answer that a backend could give.
package struct ExampleAnswer: Hashable, Sendable {
    package var status: Int
    /// In order.
    package var headers: [ContractRequest.Header]
    package var body: JSONValue?
    /// The step that it answers, counted from 0.
    package var step: Int
}

extension Contract {
    /// An answer that means an outcome, made out of the contract's own rules.
    ///
    /// - Parameters:
    ///   - outcome: what the answer has to mean.
    ///   - name: the operation's.
    ///   - base: the backend's address, for answers that hold an address of its own.
    ///   - first: the step from which on the answer may come, counted from 0. A client skips the steps before it if it
    ///     kept what they yield.
    /// - Returns: the answer to the step that decides, such that no earlier rule takes it; nil where no answer means this
    ///   outcome: for `network` and `timeout`, for what the operation never comes to.
    package func exampleAnswer(
        for outcome: OutcomeName, operation name: String, base: String = "https://backend.example", from first: Int = 0
    ) -> ExampleAnswer? {
        guard let operation = operation(named: name) else { return nil }
        for (index, step) in operation.steps.enumerated().dropFirst(first) {
            // An earlier step that goes well decides nothing.
            if outcome == .ok, index < operation.steps.count - 1 { continue }
            if let answer = step.example(of: outcome, by: sampler(base)) { return answer.at(step: index) }
        }
        switch outcome {
        case .rateLimited:
            return operation.steps[first].confirmed(
                ExampleAnswer(
                    status: 429, headers: [.init(name: "Retry-After", value: "60")], body: nil, step: first),
                outcome: .rateLimited, index: nil)
        case .server:
            return operation.steps[first].confirmed(
                ExampleAnswer(status: 500, headers: [], body: nil, step: first), outcome: .server, index: nil)
        default: return nil
        }
    }

    /// The answers that lead an operation to an outcome, one for each request that it makes on the way.
    ///
    /// - Returns: as `exampleAnswer`, with the answers before it that let the flow come so far.
    package func exampleAnswers(
        for outcome: OutcomeName, operation name: String, base: String = "https://backend.example"
    ) -> [ExampleAnswer]? {
        guard let operation = operation(named: name),
            let last = exampleAnswer(for: outcome, operation: name, base: base)
        else { return nil }
        var answers: [ExampleAnswer] = []
        for (index, step) in operation.steps[..<last.step].enumerated() {
            guard let answer = step.example(of: .ok, by: sampler(base)) else { return nil }
            answers.append(answer.at(step: index))
        }
        return answers + [last]
    }

    private func sampler(_ base: String) -> Sampler {
        let addresses = operations.flatMap(\.steps).compactMap { step -> String? in
            if case .value(let need)? = step.request.url.parts.first { need.name } else { nil }
        }
        return Sampler(base: base, addresses: Set(addresses), deficiencies: deficiencies)
    }

    /// The operations and steps that a request could be meant for, judged by its method and path.
    ///
    /// - Parameters:
    ///   - method: in upper case.
    ///   - path: behind the base address, percent-encoded, without the query: `/v1/auth/reset-password`.
    /// - Returns: in the contract's order, each with the number of the step, counted from 0.
    package func steps(matching method: String, path: String) -> [(operation: Operation, step: Int)] {
        operations.flatMap { operation in
            operation.steps.indices.filter { index in
                operation.steps[index].request.matches(method: method, path: path)
            }.map { (operation, $0) }
        }
    }
}

/// Makes up what an answer brings.
private struct Sampler {
    let base: String
    /// The values that later requests begin with.
    let addresses: Set<String>
    let deficiencies: [Contract.Deficiency]

    func text(for name: String) -> String {
        if addresses.contains(name) { return "\(base)/example-\(name)" }
        return name == "email" ? "someone@example.com" : "example-\(name)"
    }
}

extension Contract.Request {
    /// Whether a request may be this one: each value in the path stands for anything but a slash.
    fileprivate func matches(method: String, path: String) -> Bool {
        guard method == self.method.rawValue, case .value(let start)? = url.parts.first else { return false }
        let prefix = start.name == "base" ? "" : "/example-\(start.name)"
        guard path.hasPrefix(prefix) else { return false }
        var rest = path.dropFirst(prefix.count)
        var openValue = false
        for part in url.parts.dropFirst() {
            switch part {
            case .value: openValue = true
            case .literal(let text):
                if openValue {
                    guard let place = rest.range(of: text), place.lowerBound > rest.startIndex,
                        !rest[..<place.lowerBound].contains("/")
                    else { return false }
                    rest = rest[place.upperBound...]
                    openValue = false
                } else {
                    guard rest.hasPrefix(text) else { return false }
                    rest = rest.dropFirst(text.count)
                }
            }
        }
        return openValue ? !rest.isEmpty && !rest.contains("/") : rest.isEmpty
    }
}

extension ExampleAnswer {
    fileprivate func at(step: Int) -> ExampleAnswer {
        var answer = self
        answer.step = step
        return answer
    }

    /// The answer as it would arrive.
    package var answer: ContractAnswer {
        ContractAnswer(
            status: status, headers: headers.map { ($0.name, $0.value) },
            cookies: Dictionary(
                headers.filter { $0.name == "Set-Cookie" }.compactMap { header in
                    let parts = header.value.split(separator: "=", maxSplits: 1).map(String.init)
                    return parts.count == 2 ? (parts[0], parts[1]) : nil
                }
            ) { first, _ in first },
            body: body?.serializedBytes() ?? [])
    }
}

extension Contract.Step {
    /// An answer for which one of the rules of an outcome is the first that fits.
    fileprivate func example(of outcome: OutcomeName, by sampler: Sampler) -> ExampleAnswer? {
        for (index, rule) in rules.enumerated() where rule.outcome == outcome {
            for status in rule.exampleStatuses {
                let answer = rule.example(status: status, by: sampler)
                if let confirmed = confirmed(answer, outcome: outcome, index: index) { return confirmed }
            }
        }
        return nil
    }

    /// The answer, where the rule of that index is the first that takes it; with nil, where no rule does.
    fileprivate func confirmed(_ answer: ExampleAnswer, outcome: OutcomeName, index: Int?) -> ExampleAnswer? {
        let arrived = answer.answer
        let first = rules.firstIndex { $0.match(arrived) != nil }
        if first == index { return answer }
        // Another rule may say the same.
        return first.map { rules[$0].outcome } == outcome ? answer : nil
    }
}

extension Contract.Rule {
    fileprivate var exampleStatuses: [Int] {
        if statuses.isEmpty { return [200, 400] }
        return statuses.flatMap { status -> [Int] in
            switch status {
            case .code(let code): [code]
            case .family(let hundreds):
                [0, 1, 3, 4, 22].map { hundreds * 100 + $0 }
            }
        }
    }

    fileprivate func example(status: Int, by sampler: Sampler) -> ExampleAnswer {
        var body: JSONValue?
        var headers: [ContractRequest.Header] = []
        func put(_ value: JSONValue, at pointer: BodyPointer) {
            body = (body ?? .null).setting(value, at: pointer.steps[...])
        }
        func put(_ text: String, at source: Contract.Source) {
            switch source {
            case .body(let pointer): put(.string(text), at: pointer)
            case .header(let name): headers.append(.init(name: name, value: text))
            case .cookie(let name): headers.append(.init(name: "Set-Cookie", value: "\(name)=\(text)"))
            }
        }
        for keep in keep {
            put(sampler.text(for: keep.name), at: keep.source)
        }
        if let missing {
            put(.array(sampler.deficiencies.prefix(1).map { .string($0.text.example(by: sampler)) }), at: missing)
        }
        if let wait { put("60", at: wait) }
        for test in tests { put(test.test.example(by: sampler), at: test.pointer) }
        for test in self.headers {
            headers.append(.init(name: test.name, value: test.test.example(by: sampler).string ?? ""))
        }
        return ExampleAnswer(status: status, headers: headers, body: body, step: 0)
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

extension JSONValue {
    /// The value with another put at a place, lists and objects made on the way; `*` is an element that nothing speaks
    /// against.
    fileprivate func setting(_ value: JSONValue, at steps: ArraySlice<BodyPointer.Step>) -> JSONValue {
        guard let first = steps.first else { return value }
        let rest = steps.dropFirst()
        switch first {
        case .having(let name, let text):
            var object = object ?? JSONObject()
            object[name] = .string(text)
            return JSONValue.object(object).setting(value, at: rest)
        case .any where object == nil:
            let index = (array ?? []).firstIndex { $0.suits(rest.first) } ?? array?.count ?? 0
            return setting(value, atIndex: index, rest: rest)
        case .any: return setting(value, atName: object?.keys.first ?? "example", rest: rest)
        case .member(let name):
            if object == nil, let index = Int(name) { return setting(value, atIndex: min(index, 15), rest: rest) }
            return setting(value, atName: name, rest: rest)
        }
    }

    private func setting(
        _ value: JSONValue, atIndex index: Int, rest: ArraySlice<BodyPointer.Step>
    ) -> JSONValue {
        var array = array ?? []
        while array.count <= index { array.append(.null) }
        array[index] = array[index].setting(value, at: rest)
        return .array(array)
    }

    private func setting(
        _ value: JSONValue, atName name: String, rest: ArraySlice<BodyPointer.Step>
    ) -> JSONValue {
        var object = object ?? JSONObject()
        object[name] = (object[name] ?? .null).setting(value, at: rest)
        return .object(object)
    }

    /// Whether it may be the element that a step asks for.
    private func suits(_ step: BodyPointer.Step?) -> Bool {
        guard case .having(let name, let text)? = step, let found = object?[name] else { return true }
        return found.asText == text
    }
}
