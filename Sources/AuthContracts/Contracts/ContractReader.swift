package import JSON

extension Contract {
    /// Reads a contract from the value of its file.
    ///
    /// - Parameter value: what the YAML or JSON file holds.
    /// - Throws: everything that is wrong with it, each with its path.
    package init(reading value: JSONValue) throws(ContractError) {
        var reader = ContractReader()
        let contract = reader.contract(value)
        guard let contract, reader.problems.isEmpty else { throw ContractError(problems: reader.problems) }
        self = contract
    }
}

/// Reads a contract and collects what is wrong with it on the way.
struct ContractReader {
    private(set) var problems: [PathProblem] = []

    mutating func contract(_ value: JSONValue) -> Contract? {
        guard
            let members = members(
                value, at: "", keys: ["settings", "password", "deficiencies", "operations"], required: ["operations"])
        else { return nil }
        let settings = members["settings"].map { self.settings($0) } ?? []
        let password = members["password"].map { self.password($0) } ?? []
        let deficiencies = members["deficiencies"].map { self.deficiencies($0) } ?? []
        var operations: [Contract.Operation] = []
        if let value = members["operations"], let object = object(value, at: "operations") {
            if object.isEmpty { report("no-operations", at: "operations", "there is no operation") }
            for (name, value) in object {
                let path = "operations.\(name)"
                if !Self.isName(name) {
                    report(
                        "bad-operation-name", at: path, isAboutKey: true, "'\(name)' is not a name for an operation",
                        fix: "Use lower-case letters, digits and hyphens.")
                }
                if let operation = operation(value, named: name, at: path) { operations.append(operation) }
            }
        }
        return Contract(settings: settings, password: password, deficiencies: deficiencies, operations: operations)
    }

    private mutating func settings(_ value: JSONValue) -> [Contract.Setting] {
        guard let object = object(value, at: "settings") else { return [] }
        return object.compactMap { name, value in
            let path = "settings.\(name)"
            if !ContractText.isName(name) || name == "base" {
                report(
                    "bad-value-name", at: path, isAboutKey: true, "'\(name)' is not a name for a setting",
                    fix: "Use letters, digits and hyphens; 'base' is the backend's address.")
            }
            guard let word = word(value, at: path, of: ["required", "optional"], "whether a setting is needed") else {
                return nil
            }
            return Contract.Setting(name: name, isRequired: word == "required")
        }
    }

    private mutating func password(_ value: JSONValue) -> [PasswordRequirement] {
        elements(value, at: "password").enumerated().compactMap { index, value in
            let path = "password[\(index)]"
            guard let text = text(value, at: path) else { return nil }
            if let requirement = PasswordRequirement(text), requirement != .same { return requirement }
            report(
                "unknown-requirement", at: path, "'\(text)' is not a requirement",
                fix: "Write at-least 8, at-most 128, at-most 72 bytes, upper, lower, digit or special.", word: text,
                choices: ["upper", "lower", "digit", "special"])
            return nil
        }
    }

    private mutating func deficiencies(_ value: JSONValue) -> [Contract.Deficiency] {
        guard let object = object(value, at: "deficiencies") else { return [] }
        let names = PasswordRequirement.Name.allCases.map(\.rawValue)
        return object.compactMap { text, value in
            let path = "deficiencies.\(text)"
            let test = textTest(text, at: path, isAboutKey: true)
            guard let word = word(value, at: path, of: names, "what a password can lack"), let test,
                let requirement = PasswordRequirement.Name(rawValue: word)
            else { return nil }
            if !test.captures.isEmpty {
                report(
                    "capture-here", at: path, isAboutKey: true, "nothing uses a capture here",
                    fix: "Write '…' instead.")
            }
            return Contract.Deficiency(text: test, requirement: requirement)
        }
    }

