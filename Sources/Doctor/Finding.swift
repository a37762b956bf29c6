public import JSON

/// One thing that an examination has to say of a host.
public struct Finding: Hashable, Sendable {
    /// How bad it is.
    public enum Severity: String, Hashable, Sendable {
        /// As it should be.
        case ok
        /// Not checked, with the reason; neither good nor bad.
        case note
        /// It works, but not for everyone or not for long.
        case warning
        /// Somebody's link does not open, or a token is in danger.
        case error
    }

    /// How bad it is.
    public var severity: Severity
    /// A stable name for scripts, in kebab case.
    public var code: String
    /// What was asked: `/.well-known/assetlinks.json`.
    public var subject: String
    /// In lower case without a full stop.
    public var message: String
    /// What to do, as a sentence, for this host where it was recognised.
    public var fix: String?

    /// A finding of its parts.
    public init(_ severity: Severity, _ code: String, _ subject: String, _ message: String, fix: String? = nil) {
        self.severity = severity
        self.code = code
        self.subject = subject
        self.message = message
        self.fix = fix
    }

    /// `✗ /.well-known/assetlinks.json: …`, with the fix on a line of its own; it ends in LF.
    public var text: String {
        let mark =
            switch severity {
            case .ok: "✓"
            case .note: "–"
            case .warning: "⚠"
            case .error: "✗"
            }
        return "\(mark) \(subject): \(message)\n" + (fix.map { "  fix: \($0)\n" } ?? "")
    }

    /// For scripts.
    public var json: JSONValue {
        var members: JSONObject = [
            "severity": .string(severity.rawValue), "code": .string(code), "subject": .string(subject),
            "message": .string(message),
        ]
        if let fix { members["fix"] = .string(fix) }
        return .object(members)
    }
}
