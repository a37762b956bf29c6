import AuthContracts
import Configuration
import Diagnostics
import TextEncoding
import YAML

// Warnings of the rules by which a contract tells what a response means.
extension ContractWarnings {
    /// Warns of a rule for success that takes a failure for one: by its status, without any, or by the captcha that it names.
    mutating func warnOfFailure(in rule: Contract.Rule, of operation: Contract.Operation, at path: String) {
        guard rule.outcome == .ok, rule.headers.isEmpty else { return }
        if rule.tests.isEmpty, rule.statuses.isEmpty {
            warn(
                "failure-as-ok", at: "\(path).is",
                "every response counts as success, one of a backend that failed too",
                fix: "Name the status of a success: { status: 200, is: ok }")
        } else if rule.tests.isEmpty, let status = operation.failure(in: rule.statuses)?.text {
            warn(
                "failure-as-ok", at: "\(path).status",
                "with status \(status) the backend says that it failed, and visitors are told that it worked",
                fix: rule.statuses.count == 1
                    ? "Write in place of 'ok' what it means, such as 'is: link-invalid'."
                    : "Remove it here, and give it a rule of its own: { status: \(status), is: … }")
        } else if operation.isGuarded, !operation.outcomes.contains(.captchaFailed), !rule.statuses.isEmpty,
            rule.statuses.allSatisfy({ Contract.Status.family(4).covers($0) }),
            rule.tests.flatMap({ $0.test.writtenTexts + [$0.pointer.text] }).contains(where: {
                Substring($0.lowercased()).firstRange(of: "captcha") != nil
            })
        {
            warn(
                "failure-as-ok", at: "\(path).is",
                "the backend refuses the captcha's answer, and visitors are told that it worked",
                fix: "Write 'is: captcha-failed'.")
        }
    }

    /// Warns of tests that probably match nothing. The rule's recorded response would prove them.
    mutating func warnOfUnlikelyTests(of rule: Contract.Rule, at path: String) {
        guard rule.example?.body == nil else { return }
        for member in document.root?.node(at: "\(path).where")?.members ?? [] {
            let alternatives = member.value.items.isEmpty ? [member.value] : member.value.items
            let hasLiteral = alternatives.contains { $0.isPlain && ["true", "false"].contains($0.text) }
            for node in hasLiteral ? [] : alternatives { warnOfTruth(node) }
            guard let key = member.key.text, let location = member.key.location else { continue }
            for node in alternatives { warnOfPart(node, isMessage: Self.messages.contains(where: key.hasSuffix)) }
            let names = key.dropFirst().prefix { $0 != "/" }.split(separator: ".", omittingEmptySubsequences: false)
            guard names.count > 1, names.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isLetter) }) else { continue }
            warn(
                "dotted-pointer", at: location, "'\(key)' names a member with a '.' in its name",
                fix: "Write /\(names.joined(separator: "/")), if '\(names[0])' is an object.")
        }
    }

    /// The members of a response that have a whole sentence.
    private static let messages = ["/message", "/error", "/detail", "/error_description", "/msg"]

    /// Warns of a text that is compared as a whole, and begins as no sentence does: without a subject in a message, or where
    /// the contract has parts of other texts.
    private mutating func warnOfPart(_ node: ConfigurationNode, isMessage: Bool) {
        guard let text = node.text, let location = node.location else { return }
        let words = text.split(separator: " ")
        guard words.count > 1, text.allSatisfy({ $0.isLowercase || $0 == " " }),
            !["found", "allowed", "authorized", "authenticated"].contains(words[1])
        else { return }
        let isPart =
            isMessage
            && (["has", "have", "is", "was", "were", "been"].contains(words[0]) || text.hasPrefix("already been "))
        let mayBePart = ["already", "not", "too"].contains(words[0])
        guard
            isPart
                || mayBePart
                    && document.root?["operations"]?.texts.contains(where: { $0.hasPrefix("~") && $0.contains(" ") })
                        == true
        else { return }
        warn(
            "part-of-text", at: location,
            "'\(text)' has to be the whole text, and looks like a part of a sentence",
            fix: "Write \"~\(text)\" if more stands around it; or record the response: example: { json: … }")
    }

    /// Warns of a pattern's neighbour that is compared as a whole and is a part of a sentence, such as 'a digit'.
    mutating func warnOfDeficiencies() {
        let members = document.root?["deficiencies"]?.members ?? []
        guard members.contains(where: { $0.key.text?.contains("…") == true }) else { return }
        for key in members.map(\.key) {
            guard let text = key.text, let location = key.location, text.contains(" "),
                text.allSatisfy({ $0.isLowercase || $0 == " " })
            else { continue }
            warn(
                "part-of-text", at: location,
                "'\(text)' has to be the whole text, and looks like a part of a sentence",
                fix: "Write \"…\(text)…\" if more stands around it.")
        }
    }

    /// Warns of a text that stands for a truth value in YAML 1.1 or in another format.
    private mutating func warnOfTruth(_ node: ConfigurationNode) {
        guard let text = node.text, let location = node.location else { return }
        let words = ["yes": "true", "on": "true", "no": "false", "off": "false"]
        if node.isPlain, let value = words[text.lowercased()] {
            warn(
                "text-for-truth", at: location,
                "'\(text)' is compared as a text, and JSON's truth values are true and false",
                fix: "Write \(value); or \"\(text)\" in quotes, if the backend sends this text.")
        } else if !node.isPlain, ["true", "false", "null"].contains(text.lowercased()) {
            warn(
                "text-for-truth", at: location,
                "'\(text)' in quotes is compared as a text, and JSON's \(text.lowercased()) is none",
                fix: "Write it without quotes; or record the response that has the text: example: { json: … }")
        }
    }
}

