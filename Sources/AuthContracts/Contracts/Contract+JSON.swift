package import JSON

extension Contract {
    /// The contract as JSON, with the keys of the YAML file and the long form of steps and lists.
    ///
    /// `init(reading:)` reads an equal contract back; the page's script runs the form of `operationsForScript`.
    ///
    /// - Parameter names: the operations to include; nil for all.
    /// - Returns: an object that is equal for equal contracts.
    package func json(operations names: (some Collection<String>)? = [String]?.none) -> JSONValue {
        var object = JSONObject()
        if !settings.isEmpty {
            object["settings"] = .object(
                JSONObject(settings.map { ($0.name, .string($0.isRequired ? "required" : "optional")) }))
        }
        if !password.isEmpty { object["password"] = .array(password.map { .string($0.text) }) }
        if !deficiencies.isEmpty {
            object["deficiencies"] = .object(
                JSONObject(deficiencies.map { ($0.text.text, .string($0.requirement.rawValue)) }))
        }
        if !parameters.isEmpty {
            object["parameters"] = .object(
                JSONObject(parameters.map { ($0.name, .array($0.shapes.map { .string($0.text) })) }))
        }
        if !outcomes.isEmpty {
            object["outcomes"] = .object(
                JSONObject(outcomes.map { ($0.rawValue, .string($0.meaning.rawValue)) }))
        }
        let wanted = operations.filter { names?.contains($0.name) ?? true }
        object["operations"] = .object(JSONObject(wanted.map { ($0.name, $0.json) }))
        return .object(object)
    }
}

extension Contract {
    /// The operations for the page's script, by name.
    ///
    /// Each step that supplies values to later ones lists their names in `supplies`, so that the script need not derive
    /// them.
    package var operationsForScript: JSONValue {
        .object(JSONObject(operations.map { ($0.name, $0.json(listsSupplies: true)) }))
    }
}

extension Contract.Operation {
    var json: JSONValue { json(listsSupplies: false) }

    fileprivate func json(listsSupplies: Bool) -> JSONValue {
        var object = JSONObject()
        if let consumes { object["consumes"] = .string(consumes.rawValue) }
        if let sends { object["sends"] = .string(sends.rawValue) }
        if !forgets.isEmpty { object["forgets"] = .array(forgets.map(JSONValue.string)) }
        object["steps"] = .array(
            steps.indices.map { index in
                var step: JSONObject = [
                    "request": steps[index].request.json, "outcomes": .array(steps[index].rules.map(\.json)),
                ]
                let supplied = listsSupplies ? supplies(of: index) : []
                if !supplied.isEmpty { step["supplies"] = .array(supplied.map(JSONValue.string)) }
                return .object(step)
            })
        return .object(object)
    }
}

extension Contract.Request {
    var json: JSONValue {
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
    var json: JSONValue {
        switch self {
        case .text(let text): .string(text.text)
        case .fixed(let value): value
        case .array(let elements): .array(elements.map(\.json))
        case .object(let members): .object(JSONObject(members.map { ($0.name, $0.value.json) }))
        }
    }
}

extension Contract.Rule {
    var json: JSONValue {
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
        if let wait { object["wait"] = .string(wait.text) }
        if let missing { object["missing"] = .string(missing.text) }
        return .object(object)
    }
}

extension ValueTest {
    var json: JSONValue {
        switch self {
        case .literal(let value): value
        case .text(let test): .string(test.text)
        case .any(let tests): .array(tests.map(\.json))
        }
    }
}

extension Contract.Source {
    /// The text in the contract's file.
    package var text: String {
        switch self {
        case .body(let pointer): pointer.text
        case .header(let name): "header \(name)"
        case .cookie(let name): "cookie \(name)"
        }
    }
}
