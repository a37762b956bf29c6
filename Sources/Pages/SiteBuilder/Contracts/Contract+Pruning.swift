package import AuthContracts

extension Contract {
    /// The contract as a page ships it: the operations that the page runs, without parts that no page uses; outcomes,
    /// waits and kept values are the same.
    ///
    /// Pages say that a password is too weak and list the requirements. Which of them one password misses is for apps
    /// only, so `deficiencies` and `missing` are removed. A rule is removed if the next one gives the same outcome for
    /// the same responses, and a query item if it is left out without a setting that the app does not have; nil stands
    /// for any settings.
    package func pruned(to names: Set<String>, with settings: Set<String>? = nil) -> Contract {
        let absent = settings.map { Set(self.settings.map(\.name)).subtracting($0) } ?? []
        var pruned = self
        pruned.deficiencies = []
        pruned.operations = operations.filter { names.contains($0.name) }.map { operation in
            var operation = operation
            operation.steps = operation.steps.map { $0.pruned(without: absent) }
            return operation
        }
        return pruned
    }
}

extension Contract.Step {
    fileprivate func pruned(without absent: Set<String>) -> Contract.Step {
        var request = request
        request.query.removeAll { $0.text.needs.contains { $0.isOptional && absent.contains($0.name) } }
        var rules = rules
        for index in rules.indices { rules[index].missing = nil }
        rules = rules.enumerated().filter { index, rule in
            index + 1 == rules.count || !rule.isCovered(by: rules[index + 1])
        }.map(\.element)
        return Contract.Step(request: request, rules: rules)
    }
}

extension Contract.Rule {
    /// Whether another rule gives the same outcome, and keeps the same values, for every response that this one
    /// matches.
    fileprivate func isCovered(by other: Contract.Rule) -> Bool {
        guard outcome == other.outcome, keep.isEmpty, other.keep.isEmpty, wait == nil, other.wait == nil,
            other.headers.isEmpty, !headers.contains(where: { $0.test.capturesForPages })
        else { return false }
        return other.coversStatuses(of: self)
            // A capture that only this rule has would be lost.
            && tests.allSatisfy { !$0.test.capturesForPages || other.tests.contains($0) }
            && other.tests.allSatisfy { wanted in
                tests.contains { $0.pointer == wanted.pointer && $0.test.implies(wanted.test) }
            }
    }
}

extension ValueTest {
    private var alternatives: [ValueTest] {
        if case .any(let tests) = self { tests.flatMap(\.alternatives) } else { [self] }
    }

    /// Whether it captures something that a page uses, a wait or a text. A list of deficiencies is for apps.
    fileprivate var capturesForPages: Bool {
        switch self {
        case .literal: false
        case .text(let test): test.captures.contains { $0.kind != .list }
        case .any(let tests): tests.contains(where: \.capturesForPages)
        }
    }

    /// Whether every value that passes this test passes another with the same captures; false if that is not certain.
    fileprivate func implies(_ other: ValueTest) -> Bool {
        if self == other { return true }
        guard !capturesForPages, !other.capturesForPages else { return false }
        return alternatives.allSatisfy { one in
            other.alternatives.contains { another in
                if one == another { return true }
                guard case .text(let test) = one, case .text(let wanted) = another else { return false }
                return test.implies(wanted)
            }
        }
    }
}

extension TextTest {
    /// Whether every text that passes this test passes another.
    fileprivate func implies(_ other: TextTest) -> Bool {
        if case .exact(let text) = form { return other.match(text) != nil }
        guard case .contains(let needle) = other.form else { return false }
        let literals: [String] =
            switch form {
            case .exact: []
            case .contains(let text): [text]
            case .pattern(let pieces):
                pieces.compactMap { if case .literal(let text) = $0 { text } else { nil } }
            }
        let wanted = FoldedText(needle).folded
        return literals.contains { FoldedText($0).place(of: wanted, from: 0) != nil }
    }
}
