/// What is wrong with an input, where, and how to fix it.
///
/// Messages are lower case without a full stop, names in single quotes: `unknown key 'titel'`. A fix is a sentence that
/// begins with a verb: `Did you mean 'title'?`, `Add a move to 'sent'.` `Place` is as exact as its reporter can be: an
/// offset in a text, a path in a document, or a line in a file.
public struct Problem<Place: Hashable & Sendable>: Error, Hashable, Sendable {
    /// The severity.
    public typealias Severity = ProblemSeverity

    /// The severity; only an error makes a command fail.
    public var severity: ProblemSeverity
    /// A stable name for scripts, in kebab case: `unknown-key`.
    public var code: String
    /// What is wrong: lower case, no full stop, names in single quotes.
    public var message: String
    /// How to fix it: a sentence that begins with a verb.
    public var fix: String?
    /// Where it is.
    public var place: Place

    /// Creates a problem.
    package init(
        _ severity: ProblemSeverity = .error, code: String, at place: Place, _ message: String, fix: String? = nil
    ) {
        self.severity = severity
        self.code = code
        self.message = message
        self.fix = fix
        self.place = place
    }

    /// The same problem with a place that is more exact or that another reader understands.
    package func at<Other>(_ place: Other) -> Problem<Other> {
        Problem<Other>(severity, code: code, at: place, message, fix: fix)
    }
}

/// The severity of a problem.
public enum ProblemSeverity: String, Hashable, Sendable, CaseIterable {
    /// Makes the command fail.
    case error
    /// Probably a mistake.
    case warning
    /// Information.
    case note
}
