/// One diagnostic: what is wrong, where, and what to do about it.
///
/// Messages are lower case without a full stop, names in single quotes: `unknown key 'titel'`. A fix is a sentence that
/// begins with a verb: `Did you mean 'title'?`, `Add a move to 'sent'.`
public struct Diagnostic: Error, Hashable, Sendable {
    /// The severity of a diagnostic. Only an error makes the command fail.
    public enum Severity: String, Hashable, Sendable, CaseIterable {
        case error, warning, note
    }

    /// The severity.
    public var severity: Severity
    /// A stable name for scripts, in kebab case: `unknown-key`.
    public var code: String
    /// The file's path as it is displayed; nil if the diagnostic is not about a file.
    public var file: String?
    /// The line, from 1; nil if the diagnostic is about the whole file.
    public var line: Int?
    /// The column in UTF-8 bytes, from 1.
    public var column: Int?
    /// What is wrong: lower case, no full stop, names in single quotes.
    public var message: String
    /// The text of the line, without its line ending; the part around the column if the line is very long.
    public var excerpt: String?
    /// The number of bytes of the line before the excerpt.
    var excerptOffset = 0
    /// How to fix it: a sentence that begins with a verb.
    public var fix: String?

    /// Creates a diagnostic.
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
