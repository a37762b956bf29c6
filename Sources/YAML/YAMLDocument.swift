public import Configuration
public import Diagnostics
public import JSON

/// A YAML file, or the front matter of a Markdown file, read into values that know where they stand.
///
/// The values are those of YAML 1.2's core schema: `yes`, `no`, `on` and `off` are texts, `0o17` is octal. What is legal
/// YAML but never meant is refused: duplicate keys, keys that are not texts, a second document, tags beyond the core's,
/// aliases that expand beyond a small budget, values nested more than 64 deep, and an unquoted `{{…}}` or `#…`, which YAML
/// reads as a mapping and as a comment.
public struct YAMLDocument: Sendable {
    /// The whole file, also where the document is only a part of it.
    public let source: SourceText
    /// The document's value; nil where the document is empty.
    public private(set) var root: ConfigurationNode?
    /// What messages do not show: the values of variables.
    public private(set) var redaction = Redaction()
    private let start: Int
    /// The files whose values were put in the place of the document's own.
    private var others: [SourceText] = []
    /// The places of values that have variables in them.
    private var expanded: Set<SourceLocation> = []
    /// What is wrong with variables, and the places of the values that name them.
    private var variableProblems: [Diagnostic] = []
    private var unexpanded: Set<SourceLocation> = []

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - range: The bytes of the file that are the document, such as a front matter without its `---` lines; the whole
    ///     file where it is nil. Positions are always those of the whole file.
    /// - Throws: A report of what is wrong, with the places.
    public init(parsing source: SourceText, in range: Range<Int>? = nil) throws(DiagnosticReport) {
        let range = (range ?? 0..<source.bytes.count).clamped(to: 0..<source.bytes.count)
        self.source = source
        start = range.lowerBound
        root = try Composer.document(in: source, range: range)
    }

    /// Reads the document as a type; an empty one is read as a mapping without members.
    ///
    /// - Throws: Everything that is wrong with it, by place.
    public func read<Value: ConfigurationReadable>(_ type: Value.Type = Value.self) throws(DiagnosticReport) -> Value {
        let empty = ConfigurationNode(.mapping([]), range: start..<start, location: source.location(at: start))
        let read: Value
        do {
            read = try ConfigurationReading.read(
                type, from: root ?? empty, of: source, and: others, redaction: redaction)
        } catch {
            // What stands in place of a variable without a value is not a second mistake.
            let others = error.diagnostics.filter { !unexpanded.contains(Self.location(of: $0)) }
            throw DiagnosticReport(DiagnosticReport(variableProblems + others).sorted)
        }
        if !variableProblems.isEmpty { throw DiagnosticReport(variableProblems) }
        return read
    }

    private static func location(of diagnostic: Diagnostic) -> SourceLocation {
        SourceLocation(file: diagnostic.file ?? "", line: diagnostic.line ?? 0, column: diagnostic.column ?? 0)
    }

    /// The document with the values of another one in place of its own; both have to be mappings.
    ///
    /// Mappings are merged key by key, everything else is replaced, and null removes a key. A value's place is in the
    /// document that gave it.
    public func overridden(by other: YAMLDocument) -> YAMLDocument {
        var document = self
        document.others.append(other.source)
        guard let values = other.root else { return document }
        document.root = root?.overridden(by: values) ?? values
        return document
    }

    /// The document with the values of variables in place of `${NAME}`, which messages do not show.
    ///
    /// What is wrong with variables is reported by `read`.
    ///
    /// - Parameter variables: by their names.
    /// - Returns: the document; a value whose variables cannot be used is as it was written.
    public func expanding(_ variables: [String: String]) -> YAMLDocument {
        var document = self
        var expansion = VariableExpansion(variables)
        document.root = root.map { expansion.expand($0) }
        document.expanded = Set(expansion.expanded.compactMap(\.location))
        document.unexpanded = Set(expansion.problems.compactMap(\.value))
        document.redaction = Redaction(
            expansion.expanded.map { ($0.text, $0.written) } + expansion.used.map { ($0.value, "${\($0.key)}") })
        document.variableProblems = expansion.problems.map { problem in
            diagnostic(
                code: problem.code, at: problem.place ?? source.location(at: start), problem.message,
                fix: problem.fix)
        }
        return document
    }

    /// A diagnostic about a place in one of the files that the document's values come from.
    public func diagnostic(
        _ severity: Diagnostic.Severity = .error, code: String, at location: SourceLocation, _ message: String,
        fix: String? = nil
    ) -> Diagnostic {
        let source = others.first { $0.file == location.file } ?? source
        let diagnostic = source.diagnostic(severity, code: code, at: location, message, fix: fix)
        return redaction.redacted(diagnostic, isAboutValue: expanded.contains(location))
    }

    /// Where the value at a path such as `links.reset-password.web[0]` stands, or the nearest enclosing value.
    ///
    /// - Parameters:
    ///   - path: Keys and list positions; empty for the whole document.
    ///   - offset: UTF-8 bytes into the value's text, for a diagnostic about a part of it.
    /// - Returns: The place; nil where the document is empty.
    public func location(of path: String, offset: Int? = nil) -> SourceLocation? {
        guard let end = root?.follow(path) else { return nil }
        guard let offset, end.isComplete else { return end.node.location }
        return end.node.location(atByte: offset)
    }

    /// A diagnostic about a problem of the document, with the nearest known word as its fix if there is one.
    public func diagnostic(_ problem: PathProblem) -> Diagnostic {
        let place =
            problem.isAboutKey ? keyLocation(of: problem.path) : location(of: problem.path, offset: problem.offset)
        return diagnostic(
            problem.severity == .error ? .error : .warning, code: problem.code,
            at: place ?? source.location(at: start), problem.message,
            fix: problem.word.flatMap { Suggestion.question(for: $0, in: problem.choices) } ?? problem.fix)
    }

    /// Where the key of the value at a path stands, or of the nearest enclosing value that has one.
    public func keyLocation(of path: String) -> SourceLocation? {
        guard let end = root?.follow(path) else { return nil }
        return (end.key ?? end.node).location
    }
}
