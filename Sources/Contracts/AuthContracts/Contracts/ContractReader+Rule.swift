package import Configuration
import JSON
import Problems
import TextEncoding

extension Contract.Rule {
    /// Reads a rule; `declared` are the outcomes that the contract declares besides the built-in ones.
    init?(_ keys: KeyedReader, declared: [OutcomeName]) {
        let before = keys.mapping.problemCount
        statuses = keys.value("status")?.oneOrMany.compactMap { Contract.Status(reading: $0) } ?? []
        tests =
            keys.value("where")?.members?.compactMap { member in
                let pointer = BodyPointer(member.name, of: member, isAboutKey: true)
                guard let test = ValueTest(reading: member), let pointer else { return nil }
                return Contract.BodyTest(pointer: pointer, test: test)
            } ?? []
        headers =
            keys.value("headers")?.members?.compactMap { member in
                guard let test = ValueTest(reading: member), member.isHeaderName(member.name, isAboutKey: true) else {
                    return nil
                }
                return Contract.HeaderTest(name: member.name.lowercased(), test: test)
            } ?? []
        let outcome = keys.required("is").flatMap { Self.outcome($0, declared) }
        keep = keys.value("keep")?.members?.compactMap { Contract.Keep(reading: $0) } ?? []
        wait = keys["wait"]
        missing = keys.value("missing").flatMap { value in
            String(reading: value).flatMap { BodyPointer($0, of: value) }
        }
        example = keys["example"]
        if let outcome, outcome.meaning != .waits, let wait = keys.value("wait") {
            wait.report(
                "value-unused", isAboutKey: true, "'wait' belongs to 'rate-limited', not to '\(outcome.rawValue)'",
                fix: "Remove it, or write 'is: rate-limited'.")
        }
        if let outcome, outcome != .weakPassword, let missing = keys.value("missing") {
            missing.report(
                "value-unused", isAboutKey: true, "'missing' belongs to 'weak-password', not to '\(outcome.rawValue)'",
                fix: "Remove it, or write 'is: weak-password'.")
        }
        guard let outcome, keys.mapping.problemCount == before else { return nil }
        self.outcome = outcome
        reportMissingBody(keys)
        checkExample(keys)
    }

    /// Reports what looks into the body of a response whose status says that it has none (RFC 9110, sections 15.3.5 and
    /// 15.3.6).
    private func reportMissingBody(_ keys: KeyedReader) {
        guard case .code(let status)? = statuses.first, statuses.allSatisfy({ [.code(204), .code(205)].contains($0) })
        else { return }
        var readers = ["where", "missing"].compactMap(keys.value)
        if case .body? = wait { readers += [keys.value("wait")].compactMap(\.self) }
        readers += zip(keep, keys.value("keep")?.members ?? []).compactMap { keep, value in
            if case .body = keep.source { value } else { nil }
        }
        guard let reader = readers.first else { return }
        reader.report(
            "no-body", isAboutKey: true,
            "'\(reader.name)' looks into the body, and a response with status \(status) has none",
            fix: "Remove it, or write the status of the responses that have a body, such as 200.")
    }

    /// Reports what the rule looks for and its recorded response does not have.
    private func checkExample(_ keys: KeyedReader) {
        if let status = example?.status, !statuses.isEmpty, !statuses.contains(where: { $0.covers(.code(status)) }) {
            keys.value("example")?.members?.first { $0.name == "status" }?.report(
                "example-differs", "the rule is for another status than its example has, \(known: status)",
                fix: "Remove it here, or write it in the rule, if the backend sends \(known: status).")
        }
        guard let body = example?.body else { return }
        reportMissing(in: body, keys)
        for (test, value) in zip(tests, keys.value("where")?.members ?? []) {
            let found = test.pointer.values(in: body)
            if found.contains(where: { test.test.match($0) != nil }) { continue }
            let shown = found.first?.asText.map { "'\($0)'" } ?? "nothing that can be compared"
            let isOfOtherType = found.first.map { $0.asText == value.node.text && $0.string == nil } ?? false
            value.report(
                "example-differs",
                isOfOtherType
                    ? "the rule's example has no text at \(test.pointer.text), but \(shown) itself"
                    : "the rule's example has \(shown) at \(test.pointer.text)",
                fix: isOfOtherType
                    ? "Write it without quotes."
                    : "Write what the backend sends: a text is compared as a whole, \"~text\" with a part of it.")
        }
    }

