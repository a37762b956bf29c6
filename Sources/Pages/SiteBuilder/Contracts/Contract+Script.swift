package import AuthContracts
package import JSON

extension Contract {
    /// The operations of a pruned contract for the page's script, by name, with the keys of the contract's file.
    ///
    /// Of `consumes` and `sends` a page needs only whether they apply. Each step that supplies values to later ones lists
    /// their names in `supplies`, so that the script need not derive them.
    package var operationsForScript: JSONValue {
        .object(JSONObject(operations.map { ($0.name, $0.json) }))
    }
}

extension Contract.Operation {
    fileprivate var json: JSONValue {
        var object = JSONObject()
        if consumes != nil { object["consumes"] = true }
        if sendsRequestedEmail { object["sends"] = true }
        if !forgets.isEmpty { object["forgets"] = .array(forgets.map(JSONValue.string)) }
        object["steps"] = .array(
            steps.indices.map { index in
                var step: JSONObject = [
                    "request": steps[index].request.json, "outcomes": .array(steps[index].rules.map(\.json)),
                ]
                let supplied = supplies(of: index)
                if !supplied.isEmpty { step["supplies"] = .array(supplied.map(JSONValue.string)) }
                return .object(step)
            })
        return .object(object)
    }
}

extension Contract.Request {
    fileprivate var json: JSONValue {
        var object: JSONObject = ["method": .string(method.rawValue), "url": .string(url.text)]
        if !query.isEmpty { object["query"] = Self.json(query) }
        if !headers.isEmpty { object["headers"] = Self.json(headers) }
        switch body {
        case .json(let value): object["json"] = value.json
        case .form(let fields): object["form"] = Self.json(fields)
        case nil: break
        }
        if sendsCookies { object["credentials"] = "include" }
        if referrer != .none { object["referrer"] = .string(referrer.rawValue) }
        return .object(object)
    }

    private static func json(_ texts: [Contract.NamedText]) -> JSONValue {
        .object(JSONObject(texts.map { ($0.name, .string($0.text.text)) }))
    }
}

extension Contract.Value {
    fileprivate var json: JSONValue {
        switch self {
        case .text(let text): .string(text.text)
        case .fixed(let value): value
        case .array(let elements): .array(elements.map(\.json))
        case .object(let members): .object(JSONObject(members.map { ($0.name, $0.value.json) }))
        }
    }
}

extension Contract.Rule {
    fileprivate var json: JSONValue {
        var object = JSONObject()
        if !statuses.isEmpty {
            object["status"] = .array(
                statuses.map { status in
                    switch status {
                    case .code(let code): .number(JSONNumber(code))
                    case .family(let hundreds): .string("\(hundreds)xx")
                    }
                })
        }
        if !tests.isEmpty {
            object["where"] = .object(JSONObject(tests.map { ($0.pointer.text, $0.test.json) }))
        }
        if !headers.isEmpty {
            object["headers"] = .object(JSONObject(headers.map { ($0.name, $0.test.json) }))
        }
        object["is"] = .string(outcome.rawValue)
        if !keep.isEmpty {
            object["keep"] = .object(JSONObject(keep.map { ($0.name, .string($0.source.text)) }))
        }
        // An empty text would count as no wait; the script takes a pointer without a slash for the whole body.
        if let wait { object["wait"] = .string(wait.text.isEmpty ? "." : wait.text) }
        return .object(object)
    }
}

extension ValueTest {
    fileprivate var json: JSONValue {
        switch self {
        case .literal(let value): value
        case .text(let test): .string(test.text)
        case .any(let tests): .array(tests.map(\.json))
        }
    }
}