    private mutating func operation(_ value: JSONValue, named name: String, at path: String) -> Contract.Operation? {
        guard
            let members = members(
                value, at: path, keys: ["consumes", "sends", "request", "outcomes", "steps"], required: [])
        else { return nil }
        let consumes = members["consumes"].flatMap { value in
            word(value, at: "\(path).consumes", of: ["link", "code"], "what an operation can use up")
        }
        let sends = members["sends"].flatMap { value in
            word(value, at: "\(path).sends", of: ["email"], "what a backend can send")
        }
        var steps: [Contract.Step] = []
        if let value = members["steps"] {
            for key in ["request", "outcomes"] where members[key] != nil {
                report(
                    "steps-and-request", at: "\(path).\(key)", isAboutKey: true, "'\(key)' stands beside 'steps'",
                    fix: "Move it into a step.")
            }
            let values = elements(value, at: "\(path).steps")
            if values.isEmpty { report("no-steps", at: "\(path).steps", "there is no step") }
            for (index, value) in values.enumerated() {
                let path = "\(path).steps[\(index)]"
                guard
                    let members = self.members(
                        value, at: path, keys: ["request", "outcomes"], required: ["request", "outcomes"])
                else { continue }
                if let step = step(members, at: path, isLast: index == values.count - 1) { steps.append(step) }
            }
            if steps.count < values.count { return nil }
        } else {
            require(["request", "outcomes"], in: members, at: path)
            guard let step = step(members, at: path, isLast: true) else { return nil }
            steps = [step]
        }
        check(steps, at: path, isList: members["steps"] != nil)
        return Contract.Operation(
            name: name, consumes: consumes.flatMap(Contract.Consumption.init),
            sends: sends.flatMap(Contract.Delivery.init), steps: steps)
    }

    private mutating func step(_ members: JSONObject, at path: String, isLast: Bool) -> Contract.Step? {
        let request = members["request"].flatMap { self.request($0, at: "\(path).request") }
        var rules: [Contract.Rule?] = []
        if let value = members["outcomes"] {
            let values = elements(value, at: "\(path).outcomes")
            rules = values.enumerated().map { rule($1, at: "\(path).outcomes[\($0)]") }
            checkReach(of: rules, at: "\(path).outcomes")
            checkEnd(of: values, at: "\(path).outcomes", isLast: isLast)
        }
        guard let request, members["outcomes"] != nil else { return nil }
        return Contract.Step(request: request, rules: rules.compactMap(\.self))
    }

    /// A rule that asks for all that one before it asks for would never be asked.
    private mutating func checkReach(of rules: [Contract.Rule?], at path: String) {
        for (index, rule) in rules.enumerated() {
            guard let rule, let earlier = rules[..<index].firstIndex(where: { $0?.covers(rule) == true }) else {
                continue
            }
            report(
                "unreachable-rule", at: "\(path)[\(index)]",
                "rule \(earlier + 1) takes every answer that this one could",
                fix: "Move this rule above it, or remove it.")
        }
    }

    /// Some answer has to say that it worked; a rule whose outcome cannot be read may have been meant so.
    private mutating func checkEnd(of rules: [JSONValue], at path: String, isLast: Bool) {
        let goesWell = rules.contains { rule in
            guard let outcome = rule["is"]?.string.flatMap(OutcomeName.init) else { return true }
            return outcome == .ok || (isLast && outcome == .sent)
        }
        guard !goesWell else { return }
        report(
            "never-ok", at: path, "no answer means 'ok'",
            fix: "Add a rule for the answer that says that it worked: { status: 200, is: ok }")
    }

    /// An address from an answer leads on; one from a link or a field would lead anywhere.
    private mutating func check(_ steps: [Contract.Step], at path: String, isList: Bool) {
        for (index, step) in steps.enumerated() {
            guard case .value(let need)? = step.request.url.parts.first, need.name != "base",
                !steps[..<index].contains(where: { $0.keeps.contains(need.name) })
            else { continue }
            report(
                "bad-url", at: "\(path)\(isList ? ".steps[\(index)]" : "").request.url",
                "'{{\(need.name)}}' is not kept by a step before this one", fix: "Begin the URL with {{base}}.")
        }
    }

