package import Configuration
package import JSON
public import Problems
import TextEncoding

extension Contract {
    /// Reads a contract from JSON, such as a file of the app's bundle.
    ///
    /// The keys are those of a contract's YAML file, which any converter turns into JSON.
    ///
    /// - Parameter json: the whole text in UTF-8.
    /// - Throws: `ProblemReport` with all problems: each with its path, or with line and column if the text is not
    ///   JSON.
    public init(parsing json: [UInt8]) throws(ProblemReport<ValuePath>) {
        let value: JSONValue
        do {
            value = try JSONDocument(parsing: json).value
        } catch {
            throw ProblemReport([Problem(code: "json-syntax", at: ValuePath(""), "\(error)", fix: error.fix)])
        }
        try self.init(reading: value)
    }

    /// Reads a contract from the value of its file. Throws all problems, each with its path.
    package init(reading value: JSONValue) throws(ProblemReport<ValuePath>) {
        self = try ConfigurationReading.read(ContractContents.self, from: value).contract
    }
}

/// The keys of a contract's file.
package struct ContractContents: KeyedReadable {
    package let contract: Contract

    package init?(_ keys: KeyedReader) {
        func members<Value>(of key: String, _ read: (ConfigurationValue) -> Value?) -> [Value] {
            (keys.value(key)?.members ?? []).compactMap(read)
        }
        let operations = keys.required("operations")
        let names = keys.value("outcomes")?.node.members.compactMap(\.key.text) ?? []
        let outcomes = members(of: "outcomes") {
            OutcomeName(declaredBy: $0, as: OutcomeName.written(for: $0.name, in: operations?.node, besides: names))
        }
        contract = Contract(
            standing: keys["standing"], base: keys["base"],
            settings: members(of: "settings") { Contract.Setting(reading: $0) },
            password: keys.value("password").flatMap { value in
                value.node.members.isEmpty
                    ? value.oneOrMany.compactMap { PasswordRequirement(ofBackend: $0) }
                    : PasswordRequirement.list(ofBackend: value)
            } ?? [],
            deficiencies: members(of: "deficiencies") { Contract.Deficiency(reading: $0) },
            continueItem: keys["continue"], captchas: keys["captcha"] ?? [],
            parameters: members(of: "parameters") { Contract.Parameter(reading: $0) },
            outcomes: outcomes,
            operations: Contract.Operation.list(in: operations?.members ?? [], declared: outcomes))
        if case .mapping(let members)? = operations?.node.kind, members.isEmpty {
            operations?.report("no-operations", "there is no operation")
        }
        if PasswordRequirement.excludeEachOther(contract.password) {
            keys.value("password")?.reportImpossiblePassword()
        }
        // Rules with errors are missing here, and one of them may use the value; an unknown key may be an operation.
        guard operations != nil, keys.mapping.problemCount == 0,
            keys.mapping.node.members.allSatisfy({ Self.keyTable[$0.key.text ?? ""] != nil })
        else { return }
        reportUnused(parameters: keys.value("parameters")?.members ?? [])
        reportUnknown(forgotten: operations?.members ?? [])
        reportUnused(outcomes: keys.value("outcomes")?.members ?? [])
    }

    private func reportUnused(parameters: [ConfigurationValue]) {
        let needed = Set(contract.operations.flatMap(\.needs).map(\.name))
        for value in parameters where !needed.contains(value.name) {
            value.report(
                "unused-parameter", isAboutKey: true, "no request has a value '\(value.name)'",
                fix: "Name a parameter that a request has as '{{\(value.name)}}', or remove it.", word: value.name,
                choices: needed.subtracting(["base"]).sorted())
        }
    }

    private func reportUnknown(forgotten operations: [ConfigurationValue]) {
        let kept = Set(contract.operations.flatMap(\.keeps))
        let forgotten = operations.compactMap { $0.members?.first { $0.name == "forgets" } }
        for value in forgotten.flatMap(\.oneOrMany) where !kept.contains(value.node.text ?? "") {
            value.report(
                "unknown-value", "no operation keeps a value '\(value.node.text ?? "")'",
                fix: "Name a value that a rule has under 'keep:', or remove it.", word: value.node.text ?? "",
                choices: kept.sorted())
        }
    }

    private func reportUnused(outcomes: [ConfigurationValue]) {
        let used = Set(contract.operations.flatMap(\.steps).flatMap(\.rules).map(\.outcome.rawValue))
        for value in outcomes where !used.contains(value.name) {
            value.report(
                "unused-outcome", isAboutKey: true, "no rule has the outcome '\(value.name)'",
                fix: "Write 'is: \(value.name)' in the rule for it, or remove it.")
        }
    }
}

extension Contract.Setting: ConfigurationReadable {
    private enum Need: String, ConfigurationReadable, CaseIterable { case required, optional }

    package init?(reading value: ConfigurationValue) {
        if !ContractText.isName(value.name) || value.name == "base" {
            value.report(
                "bad-value-name", isAboutKey: true, "'\(value.name)' is not a name for a setting",
                fix: "Use letters, digits and hyphens; 'base' is the backend's address.")
        }
        if case .mapping = value.node.kind {
            guard let link = value.keyed(Self.keyTable, { $0.required("link") as String? }) else { return nil }
            self.init(name: value.name, link: link)
            return
        }
        guard let need = Need(reading: value) else { return nil }
        self.init(name: value.name, isRequired: need == .required)
    }
}