    /// Reports what the rule reads from the body and its recorded response does not have there.
    private func reportMissing(in body: JSONValue, _ keys: KeyedReader) {
        var places = zip(keep, keys.value("keep")?.members ?? []).map { ($0.source, $1) }
        if let value = keys.value("missing"), let missing { places.append((.body(missing), value)) }
        if let value = keys.value("wait"), let wait { places.append((wait, value)) }
        for case (.body(let pointer), let value) in places where pointer.values(in: body).isEmpty {
            let names = body.object?.map { "/\($0.key)" } ?? []
            value.report(
                "example-differs", "the rule's example has nothing at \(pointer.text)",
                fix:
                    "Write where the backend has it\(names.isEmpty ? "" : ": the example has \(names.joined(separator: ", "))")."
            )
        }
    }

    private static func outcome(_ value: ConfigurationValue, _ declared: [OutcomeName]) -> OutcomeName? {
        guard let text = String(reading: value) else { return nil }
        // These two mean that there was no response.
        let names = OutcomeName.allCases.filter { $0 != .network && $0 != .timeout } + declared
        if let name = names.first(where: { $0.rawValue == text }) { return name }
        let isName = OutcomeName(rawValue: text) == nil && text.allSatisfy { $0.isLowercase || $0 == "-" }
        // A declaration that no other rule has may be what is misspelt.
        let near = Suggestion.nearest(to: text, in: names.map(\.rawValue))
        let declaredName = declared.first { $0.rawValue == near }?.rawValue
        let list = names.map(\.rawValue).joined(separator: ", ")
        let declaration =
            isName
            ? "Declare another under 'outcomes:' as \(OutcomeName.declaration(of: text))."
            : "Declare others under 'outcomes:'."
        let likely = OutcomeName.likely(text)
        let fix: ValueMessage =
            if ["success", "succeeded", "done"].contains(text) {
                "Write 'ok', or 'sent' if the operation sends an email."
            } else if let declaredName {
                "Write '\(known: declaredName)', as 'outcomes:' declares it, or correct it there."
            } else if let likely {
                "Did you mean '\(known: likely.rawValue)'?"
            } else if isName, declared.count == 1 {
                "Write '\(known: declared[0].rawValue)', which 'outcomes:' declares, or declare this one there as \(OutcomeName.declaration(of: text))."
            } else {
                "The outcomes are \(known: list). \(declaration)"
            }
        value.report(
            "unknown-outcome",
            OutcomeName(rawValue: text) == nil
                ? "'\(text)' is not an outcome" : "no rule can have the outcome '\(text)'",
            fix: fix, word: declaredName == nil && likely == nil ? text : nil, choices: names.map(\.rawValue))
        return nil
    }
}

extension Contract.Example: KeyedReadable {
    package init?(_ keys: KeyedReader) {
        self.init(status: keys["status"], body: keys.member("json")?.node.json)
    }
}

