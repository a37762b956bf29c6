import JSON

extension ContractReader {
    mutating func rule(_ value: JSONValue, at path: String) -> Contract.Rule? {
        let before = problems.count
        guard
            let members = members(
                value, at: path, keys: ["status", "where", "headers", "is", "keep", "wait", "missing"],
                required: ["is"])
        else { return nil }
        let statuses = members["status"].map { self.statuses($0, at: "\(path).status") } ?? []
        let tests = members["where"].map { self.tests($0, at: "\(path).where") } ?? []
        let headers = members["headers"].map { self.headerTests($0, at: "\(path).headers") } ?? []
        let outcome = members["is"].flatMap { self.outcome($0, at: "\(path).is") }
        let keep = members["keep"].map { self.keep($0, at: "\(path).keep") } ?? []
        let wait = members["wait"].flatMap { source($0, at: "\(path).wait") }
        let missing = members["missing"].flatMap { value in
            text(value, at: "\(path).missing").flatMap { pointer($0, at: "\(path).missing") }
        }
        if members["wait"] != nil, let outcome, outcome != .rateLimited {
            report(
                "value-unused", at: "\(path).wait", isAboutKey: true, "'\(outcome.rawValue)' has no wait",
                fix: "Remove it, or write 'is: rate-limited'.")
        }
        if members["missing"] != nil, let outcome, outcome != .weakPassword {
            report(
                "value-unused", at: "\(path).missing", isAboutKey: true, "'\(outcome.rawValue)' lacks nothing",
                fix: "Remove it, or write 'is: weak-password'.")
        }
        guard let outcome, problems.count == before else { return nil }
        return Contract.Rule(
            statuses: statuses, tests: tests, headers: headers, outcome: outcome, keep: keep, wait: wait,
            missing: missing)
    }

    private mutating func statuses(_ value: JSONValue, at path: String) -> [Contract.Status] {
        let isList = value.array != nil
        return elements(value, at: path).enumerated().compactMap { index, value in
            let path = isList ? "\(path)[\(index)]" : path
            if let code = value.int, (100...599).contains(code) { return status(.code(code), at: path) }
            if let text = value.string {
                let bytes = Array(text.utf8)
                if bytes.count == 3, (0x31...0x35).contains(bytes[0]), bytes[1...].allSatisfy({ $0 | 0x20 == 0x78 }) {
                    return status(.family(Int(bytes[0]) - 0x30), at: path)
                }
            }
            report(
                "bad-status", at: path, "\(Self.found(value)) is not a status",
                fix: "Write a number such as 200, a class such as 4xx, or a list of them.")
            return nil
        }
    }

    private mutating func status(_ status: Contract.Status, at path: String) -> Contract.Status? {
        guard Contract.Status.family(3).covers(status) else { return status }
        report(
            "bad-status", at: path, "a browser shows a page no redirect",
            fix: "Ask the backend for JSON, such as with headers: { Accept: application/json }, and name that status.")
        return nil
    }

    private mutating func tests(_ value: JSONValue, at path: String) -> [Contract.BodyTest] {
        guard let object = object(value, at: path) else { return [] }
        return object.compactMap { name, value in
            let path = "\(path).\(name)"
            let pointer = pointer(name, at: path, isAboutKey: true)
            guard let test = valueTest(value, at: path), let pointer else { return nil }
            return Contract.BodyTest(pointer: pointer, test: test)
        }
    }

    private mutating func headerTests(_ value: JSONValue, at path: String) -> [Contract.HeaderTest] {
        guard let object = object(value, at: path) else { return [] }
        return object.compactMap { name, value in
            let path = "\(path).\(name)"
            guard let test = valueTest(value, at: path), header(name, at: path, isAboutKey: true) else { return nil }
            return Contract.HeaderTest(name: name.lowercased(), test: test)
        }
    }

