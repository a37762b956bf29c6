package import AuthContracts

extension Contract {
    /// Whether any test of a response is a pattern with captures or `…`.
    package var usesPatterns: Bool {
        rules.contains { rule in (rule.tests.map(\.test) + rule.headers.map(\.test)).contains(where: \.isPattern) }
    }

    package var usesForms: Bool {
        requests.contains { request in if case .form = request.body { true } else { false } }
    }

    /// Whether any request has a placeholder in its URL other than the backend's base URL at the beginning.
    package var usesURLValues: Bool {
        requests.contains { request in
            guard case .value(let first)? = request.url.parts.first, first.name == "base" else { return true }
            return request.url.needs.count > 1
        }
    }

    package var usesRequestOptions: Bool { requests.contains { $0.sendsCookies || $0.referrer != .none } }

    /// Whether any value is taken from a header or a cookie of a response.
    package var usesHeadersOrCookies: Bool {
        sources.contains { source in if case .body = source { false } else { true } }
    }

    /// Whether a pointer selects an element by the text of a member, or has characters that are escaped.
    package var usesSelectors: Bool {
        let kept = sources.compactMap { source in if case .body(let pointer) = source { pointer } else { nil } }
        return (kept + rules.flatMap(\.tests).map(\.pointer)).flatMap(\.steps).contains { step in
            switch step {
            case .having: true
            case .member(let name): name.contains { $0 == "~" || $0 == "/" }
            case .any: false
            }
        }
    }

    package var usesSteps: Bool { operations.contains { $0.steps.count > 1 } }

    package var sendsRequestedEmail: Bool { operations.contains(where: \.sendsRequestedEmail) }

    private var requests: [Request] { operations.flatMap(\.steps).map(\.request) }
    private var rules: [Rule] { operations.flatMap(\.steps).flatMap(\.rules) }
    private var sources: [Source] { rules.flatMap { $0.keep.map(\.source) + [$0.wait].compactMap(\.self) } }
}

extension ValueTest {
    /// Whether it is a pattern, or has a pattern among its alternatives.
    var isPattern: Bool {
        switch self {
        case .literal: false
        case .text(let test): if case .pattern = test.form { true } else { false }
        case .any(let tests): tests.contains(where: \.isPattern)
        }
    }
}
