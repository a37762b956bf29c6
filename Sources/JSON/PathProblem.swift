/// A problem with a value of a document, located by the value's path.
///
/// Modules without access to files report problems by path; the reader of the document maps the path to a line and a
/// column.
public struct PathProblem: Error, Hashable, Sendable {
    /// Whether a problem fails a build.
    public enum Severity: String, Hashable, Sendable {
        case error, warning
    }

    /// The severity; only an error fails a build.
    public let severity: Severity
    /// Keys and list indices from the document's root: `operations.check-link.outcomes[1]`.
    public let path: String
    /// Whether the problem is with the key at the path instead of its value.
    public let isAboutKey: Bool
    /// The offset in the value's text, in UTF-8 bytes, at which the problem begins; nil for the whole value.
    public let offset: Int?
    /// A stable name for scripts, in kebab case.
    public let code: String
    /// What is wrong: lower case, no full stop, names in single quotes.
    public let message: String
    /// How to fix it: a sentence that begins with a verb.
    public let fix: String?
    /// The unknown word, if the problem is one.
    public let word: String?
    /// The valid words. If one is near to `word`, the suggestion replaces `fix`.
    public let choices: [String]

    /// Creates a problem.
    public init(
        _ severity: Severity = .error, path: String, isAboutKey: Bool = false, offset: Int? = nil, code: String,
        message: String, fix: String? = nil, word: String? = nil, choices: [String] = []
    ) {
        self.severity = severity
        self.path = path
        self.isAboutKey = isAboutKey
        self.offset = offset
        self.code = code
        self.message = message
        self.fix = fix
        self.word = word
        self.choices = choices
    }
}