extension ConfigurationNode {
    fileprivate var isPlain: Bool { if case .scalar(_, isPlain: true) = kind { true } else { false } }
}

extension Contract.Operation {
    /// The first status that reports a failure, of a rule for success. A request for an email may hide one of 4xx, so that
    /// nobody learns who has an account.
    fileprivate func failure(in statuses: [Contract.Status]) -> Contract.Status? {
        statuses.first { status in
            Contract.Status.family(5).covers(status) || Contract.Status.family(4).covers(status) && consumes != nil
        }
    }
}

extension Contract.Rule {
    /// The statuses that are failures of the server, or ask for patience, and that it takes for something else; nil if there
    /// is none.
    var blamingStatuses: [Contract.Status]? {
        guard tests.isEmpty, headers.isEmpty, [.succeeds, .stays, .linkDead].contains(outcome.meaning) else {
            return nil
        }
        let technical = statuses.filter { Contract.Status.family(5).covers($0) || $0 == .code(429) }
        return technical.isEmpty ? nil : technical
    }

    /// Whether it has an outcome of its own for an address without an account, by its status or the backend's words.
    var tellsOfAccount: Bool {
        guard outcome.meaning == .stays || outcome.meaning == .linkDead else { return false }
        if outcome == .captchaFailed || outcome == .alreadyVerified { return false }
        let words = [
            "not found", "notfound", "no user", "no account", "no such", "not exist", "not registered", "unknown user",
            "unknown account", "unknown email",
        ]
        let texts = tests.flatMap { $0.test.writtenTexts }.map { text in
            text.lowercased().replacing("-", with: " ").replacing("_", with: " ")
        }
        return statuses.contains(.code(404)) && (tests.isEmpty || outcome != .invalidEmail)
            || texts.contains { text in words.contains { Substring(text).firstRange(of: $0) != nil } }
    }
}

extension ValueTest {
    fileprivate var writtenTexts: [String] {
        switch self {
        case .literal: []
        case .text(let test): [test.text]
        case .any(let tests): tests.flatMap(\.writtenTexts)
        }
    }
}
