/// A problem with a value of a document, located by the value's path.
///
/// Rooms that know nothing of files report problems so; whoever read the document turns the path into a line and a column.
public struct PathProblem: Error, Hashable, Sendable {
    /// Whether a problem fails a build.
    public enum Severity: String, Hashable, Sendable {
        case error, warning
    }

    /// An error fails a build, a warning does not.
    public let severity: Severity
    /// Keys and list positions from the document's root: `operations.check-link.outcomes[1]`.
    public let path: String
    /// Whether the problem is with the key at the path instead of its value.
    public let isAboutKey: Bool
    /// The position in the value's text that the problem begins at, in UTF-8 bytes; nil for the whole value.
    public let offset: Int?
    /// A stable name for scripts, in kebab case.
    public let code: String
    /// What is wrong: lower case, no full stop, names in single quotes.
    public let message: String
    /// How to fix it: a sentence that begins with a verb.
    public let fix: String?
    /// The unknown word, if that is the problem.
    public let word: String?
    /// The words that are known there. The nearest to `word`, if one is near, makes a better fix than `fix`.
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