extension ConfigurationValue {
    /// Reports requirements that no password meets together.
    package func reportImpossiblePassword() {
        report(
            "impossible-password", isAboutKey: true, "no password is long enough and short enough",
            fix: "Write an 'at-most' that is not below 'at-least', and leaves room for each kind of character.")
    }
}

extension PasswordRequirement {
    private static let allOfBackend =
        "at-least 8, at-most 128, at-most 72 bytes, upper, lower, digit, special or uncommon"

    /// The requirements of a list. A text or a mapping is reported with the list that it says, also in the words of other
    /// systems.
    package static func list(ofBackend value: ConfigurationValue) -> [PasswordRequirement]? {
        let members = value.node.members.filter { $0.value.text != "false" }
            .map { "\($0.key.text ?? "") \($0.value.written ?? $0.value.text ?? "")" }
        guard let text = members.isEmpty ? value.node.text : members.joined(separator: ", "), !value.node.isNull else {
            return value.items?.compactMap { PasswordRequirement(ofBackend: $0) }
        }
        value.report(
            "wrong-type", "expected a list, found \(known: value.node.summary)",
            fix: likely(text).map { "Write [\(list($0))]." } ?? "Write a list of \(known: allOfBackend).")
        return nil
    }

    package init?(ofBackend value: ConfigurationValue) {
        guard let text = String(reading: value) else { return nil }
        guard let requirement = PasswordRequirement(text), requirement != .same else {
            let likely = PasswordRequirement.likely(text)
            value.report(
                "unknown-requirement", "'\(text)' is not a requirement",
                fix: likely.map { "Write \(PasswordRequirement.list($0))." } ?? "Write \(known: Self.allOfBackend).",
                word: likely == nil ? text : nil, choices: ["upper", "lower", "digit", "special", "uncommon"])
            return nil
        }
        self = requirement
    }
}

extension Contract.Consumption: ConfigurationReadable {}
extension Contract.Standing: ConfigurationReadable {}
extension EmailPurpose: ConfigurationReadable {}

extension Contract.Deficiency: ConfigurationReadable {
    package init?(reading value: ConfigurationValue) {
        if let text = value.node.text, PasswordRequirement.Name(rawValue: text) == nil,
            PasswordRequirement.Name(rawValue: value.name) != nil
        {
            value.report(
                "turned-pair", isAboutKey: true,
                "'\(known: value.name)' is a requirement, and stands after the backend's text",
                fix: "Write \(text): \(value.name)")
            return nil
        }
        let requirement: PasswordRequirement.Name? = value.word()
        guard let text = TextTest(value.name, of: value, isAboutKey: true), let requirement else { return nil }
        if !text.captures.isEmpty {
            value.report(
                "capture-here", isAboutKey: true, "a capture has no effect here", fix: "Write '…' instead.")
        }
        self.init(text: text, requirement: requirement)
    }
}

extension Contract.Parameter {
    fileprivate init?(reading value: ConfigurationValue) {
        if !ContractText.isName(value.name) {
            value.report(
                "bad-value-name", isAboutKey: true, "'\(value.name)' is not a name for a parameter",
                fix: "Use letters, digits, hyphens and underscores.")
        }
        let shapes = value.oneOrMany.compactMap { ParameterShape(reading: $0) }
        guard !shapes.isEmpty else { return nil }
        self.init(name: value.name, shapes: shapes)
    }
}

extension ParameterShape {
    fileprivate init?(reading value: ConfigurationValue) {
        guard let text = String(reading: value) else { return nil }
        guard let shape = ParameterShape(text) else {
            value.report(
                "bad-shape", "'\(text)' is not a shape",
                fix: Self.shape(ofPattern: text).map { "Write \"\($0)\"." }
                    ?? "Write a run of characters as {hex:64}, {base64url:40-}, {digits:6} or {alphanumeric}, and the text around it as it is. After a run of a varying length comes a character that it cannot have."
            )
            return nil
        }
        self = shape
    }

    /// The shape for a regular expression of one run, `[a-f0-9]{64}` or `^\d{6}$`; nil for other texts.
    private static func shape(ofPattern text: String) -> String? {
        let pattern = text.trimming { "^$".contains($0) }
        let sets = [
            "[a-f0-9]": "hex", "[0-9a-f]": "hex", "[a-fA-F0-9]": "hex", "[0-9a-fA-F]": "hex", "[A-Fa-f0-9]": "hex",
            "[0-9A-Fa-f]": "hex", "\\d": "digits", "[0-9]": "digits", "[A-Za-z0-9_-]": "base64url",
            "[a-zA-Z0-9_-]": "base64url", "[\\w-]": "base64url", "[A-Za-z0-9]": "alphanumeric",
            "[a-zA-Z0-9]": "alphanumeric",
        ]
        guard let (set, name) = sets.first(where: { pattern.hasPrefix($0.key) }) else { return nil }
        let count = pattern.dropFirst(set.count)
        if count == "+" { return "{\(name)}" }
        guard count.hasPrefix("{"), count.hasSuffix("}") else { return nil }
        let bounds = count.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false)
        let shape = "{\(name):\(bounds.joined(separator: "-"))}"
        return ParameterShape(shape) == nil ? nil : shape
    }
}
