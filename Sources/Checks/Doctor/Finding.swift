package import JSON

/// A finding of an examination.
package struct Finding: Hashable, Sendable {
    /// The severity of a finding.
    package enum Severity: String, Hashable, Sendable {
        /// No problem.
        case ok
        /// Not checked, with the reason.
        case note
        /// A problem for some clients or in the future.
        case warning
        /// A link does not open, or a token is at risk.
        case error
    }

    /// The severity.
    package var severity: Severity
    /// A stable name for scripts, in kebab case.
    package var code: String
    /// The subject, usually a path: `/.well-known/assetlinks.json`.
    package var subject: String
    /// The message, in lower case without a full stop.
    package var message: String
    /// The fix, as a sentence, specific to the host if it was recognised.
    package var fix: String?

    /// Creates a finding from its parts.
    package init(_ severity: Severity, _ code: String, _ subject: String, _ message: String, fix: String? = nil) {
        self.severity = severity
        self.code = code
        self.subject = subject
        self.message = message
        self.fix = fix
    }

    /// The finding as text: `✗ /.well-known/assetlinks.json: …`, with the fix on a separate line; ends in LF.
    package var text: String {
        let mark =
            switch severity {
            case .ok: "✓"
            case .note: "–"
            case .warning: "⚠"
            case .error: "✗"
            }
        return "\(mark) \(subject): \(message)\n" + (fix.map { "  fix: \($0)\n" } ?? "")
    }

    /// The finding as JSON.
    package var json: JSONValue {
        var members: JSONObject = [
            "severity": .string(severity.rawValue), "code": .string(code), "subject": .string(subject),
            "message": .string(message),
        ]
        if let fix { members["fix"] = .string(fix) }
        return .object(members)
    }
}

extension [Finding] {
    /// Creates a list of one finding.
    static func finding(
        _ severity: Finding.Severity, _ code: String, _ subject: String, _ message: String, fix: String? = nil
    ) -> [Finding] {
        [Finding(severity, code, subject, message, fix: fix)]
    }

    /// Adds a finding.
    mutating func add(
        _ severity: Finding.Severity, _ code: String, _ subject: String, _ message: String, fix: String? = nil
    ) {
        append(Finding(severity, code, subject, message, fix: fix))
    }
}
