public import Diagnostics
public import JSON

/// The reading of one document, YAML or JSON: what is wrong with its values, each with its place.
///
/// A value that is wrong or missing is reported and read as nil. Whoever asked for it goes on with any other value, so that
/// all mistakes are found at once: a reading with a problem gives no result in the end.
public final class ConfigurationReading {
    /// What was found, in the order in which the values were read.
    public private(set) var problems: [PathProblem] = []
    /// The same as diagnostics; empty without a source.
    private var diagnostics: [Diagnostic] = []
    /// The files that the values come from; empty where no text is at hand.
    private let sources: [SourceText]
    private let json: JSONDocument?
    private let redaction: Redaction

    private init(sources: [SourceText], json: JSONDocument?, redaction: Redaction) {
        self.sources = sources
        self.json = json
        self.redaction = redaction
    }

    /// Reads the values of a text.
    ///
    /// - Parameters:
    ///   - type: what the document is read as.
    ///   - node: the document's value.
    ///   - source: the text that it was parsed from.
    ///   - others: the texts that values come from which were put in the place of the document's own.
    ///   - redaction: what messages do not show.
    ///   - json: what knows the places of the values, if the text is JSON.
    /// - Returns: the value that the type makes of the document.
    /// - Throws: everything that is wrong, by place.
    public static func read<Value: ConfigurationReadable>(
        _ type: Value.Type, from node: ConfigurationNode, of source: SourceText, and others: [SourceText] = [],
        redaction: Redaction = Redaction(), json: JSONDocument? = nil
    ) throws(DiagnosticReport) -> Value {
        let reading = ConfigurationReading(sources: [source] + others, json: json, redaction: redaction)
        guard let value = reading.value(type, node) else {
            throw DiagnosticReport(DiagnosticReport(reading.diagnostics).sorted)
        }
        return value
    }

    /// Reads a value that no text is at hand for.
    ///
    /// - Parameters:
    ///   - type: what the value is read as.
    ///   - value: the value.
    /// - Returns: what the type makes of it.
    /// - Throws: everything that is wrong, by path.
    public static func read<Value: ConfigurationReadable>(
        _ type: Value.Type, from value: JSONValue
    ) throws(ConfigurationError) -> Value {
        let reading = ConfigurationReading(sources: [], json: nil, redaction: Redaction())
        guard let value = reading.value(type, ConfigurationNode(value)) else {
            throw ConfigurationError(problems: reading.problems)
        }
        return value
    }

    private func value<Value: ConfigurationReadable>(_ type: Value.Type, _ node: ConfigurationNode) -> Value? {
        let root = ConfigurationValue(node: node, reading: self)
        let value = Value(reading: root)
        // A type that gives nothing without saying why would be read as a document without mistakes.
        if value == nil, problems.isEmpty { root.report("invalid-value", "this cannot be read") }
        return problems.isEmpty ? value : nil
    }

    func report(_ problem: PathProblem, about value: ConfigurationValue) {
        problems.append(problem)
        guard let first = sources.first else { return }
        let location: SourceLocation =
            if problem.isAboutKey {
                value.key.location
            } else if let offset = problem.offset, let location = value.node.location(atByte: offset) {
                location
            } else {
                value.location
            }
        let source = sources.first { $0.file == location.file } ?? first
        let diagnostic = source.diagnostic(
            problem.severity == .error ? .error : .warning, code: problem.code, at: location, problem.message,
            fix: problem.word.flatMap { Suggestion.question(for: $0, in: problem.choices) } ?? problem.fix)
        diagnostics.append(redaction.redacted(diagnostic, isAboutValue: value.node.written != nil))
    }

    /// Where JSON has a value or its name, or else the nearest enclosing value; a nameless place where nobody knows.
    func location(of pointer: JSONPointer, isKey: Bool) -> SourceLocation {
        var pointer = pointer
        var position = isKey ? json?.position(ofKeyAt: pointer) : nil
        while position == nil, json != nil {
            position = json?.position(of: pointer)
            if pointer.components.popLast() == nil { break }
        }
        return SourceLocation(file: sources.first?.file ?? "", line: position?.line ?? 1, column: position?.column ?? 1)
    }
}

/// Everything that is wrong with a value that no text is at hand for.
public struct ConfigurationError: Error, Hashable, Sendable {
    /// In the order in which the values were read, never none.
    public let problems: [PathProblem]
}
