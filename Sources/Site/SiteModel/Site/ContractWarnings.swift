import AuthContracts
import Configuration
import Diagnostics
import TextEncoding
import YAML

/// Warnings of a team's own contract: what is valid, and hardly anybody means.
struct ContractWarnings {
    let document: YAMLDocument
    private let contract: Contract
    /// The last segment of the backend's base URL, if it is one that all requests begin with, and some of them twice.
    private let repeated: Substring?
    private(set) var diagnostics: [Diagnostic] = []

    /// The warnings of a contract read from a file, for a backend at a base URL; none of a built-in contract, which its
    /// documentation or a test proves.
    static func diagnostics(of contract: Contract, in source: SourceText, base: String) -> [Diagnostic] {
        guard contract.standing == nil, let document = try? YAMLDocument(parsing: source) else { return [] }
        var warnings = ContractWarnings(document: document, contract: contract, base: base)
        warnings.warnOfDeficiencies()
        for operation in contract.operations { warnings.find(in: operation) }
        return warnings.diagnostics
    }

    /// Warns of values that rules keep and that nothing uses, if another rule keeps the same under a name that is used, or if
    /// the name of one is near. `shown` is what the pages use.
    static func unusedValues(of contract: Contract, in source: SourceText, besides shown: Set<String>) -> [Diagnostic] {
        guard contract.standing == nil, let document = try? YAMLDocument(parsing: source) else { return [] }
        var warnings = ContractWarnings(document: document, contract: contract, base: "")
        let used = contract.operations.reduce(into: shown) { used, operation in
            used.formUnion(operation.forgets + operation.steps.flatMap(\.request.needs).map(\.name))
        }
        let kept = contract.operations.flatMap(\.steps).flatMap(\.rules).flatMap(\.keep)
        let withoutLinks = contract.operations.filter { $0.consumes != .link }
        let ofLinks = Set(contract.operations.filter { $0.consumes == .link }.flatMap(\.needs).map(\.name))
            .subtracting(withoutLinks.flatMap(\.needs).map(\.name))
        for operation in contract.operations {
            let place = "operations.\(operation.name)"
            let hasSteps = document.root?.node(at: "\(place).steps") != nil
            for (step, rules) in operation.steps.map(\.rules).enumerated() {
                for (index, rule) in rules.enumerated() {
                    let others = Set(kept.map(\.name) + ["email"]).intersection(used).subtracting(rule.keep.map(\.name))
                    for keep in rule.keep where !used.contains(keep.name) || ofLinks.contains(keep.name) {
                        let same = kept.first { $0.source == keep.source && others.contains($0.name) }?.name
                        if used.contains(keep.name), same == nil || rule.keep.contains(where: { $0.name == same }) {
                            continue
                        }
                        guard let meant = same ?? Suggestion.nearest(to: keep.name, in: others.sorted()) else {
                            continue
                        }
                        warnings.warn(
                            "unused-value",
                            at: "\(place)\(hasSteps ? ".steps[\(step)]" : "").outcomes[\(index)].keep.\(keep.name)",
                            used.contains(keep.name)
                                ? "'{{\(keep.name)}}' is used with links only, and what is at the same place is kept as '\(meant)' elsewhere"
                                : "nothing uses '{{\(keep.name)}}'",
                            fix: "Did you mean '\(meant)'?", isAboutKey: true)
                    }
                }
            }
        }
        // Rules that share an anchor have one place.
        return DiagnosticReport(warnings.diagnostics).sorted
    }

    private init(document: YAMLDocument, contract: Contract, base: String) {
        let last = URLParts(base)?.path.split(separator: "/").last
        let first = contract.operations.flatMap(\.steps).map(\.request.firstSegment)
        repeated = last.map(Self.isVersion) != true || first.allSatisfy { $0 == last } ? nil : last
        self.document = document
        self.contract = contract
    }

    /// Whether a segment of a path is one with which all requests of a backend begin: `v2` or `api`.
    static func isVersion(_ segment: Substring) -> Bool {
        segment == "api"
            || segment.first == "v" && !segment.dropFirst().isEmpty && segment.dropFirst().allSatisfy(\.isNumber)
    }

