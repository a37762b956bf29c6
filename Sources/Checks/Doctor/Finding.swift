internal import HostExport
package import JSON
package import Problems
internal import TextEncoding

/// What a check found.
package enum Finding: Hashable, Sendable {
    /// Nothing is wrong, with what was seen.
    case passed(code: String, subject: String, message: String)
    /// A note says what was not checked; a warning is a problem for some clients or in the future; an error keeps a link
    /// from opening, or puts a token at risk. The place is the subject: a path, an address or a file.
    case problem(Problem<String>)

    /// The problem, unless it is a note.
    package var fault: Problem<String>? {
        if case .problem(let problem) = self, problem.severity != .note { problem } else { nil }
    }

    package var isError: Bool { fault?.severity == .error }

    /// Returns a finding by its name in `Templates/hosts/findings.yml`, with values for its texts; a recognised host may
    /// have a fix of its own.
    static func of(
        _ name: String, _ subject: String, on host: Host? = nil, _ values: [String: String] = [:]
    ) -> Finding {
        guard let text = FindingText.all[name] else { preconditionFailure("no text of a finding '\(name)'") }
        let code = text.code ?? name
        guard let severity = ProblemSeverity(rawValue: text.severity) else {
            return .passed(code: code, subject: subject, message: text.message.filled(values))
        }
        return .problem(
            Problem(
                severity, code: code, at: subject, text.message.filled(values),
                fix: text.fix(values, HostFixes(host: host, path: subject))))
    }

    /// The finding as text for a terminal: `✗ /.well-known/assetlinks.json: …`, with the fix on a separate line; ends in
    /// LF. The host has sent parts of it, so it contains no control characters and is not longer than a few lines.
    package var text: String {
        switch self {
        case .passed(_, let subject, let message): return "✓ \(Self.shown(subject)): \(Self.shown(message))\n"
        case .problem(let problem):
            let mark =
                switch problem.severity {
                case .note: "–"
                case .warning: "⚠"
                case .error: "✗"
                }
            return "\(mark) \(Self.shown(problem.place)): \(Self.shown(problem.message))\n"
                + (problem.fix.map { "  fix: \(Self.shown($0))\n" } ?? "")
        }
    }

    private static func shown(_ text: String) -> String {
        let scalars = text.unicodeScalars
        return String(scalars.prefix(longest)).printable + (scalars.count > longest ? "…" : "")
    }

    /// The length of a longer text than any of ours, in characters.
    private static let longest = 1_000

    package var json: JSONValue {
        switch self {
        case .passed(let code, let subject, let message):
            return [
                "severity": "ok", "code": .string(code), "subject": .string(subject), "message": .string(message),
            ]
        case .problem(let problem):
            var members: JSONObject = [
                "severity": .string(problem.severity.rawValue), "code": .string(problem.code),
                "subject": .string(problem.place), "message": .string(problem.message),
            ]
            if let fix = problem.fix { members["fix"] = .string(fix) }
            return .object(members)
        }
    }
}
