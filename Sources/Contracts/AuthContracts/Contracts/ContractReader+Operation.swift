internal import Configuration
internal import TextEncoding

extension Contract.Operation {
    /// The operations. A key of an operation that stands beside it is reported in place of the errors that both would have.
    static func list(in members: [ConfigurationValue], declared: [OutcomeName]) -> [Contract.Operation] {
        members.indices.compactMap { index in
            let value = members[index]
            if isStray(value), let owner = members[..<index].last(where: { !isStray($0) }) {
                value.report(
                    "misplaced-key", isAboutKey: true,
                    "'\(value.name)' belongs to an operation, and stands beside them",
                    fix: "Indent it, with its lines, below '\(owner.name):'.")
                return nil
            }
            let isTorn = index + 1 < members.count && isStray(members[index + 1])
            return isTorn ? nil : Self(reading: value, declared: declared)
        }
    }

    /// Whether a value has the name of an operation's key, and is no operation itself.
    private static func isStray(_ value: ConfigurationValue) -> Bool {
        let isRequest = value.name == "request" && (value.node["method"] ?? value.node["url"]) != nil
        return isRequest
            || value.name != "request" && keyTable[value.name] != nil
                && !["request", "steps", "outcomes"].contains { value.node[$0] != nil }
    }

    private init?(reading value: ConfigurationValue, declared: [OutcomeName]) {
        if !Self.isName(value.name) {
            value.report(
                "bad-operation-name", isAboutKey: true, "'\(value.name)' is not a name for an operation",
                fix: "Use at most 64 lower-case letters, digits and hyphens, beginning with a letter.")
        }
        let read = value.keyed(Self.keyTable) { Self($0, named: value.name, declared: declared) }
        guard let operation = read else { return nil }
        self = operation
    }

    private init?(_ keys: KeyedReader, named name: String, declared: [OutcomeName]) {
        let consumes: [Contract.Consumption] = keys.oneOrMany("consumes") ?? []
        let sends: EmailPurpose? = keys["sends"]
        let forgets = keys.value("forgets")?.oneOrMany.compactMap { String(reading: $0) } ?? []
        guard let list = keys.value("steps") else {
            guard let step = Contract.Step(keys, after: [], isLast: true, declared: declared) else { return nil }
            self.init(name: name, consumes: consumes, sends: sends, forgets: forgets, steps: [step])
            return
        }
        for value in ["request", "outcomes"].compactMap(keys.member) {
            value.report(
                "steps-and-request", isAboutKey: true, "'\(value.name)' is not allowed beside 'steps'",
                fix: "Move it into a step.")
        }
        let values = list.oneOrMany
        var steps: [Contract.Step] = []
        for (index, value) in values.enumerated() {
            let isLast = index == values.count - 1
            let step = value.keyed(Contract.Step.keyTable) {
                Contract.Step($0, after: steps, isLast: isLast, declared: declared)
            }
            if let step { steps.append(step) }
        }
        if steps.count < values.count { return nil }
        self.init(name: name, consumes: consumes, sends: sends, forgets: forgets, steps: steps)
    }

    /// Whether the text consists of lower-case letters, digits and hyphens and begins with a letter.
    static func isName(_ text: String) -> Bool {
        ContractText.isName(text) && !text.utf8.contains { $0.isASCIIUppercase || $0 == UInt8(ascii: "_") }
    }
}

extension Contract.Step {
    fileprivate init?(
        _ keys: KeyedReader, after steps: [Contract.Step], isLast: Bool, declared: [OutcomeName]
    ) {
        let kept = Set(steps.flatMap(\.keeps))
        let request = keys.required("request").flatMap {
            $0.keyed(Contract.Request.keyTable) { Contract.Request($0, kept: kept) }
        }
        let outcomes = keys.required("outcomes")
        let values = outcomes?.oneOrMany ?? []
        if let short = values.first(where: \.isShortenedRule) {
            short.report(
                "wrong-type", "this is a status with an outcome, and a rule has each by its name",
                fix: "Write a list of rules: outcomes: [{ status: 200, is: ok }, { status: 400, is: link-expired }]")
            return nil
        }
        let rules = values.map { value in
            let rule = value.keyed(Contract.Rule.keyTable) { Contract.Rule($0, declared: declared) }
            // What an unknown key was to say may be all that tells the rule from others.
            return value.node.members.contains { Contract.Rule.keyTable[$0.key.text ?? ""] == nil } ? nil : rule
        }
        Self.checkReach(of: rules, values)
        Self.checkRateLimit(rules, values)
        outcomes.map { Self.checkEnd(of: values, at: $0, isLast: isLast, declared: declared) }
        guard let request, outcomes != nil else { return nil }
        self.init(request: request, rules: rules.compactMap(\.self))
    }