    // MARK: - Values

    mutating func report(
        _ code: String, at path: String, isAboutKey: Bool = false, offset: Int? = nil, _ message: String,
        fix: String? = nil, word: String? = nil, choices: [String] = []
    ) {
        problems.append(
            PathProblem(
                path: path, isAboutKey: isAboutKey, offset: offset, code: code, message: message, fix: fix, word: word,
                choices: choices))
    }

    mutating func members(
        _ value: JSONValue, at path: String, keys: [String], required: [String]
    ) -> JSONObject? {
        guard let object = object(value, at: path) else { return nil }
        for key in object.keys where !keys.contains(key) {
            if let name = Self.renamedKeys[key], keys.contains(name) {
                report(
                    "renamed-key", at: path.isEmpty ? key : "\(path).\(key)", isAboutKey: true,
                    "the key '\(key)' is called '\(name)' now", fix: "Write '\(name)'.")
                continue
            }
            report(
                "unknown-key", at: path.isEmpty ? key : "\(path).\(key)", isAboutKey: true, "unknown key '\(key)'",
                fix: "The keys here are \(keys.joined(separator: ", ")).", word: key, choices: keys)
        }
        require(required, in: object, at: path)
        return object
    }

    /// Keys of earlier versions, with the names that they have now.
    private static let renamedKeys = ["lacks": "deficiencies"]

    private mutating func require(_ keys: [String], in object: JSONObject, at path: String) {
        for key in keys where object[key] == nil {
            report("missing-key", at: path, "missing key '\(key)'", fix: "Add '\(key)'.")
        }
    }

    mutating func object(_ value: JSONValue, at path: String) -> JSONObject? {
        if let object = value.object { return object }
        report("wrong-type", at: path, "expected a mapping, found \(Self.found(value))")
        return nil
    }

    mutating func text(_ value: JSONValue, at path: String) -> String? {
        if let text = value.string { return text }
        report("wrong-type", at: path, "expected text, found \(Self.found(value))")
        return nil
    }

    /// The items of a list, or the one that stands for a list of one.
    func elements(_ value: JSONValue, at path: String) -> [JSONValue] {
        value.array ?? [value]
    }

    mutating func word(_ value: JSONValue, at path: String, of words: [String], _ what: String) -> String? {
        guard let text = text(value, at: path) else { return nil }
        if words.contains(text) { return text }
        report(
            "unknown-word", at: path, "'\(text)' is not \(what)", fix: "Write \(Self.list(words)).", word: text,
            choices: words)
        return nil
    }

    static func list(_ words: [String]) -> String {
        guard words.count > 1, let last = words.last else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }

    static func found(_ value: JSONValue) -> String {
        switch value {
        case .null: "nothing"
        case .bool(let bool): "'\(bool)'"
        case .number(let number): "'\(number.text)'"
        case .string(let text): "'\(text.prefix(40))'"
        case .array: "a list"
        case .object: "a mapping"
        }
    }

    /// Lower-case letters, digits and hyphens, beginning with a letter.
    private static func isName(_ text: String) -> Bool {
        ContractText.isName(text) && !text.utf8.contains { (0x41...0x5A).contains($0) || $0 == UInt8(ascii: "_") }
    }
}

extension Contract.Rule {
    /// Whether it takes every answer that another could.
    func covers(_ other: Contract.Rule) -> Bool {
        let takesStatus =
            statuses.isEmpty
            || !other.statuses.isEmpty
                && other.statuses.allSatisfy { status in statuses.contains { $0.covers(status) } }
        return takesStatus && tests.allSatisfy(other.tests.contains) && headers.allSatisfy(other.headers.contains)
    }
}

extension Contract.Status {
    func covers(_ other: Contract.Status) -> Bool {
        switch (self, other) {
        case (_, .code(let code)): contains(code)
        case (.family(let own), .family(let family)): own == family
        case (.code, .family): false
        }
    }
}