    private mutating func valueTest(_ value: JSONValue, at path: String, isItem: Bool = false) -> ValueTest? {
        switch value {
        case .null, .bool, .number: return .literal(value)
        case .string(let text): return textTest(text, at: path).map(ValueTest.text)
        case .array(let elements) where !isItem && !elements.isEmpty:
            let tests = elements.enumerated().compactMap { valueTest($1, at: "\(path)[\($0)]", isItem: true) }
            return tests.count == elements.count ? .any(tests) : nil
        case .array, .object:
            report(
                "wrong-type", at: path, "expected a value to compare with, found \(Self.found(value))",
                fix: "Write a text, a number, true, false, null, or a list of several that will do.")
            return nil
        }
    }

    mutating func textTest(_ text: String, at path: String, isAboutKey: Bool = false) -> TextTest? {
        do {
            return try TextTest(parsing: text)
        } catch {
            report(
                "bad-pattern", at: path, isAboutKey: isAboutKey, offset: isAboutKey ? nil : error.offset,
                error.message, fix: error.fix)
            return nil
        }
    }

    private mutating func outcome(_ value: JSONValue, at path: String) -> OutcomeName? {
        guard let text = text(value, at: path) else { return nil }
        // These two are what no answer means.
        let names = OutcomeName.allCases.filter { $0 != .network && $0 != .timeout }
        if let name = OutcomeName(rawValue: text), names.contains(name) { return name }
        report(
            "unknown-outcome", at: path,
            OutcomeName(rawValue: text) == nil ? "'\(text)' is not an outcome" : "no answer can mean '\(text)'",
            fix: "The outcomes are \(names.map(\.rawValue).joined(separator: ", ")).", word: text,
            choices: names.map(\.rawValue))
        return nil
    }

    private mutating func keep(_ value: JSONValue, at path: String) -> [Contract.Keep] {
        guard let object = object(value, at: path) else { return [] }
        return object.compactMap { name, value in
            let path = "\(path).\(name)"
            if !ContractText.isName(name) || name == "base" || name == "wait" {
                report(
                    "bad-value-name", at: path, isAboutKey: true, "'\(name)' is not a name for a value to keep",
                    fix: "Use letters, digits, hyphens and underscores; 'base' and 'wait' are taken.")
            }
            return source(value, at: path).map { Contract.Keep(name: name, source: $0) }
        }
    }

    private mutating func source(_ value: JSONValue, at path: String) -> Contract.Source? {
        guard let text = text(value, at: path) else { return nil }
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        if words.count == 2, words[0] == "header" {
            return header(words[1], at: path) ? .header(words[1].lowercased()) : nil
        }
        if words.count == 2, words[0] == "cookie", !words[1].isEmpty, words[1].utf8.allSatisfy(Self.isTokenByte) {
            return .cookie(words[1])
        }
        guard text.isEmpty || text.hasPrefix("/") else {
            report(
                "bad-source", at: path, "'\(text)' is no place in an answer",
                fix: "Write a JSON pointer such as /user/email, 'header NAME' or 'cookie NAME'.")
            return nil
        }
        return pointer(text, at: path).map(Contract.Source.body)
    }

    private mutating func header(_ name: String, at path: String, isAboutKey: Bool = false) -> Bool {
        if !name.isEmpty, name.utf8.allSatisfy(Self.isTokenByte) { return true }
        report(
            "bad-header", at: path, isAboutKey: isAboutKey, "'\(name)' is not a name for a header",
            fix: "Use letters, digits and hyphens.")
        return false
    }

    private mutating func pointer(_ text: String, at path: String, isAboutKey: Bool = false) -> BodyPointer? {
        do {
            return BodyPointer(try JSONPointer(parsing: text))
        } catch {
            report(
                "bad-pointer", at: path, isAboutKey: isAboutKey, error.message,
                fix: "Write a JSON pointer such as /error/message; '~' is ~0 in it, and '/' is ~1.")
            return nil
        }
    }
}