    private mutating func find(in operation: Contract.Operation) {
        let place = "operations.\(operation.name)"
        warnOfUnnamedEmail(operation, at: place)
        let hasSteps = document.root?.node(at: "\(place).steps") != nil
        for (index, step) in operation.steps.enumerated() {
            let path = hasSteps ? "\(place).steps[\(index)]" : place
            warnOfAddress(in: step.request, at: "\(path).request")
            warnOfUnkeptCookie(at: index, of: operation, "\(path).request")
            if let repeated, step.request.firstSegment == repeated {
                warn(
                    "unlikely-base", at: "\(path).request.url", "'base' ends in '/\(repeated)' too",
                    fix:
                        "End 'base' before '/\(repeated)', since other requests are beside it; or write here \"\(step.request.url.text.replacing("{{base}}/\(repeated)", with: "{{base}}"))\"."
                )
            }
            for (index, rule) in step.rules.enumerated() {
                let path = "\(path).outcomes[\(index)]"
                warnOfUnlikelyTests(of: rule, at: path)
                for case (let name, .cookie) in rule.keep.map({ ($0.name, $0.source) }) where !step.request.sendsCookies
                {
                    // Of a request without credentials (https://fetch.spec.whatwg.org/#concept-request-credentials-mode).
                    warn(
                        "unstored-cookie", at: "\(path).keep.\(name)",
                        "a browser stores no cookie of this response, so '\(name)' has no value",
                        fix: "Write 'credentials: include' in the request.")
                }
                warnOfFailure(in: rule, of: operation, at: path)
                if let blaming = rule.blamingStatuses, rule.outcome != .ok {
                    let isWhole = blaming.count == rule.statuses.count
                    warn(
                        "failure-as-mistake", at: isWhole ? "\(path).is" : "\(path).status",
                        "\(isWhole ? "this status" : "status \(blaming[0].text)") says nothing of the visitor or the link, who are told '\(rule.outcome.rawValue)'",
                        fix: rule.statuses == [.code(429)]
                            ? "Write 'is: rate-limited'."
                            : "Remove \(isWhole ? "the rule" : "it here"): without one, visitors are told to try again later."
                    )
                }
                if operation.asksForUnknownAddress, rule.tellsOfAccount {
                    warn(
                        "reveals-accounts", at: "\(path).is",
                        "this tells visitors that an address has no account, and so who has one",
                        fix: "Write 'is: ok': the page then says the same of every address.")
                }
            }
        }
    }

    mutating func warn(
        _ code: String, at path: String, _ message: String, fix: String, isAboutKey: Bool = false
    ) {
        guard let location = isAboutKey ? document.keyLocation(of: path) : document.location(of: path) else { return }
        warn(code, at: location, message, fix: fix)
    }

    mutating func warn(_ code: String, at location: SourceLocation, _ message: String, fix: String) {
        diagnostics.append(document.source.diagnostic(.warning, code: code, at: location, message, fix: fix))
    }

    /// Warns of an operation that says by its name or its URL that it sends an email, and not by `sends`.
    private mutating func warnOfUnnamedEmail(_ operation: Contract.Operation, at place: String) {
        let names = operation.needs.map(\.name)
        let texts = [operation.name] + operation.steps.map { $0.request.url.text.lowercased() }
        let says = ["send", "forgot", "magic-link", "request-reset"]
        guard operation.sends == nil, operation.consumes == nil, names.contains("email"),
            !operation.needs.contains(where: \.isPassword),
            texts.contains(where: { text in says.contains { Substring(text).firstRange(of: $0) != nil } })
        else { return }
        let purpose = EmailPurpose(namedIn: texts)
        warn(
            "unnamed-email", at: place,
            "'\(operation.name)' probably sends an email, and the contract does not say which",
            fix:
                "Write 'sends: \((purpose ?? .resetPassword).rawValue)': the preview then has it in its inbox, and the button waits before it sends another.",
            isAboutKey: true)
    }

    /// Warns of a value that a response has with a cookie, such as the token of a form, if either the request for it or the one
    /// that sends it is without cookies.
    private mutating func warnOfUnkeptCookie(at index: Int, of operation: Contract.Operation, _ path: String) {
        let step = operation.steps[index]
        guard step.request.method == .get else { return }
        for (index, later) in operation.steps.enumerated().dropFirst(index + 1) {
            guard later.request.sendsCookies != step.request.sendsCookies,
                let name = later.request.needs.map(\.name).first(where: step.keeps.contains)
            else { continue }
            if later.request.sendsCookies {
                return warn(
                    "unstored-cookie", at: path,
                    "a later request sends '{{\(name)}}' with cookies, and a browser stores none of this response",
                    fix: "Write 'credentials: include' here too.", isAboutKey: true)
            }
            let names = [name] + later.request.headers.map(\.name)
            guard names.contains(where: { Substring($0.lowercased()).firstRange(of: "srf") != nil }) else {
                continue
            }
            warn(
                "unsent-cookie", at: "operations.\(operation.name).steps[\(index)].request",
                "this sends '{{\(name)}}' without the cookies that came with it",
                fix: "Write 'credentials: include' here too.", isAboutKey: true)
        }
    }

    /// Warns of a visitor's address in a URL, which servers and proxies write to their logs.
    private mutating func warnOfAddress(in request: Contract.Request, at path: String) {
        var texts = [("\(path).url", request.url)]
        texts += request.query.map { ("\(path).query.\($0.name)", $0.text) }
        for (path, text) in texts {
            guard let need = text.needs.first(where: { ["email", "new-email", "phone"].contains($0.name) }) else {
                continue
            }
            warn(
                "address-in-url", at: path,
                "servers and proxies write URLs to their logs, and '{{\(need.name)}}' is the visitor's",
                fix: "\(Contract.Method.bodyAdvice(for: request.method)), if the backend reads it there.")
        }
    }
}

extension Contract.Request {
    /// The first segment of the path that follows the base URL.
    fileprivate var firstSegment: Substring? {
        url.text.split(separator: "/").first == "{{base}}" ? url.text.split(separator: "/").dropFirst().first : nil
    }
}

extension Contract.Operation {
    /// Whether anybody may run it with any address, to get an email.
    var asksForUnknownAddress: Bool {
        guard let sends, [.resetPassword, .signIn, .verifyEmail].contains(sends) else { return false }
        return needs.contains { $0.name == "email" } && !needs.contains(where: \.isPassword)
    }
}
