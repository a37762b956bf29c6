package import Diagnostics
package import JSON

/// The reading of one YAML or JSON document: collects what is wrong with its values, by location.
///
/// A value that is wrong or missing is reported and read as nil. The caller continues with the other values, so that
/// all mistakes are found at once; a reading with a problem gives no result.
package final class ConfigurationReading {
    /// The problems in the order in which the values were read.
    package private(set) var problems: [Problem<ValuePath>] = []
    /// The problems as diagnostics; empty without a source.
    private var diagnostics: [Diagnostic] = []
    /// The files that the values come from; empty if there is no text.
    private let sources: [SourceText]
    private let json: JSONDocument?
    /// The mappings that are being read by the keys of a table, outermost first.
    var openMappings: [OpenMapping] = []

    struct OpenMapping {
        let node: ConfigurationNode
        let table: KeyTable
        /// The number of keys and items from the document's root to the mapping.
        let depth: Int
    }

    private init(sources: [SourceText], json: JSONDocument?) {
        self.sources = sources
        self.json = json
    }

    /// Reads the value of a document as a type, and throws everything that is wrong by location. `others` are the texts
    /// whose values override the document's own, and `json` the parsed JSON, for the locations of its values; nil for
    /// YAML.
    package static func read<Value: ConfigurationReadable>(
        _ type: Value.Type, from node: ConfigurationNode, of source: SourceText, and others: [SourceText] = [],
        json: JSONDocument? = nil
    ) throws(DiagnosticReport) -> Value {
        let reading = ConfigurationReading(sources: [source] + others, json: json)
        guard let value = reading.value(type, node) else {
            throw DiagnosticReport(sorting: reading.diagnostics)
        }
        return value
    }

    /// Reads a JSON value without its text as a type, and throws everything that is wrong by path.
    package static func read<Value: ConfigurationReadable>(
        _ type: Value.Type, from value: JSONValue
    ) throws(ProblemReport<ValuePath>) -> Value {
        let reading = ConfigurationReading(sources: [], json: nil)
        guard let value = reading.value(type, ConfigurationNode(value)) else {
            throw ProblemReport(reading.problems)
        }
        return value
    }

    private func value<Value: ConfigurationReadable>(_ type: Value.Type, _ node: ConfigurationNode) -> Value? {
        let root = ConfigurationValue(node: node, reading: self)
        let value = Value(reading: root)
        // Without a problem, a nil result would look like a document without mistakes.
        if value == nil, problems.isEmpty { root.report("invalid-value", "this cannot be read") }
        return problems.isEmpty ? value : nil
    }

    func report(_ problem: Problem<ValuePath>, about value: ConfigurationValue) {
        problems.append(problem)
        guard let first = sources.first else { return }
        let location: SourceLocation =
            if problem.place.isKey {
                value.key.location
            } else if let offset = problem.place.offset, let location = value.node.location(atByte: offset) {
                location
            } else {
                value.location
            }
        let source = sources.first { $0.file == location.file } ?? first
        diagnostics.append(problem.at(source.place(at: location)))
    }

    /// The line below a location; nil if there is none.
    func line(below location: SourceLocation) -> String? {
        sources.first { $0.file == location.file }?.line(location.line + 1)
    }

    /// The location in the JSON text of a value or its name, or else of the nearest enclosing value; line 1, column 1
    /// if unknown.
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
