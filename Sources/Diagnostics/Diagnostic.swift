/// One diagnostic: what is wrong, where, and what to do about it.
///
/// Messages are lower case without a full stop, names in single quotes: `unknown key 'titel'`. A fix is a sentence that
/// begins with a verb: `Did you mean 'title'?`, `Add a move to 'sent'.`
public struct Diagnostic: Error, Hashable, Sendable {
    /// How bad it is: an error fails the command, a warning and a note do not.
    public enum Severity: String, Hashable, Sendable, CaseIterable {
        case error, warning, note
    }

    public var severity: Severity
    /// A stable name for scripts, in kebab case: `unknown-key`.
    public var code: String
    /// The file as it is shown to people; nil where the diagnostic is about no file.
    public var file: String?
    /// Counts from 1; nil where the diagnostic is about the whole file.
    public var line: Int?
    /// Counts UTF-8 bytes from 1.
    public var column: Int?
    public var message: String
    /// The line of the file that is meant, without its line ending.
    public var excerpt: String?
    /// What to do.
    public var fix: String?

    public init(
        _ severity: Severity = .error, code: String, file: String? = nil, line: Int? = nil, column: Int? = nil,
        message: String, excerpt: String? = nil, fix: String? = nil
    ) {
        self.severity = severity
        self.code = code
        self.file = file
        self.line = line
        self.column = column
        self.message = message
        self.excerpt = excerpt
        self.fix = fix
    }
}