    /// Reports rules that an earlier rule makes unreachable, because it matches everything that they do.
    private static func checkReach(of rules: [Contract.Rule?], _ values: [ConfigurationValue]) {
        for (index, rule) in rules.enumerated() {
            guard let rule else { continue }
            guard let earlier = rules[..<index].firstIndex(where: { $0?.covers(rule) == true }) else {
                checkReach(of: rule, at: index, after: rules[..<index], values)
                continue
            }
            if let status = rule.statuses.first, reportSuccess(with: status, of: rules[...], earlier, index, values) {
                continue
            }
            values[index].report(
                "unreachable-rule", "rule \(earlier + 1) matches every response that this one could match",
                fix: "Move this rule above it, or remove it.")
        }
    }

    /// Reports a status of several that an earlier rule gives another outcome.
    private static func checkReach(
        of rule: Contract.Rule, at index: Int, after earlier: ArraySlice<Contract.Rule?>, _ values: [ConfigurationValue]
    ) {
        for (status, place) in zip(rule.statuses, statuses(of: values[index])) {
            var single = rule
            single.statuses = [status]
            guard let other = earlier.firstIndex(where: { $0?.covers(single) == true }),
                earlier[other]?.outcome != rule.outcome
            else { continue }
            if reportSuccess(with: status, of: earlier + [rule], other, index, values) { return }
            return place.report(
                "unreachable-rule", "rule \(other + 1) matches status \(known: place.node.text ?? "") already",
                fix: "Write another status, remove it here, or move this rule above that one.")
        }
    }

    private static func statuses(of rule: ConfigurationValue) -> [ConfigurationValue] {
        rule.members?.first { $0.name == "status" }?.oneOrMany ?? []
    }

    /// Reports a failure's status among those of a success, which a later rule gives a failure; returns whether it is one.
    private static func reportSuccess(
        with status: Contract.Status, of rules: ArraySlice<Contract.Rule?>, _ earlier: Int, _ later: Int,
        _ values: [ConfigurationValue]
    ) -> Bool {
        let taken = zip(rules[earlier]?.statuses ?? [], statuses(of: values[earlier])).filter { $0.0.covers(status) }
        guard let place = taken.first?.1, rules[earlier]?.statuses.count ?? 0 > 1, rules[earlier]?.outcome == .ok,
            let outcome = rules[later]?.outcome, outcome.meaning != .succeeds,
            [4, 5].contains(where: { Contract.Status.family($0).covers(status) })
        else { return false }
        place.report(
            "unreachable-rule",
            "rule \(earlier + 1) counts status \(known: status.text) as a success, and rule \(later + 1) as '\(known: outcome.rawValue)'",
            fix: "Remove it here, unless the backend answers a success with it.")
        return true
    }

    /// Reports a rule that takes 429 from everything else that it matches: a throttled visitor would read its message.
    private static func checkRateLimit(_ rules: [Contract.Rule?], _ values: [ConfigurationValue]) {
        let first = rules.firstIndex { rule in
            guard let rule, rule.tests.isEmpty, rule.headers.isEmpty else { return false }
            return rule.statuses.isEmpty && rule.outcome.meaning != .succeeds
                || rule.statuses.contains { $0.contains(429) }
        }
        guard let first, let rule = rules[first], !rule.outcome.isTechnical,
            // A test of the header that carries the wait would let responses without it pass on.
            !rules.contains(where: { $0?.statuses.contains(.code(429)) == true && $0?.headers.isEmpty == true })
        else { return }
        values[first].report(
            "swallows-429", "this rule also matches 429, too many requests, as '\(rule.outcome.rawValue)'",
            fix: "Put { status: 429, is: rate-limited } above it.")
    }

    /// Reports a step without a rule for success; a rule with an unreadable outcome counts as one.
    private static func checkEnd(
        of rules: [ConfigurationValue], at list: ConfigurationValue, isLast: Bool, declared: [OutcomeName]
    ) {
        let canSucceed = rules.contains { rule in
            let name = rule.node["is"]?.text
            guard let outcome = (OutcomeName.allCases + declared).first(where: { $0.rawValue == name }) else {
                return true
            }
            return outcome == .ok || (isLast && outcome.meaning == .succeeds)
        }
        guard !canSucceed else { return }
        list.report(
            "never-ok", "no rule has the outcome 'ok'",
            fix: "Add a rule for the response that reports success: { status: 200, is: ok }")
    }
}

extension ConfigurationValue {
    /// Whether this is `{ 200: ok }` or `{ ok: 200 }` in place of a rule.
    fileprivate var isShortenedRule: Bool {
        guard case .mapping(let members) = node.kind, let first = members.first, node["is"] == nil else { return false }
        func isStatus(_ text: String?) -> Bool {
            text?.count == 3 && text?.first.map("12345".contains) == true
                && text?.dropFirst().allSatisfy { "0123456789xX".contains($0) } == true
        }
        return isStatus(first.key.text) || isStatus(first.value.text) && first.key.text != "status"
    }
}
