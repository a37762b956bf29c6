extension Contract {
    /// Whether a test of an answer is a pattern with captures or `…`.
    package var usesPatterns: Bool {
        rules.contains { rule in (rule.tests.map(\.test) + rule.headers.map(\.test)).contains(where: \.isPattern) }
    }

    /// Whether a request has a form as its body.
    package var usesForms: Bool {
        requests.contains { request in if case .form = request.body { true } else { false } }
    }

    /// Whether a request has a value in its URL beside the backend's address at its beginning.
    package var usesURLValues: Bool {
        requests.contains { $0.url.needs.map(\.name) != ["base"] || !$0.url.text.hasPrefix("{{base}}") }
    }

    /// Whether a value is taken from a header field or a cookie of an answer.
    package var usesHeadersOrCookies: Bool {
        rules.contains { rule in
            (rule.keep.map(\.source) + [rule.wait].compactMap(\.self)).contains { source in
                if case .body = source { false } else { true }
            }
        }
    }

    /// Whether an operation makes more than one request.
    package var usesSteps: Bool { operations.contains { $0.steps.count > 1 } }

    /// Whether an operation has the backend send an email.
    package var sendsEmail: Bool { operations.contains { $0.sends == .email } }

    private var requests: [Request] { operations.flatMap(\.steps).map(\.request) }
    private var rules: [Rule] { operations.flatMap(\.steps).flatMap(\.rules) }
}

extension ValueTest {
    /// Whether it is a pattern, or one of several tests of which one is.
    var isPattern: Bool {
        switch self {
        case .literal: false
        case .text(let test): if case .sentence = test.form { true } else { false }
        case .any(let tests): tests.contains(where: \.isPattern)
        }
    }
}

extension ValueTest {
    private var alternatives: [ValueTest] {
        if case .any(let tests) = self { tests.flatMap(\.alternatives) } else { [self] }
    }

    /// Whether every value that passes this test passes another; false where that is not plain to see.
    package func implies(_ other: ValueTest) -> Bool {
        alternatives.allSatisfy { one in
            other.alternatives.contains { another in
                if one == another { return true }
                guard case .text(let text) = one, case .text(let wanted) = another else { return false }
                return text.implies(wanted)
            }
        }
    }
}

extension TextTest {
    /// Whether a literal part of this test contains the text that another one looks for.
    fileprivate func implies(_ other: TextTest) -> Bool {
        guard case .contains(let wanted) = other.form, !wanted.isEmpty else { return false }
        let folded = FoldedText(wanted).folded
        return literals.contains { FoldedText($0).place(of: folded, from: 0) != nil }
    }

    /// The texts that stand in every text that passes; none where captures would be lost with the test.
    private var literals: [String] {
        switch form {
        case .exact(let text), .contains(let text): return [text]
        case .sentence(let pieces):
            if holes.contains(where: { $0.kind != .list }) { return [] }
            return pieces.compactMap { piece in if case .literal(let text) = piece { text } else { nil } }
        }
    }
}