extension Contract.Status: ConfigurationReadable {
    package init?(reading value: ConfigurationValue) {
        let bytes = Array((value.node.text ?? "").utf8)
        if let code = value.node.json.int, (100...599).contains(code) {
            self = .code(code)
        } else if bytes.count == 3, (0x31...0x35).contains(bytes[0]), bytes[1...].allSatisfy({ $0 | 0x20 == 0x78 }) {
            self = .family(Int(bytes[0]) - 0x30)
        } else {
            value.report(
                "bad-status", "\(value.node.text.map { "'\($0)'" } ?? value.node.summary) is not a status",
                fix: "Write a number such as 200, a class such as 4xx, or a list of them.")
            return nil
        }
        guard let unseen = [1, 3].first(where: { Contract.Status.family($0).covers(self) }) else { return }
        value.report(
            "bad-status", "a page's script never sees a response with status \(unseen)xx",
            fix:
                "Let the backend respond with JSON, for example by headers: { Accept: application/json }, and write that status."
        )
    }

    package func covers(_ other: Contract.Status) -> Bool {
        switch (self, other) {
        case (_, .code(let code)): contains(code)
        case (.family(let own), .family(let family)): own == family
        case (.code, .family): false
        }
    }
}

extension ValueTest: ConfigurationReadable {
    /// Reads a value to compare with, or a list of alternatives.
    package init?(reading value: ConfigurationValue) {
        switch value.node.kind {
        case .scalar:
            let json = value.node.json
            if value.node.text == "~", value.node.isNull {
                value.report(
                    "bare-tilde", "'~' without quotes is null",
                    fix: "Write \"~\" for any text, or null for a value that is null.")
                return nil
            }
            guard let text = json.string else {
                self = .literal(json)
                return
            }
            guard let test = TextTest(text, of: value) else { return nil }
            self = .text(test)
        case .sequence(let nodes) where !nodes.isEmpty && nodes.allSatisfy({ $0.text != nil }):
            let tests = (value.items ?? []).compactMap { ValueTest(reading: $0) }
            guard tests.count == nodes.count else { return nil }
            self = .any(tests)
        case .sequence, .mapping:
            let wrong = value.node.items.first { $0.text == nil } ?? value.node
            value.report(
                "wrong-type", "expected a value to compare with, found \(wrong.summary)",
                fix: "Write a text, a number, true, false, null, or a list of alternatives.")
            return nil
        }
    }
}

extension TextTest {
    /// Parses the text of a value or of its key, and reports an error in it.
    init?(_ text: String, of value: ConfigurationValue, isAboutKey: Bool = false) {
        // A text between slashes alone may be a path.
        let isExpression =
            text.hasPrefix("/") && ["/i", "/g"].contains(where: text.hasSuffix)
            || ["/^", ".*/", ".+/", "$/"].contains {
                $0.hasPrefix("/") ? text.hasPrefix($0) : text.hasPrefix("/") && text.hasSuffix($0)
            }
            || text.hasPrefix("^") && text.hasSuffix("$") && text.utf8.count > 1
            || text.hasPrefix("/") && text.hasSuffix("/") && text.contains(" ")
        let isWildcard = text.utf8.count > 1 && (text.hasPrefix("*") || text.hasSuffix("*"))
        if isExpression || isWildcard || text.contains("|~") {
            value.report(
                "foreign-pattern", isAboutKey: isAboutKey, "'\(text)' is compared as it is written",
                fix:
                    "Write \"~text\" for a value that contains 'text', and a list for alternatives: [\"~weak\", \"~short\"]."
            )
            return nil
        }
        do {
            self = try TextTest(parsing: text)
        } catch {
            value.report(error.at(error.place), expected: "a text to compare with", isAboutKey: isAboutKey)
            return nil
        }
    }
}

extension Contract.Rule {
    /// Whether it matches every response that another rule matches.
    func covers(_ other: Contract.Rule) -> Bool {
        coversStatuses(of: other) && tests.allSatisfy(other.tests.contains)
            && headers.allSatisfy(other.headers.contains)
    }

    package func coversStatuses(of other: Contract.Rule) -> Bool {
        statuses.isEmpty
            || !other.statuses.isEmpty
                && other.statuses.allSatisfy { status in statuses.contains { $0.covers(status) } }
    }
}
