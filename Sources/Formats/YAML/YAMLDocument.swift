package import Configuration
package import Diagnostics

/// A YAML file, or the front matter of a Markdown file, parsed into values with locations.
///
/// Values follow YAML 1.2's core schema: `yes`, `no`, `on` and `off` are texts, `0o17` is octal. Valid YAML that is
/// almost certainly a mistake is rejected: duplicate keys, keys that are not texts, a second document, tags outside the
/// core schema, aliases that expand beyond a small budget, values nested more than 64 deep, and an unquoted `{{…}}` or
/// `#…`, which YAML reads as a mapping and as a comment.
package struct YAMLDocument: Sendable {
    /// The whole file, even if the document is only a part of it.
    package let source: SourceText
    /// The document's value; nil if the document is empty.
    package private(set) var root: ConfigurationNode?
    private let start: Int
    /// The files whose values override the document's own.
    private var others: [SourceText] = []
    /// The texts of values that contain variables, as the files have them.
    private var written: [SourceLocation: String] = [:]
    private var variableProblems: [Diagnostic] = []
    /// The locations of the values that contain the variables with problems.
    private var unexpanded: Set<SourceLocation> = []

    /// Parses a range of a file, such as front matter without its `---` lines, or all of it; locations always refer to
    /// the whole file. The fix of a syntax error may depend on the type of a value, which the keys of a table say.
    package init(
        parsing source: SourceText, in range: Range<Int>? = nil, keys table: KeyTable? = nil
    ) throws(DiagnosticReport) {
        let range = (range ?? 0..<source.bytes.count).clamped(to: 0..<source.bytes.count)
        self.source = source
        start = range.lowerBound
        root = try Composer.document(in: source, range: range, table: table)
    }

    /// Reads the document as a type; an empty document is read as an empty mapping.
    package func read<Value: ConfigurationReadable>(_ type: Value.Type = Value.self) throws(DiagnosticReport) -> Value {
        let empty = ConfigurationNode(.mapping([]), range: start..<start, location: source.location(at: start))
        let read: Value
        do {
            read = try ConfigurationReading.read(type, from: root ?? empty, of: source, and: others)
        } catch {
            // A value whose variable could not be expanded is reported only once.
            let others = error.diagnostics.filter { !unexpanded.contains(Self.location(of: $0)) }
            throw DiagnosticReport(sorting: variableProblems + others)
        }
        if !variableProblems.isEmpty { throw DiagnosticReport(variableProblems) }
        return read
    }

    private static func location(of diagnostic: Diagnostic) -> SourceLocation {
        SourceLocation(file: diagnostic.file ?? "", line: diagnostic.line ?? 0, column: diagnostic.column ?? 0)
    }

    /// The document with the values of another one in place of its own; both must be mappings.
    ///
    /// Mappings are merged key by key, everything else is replaced, and null removes a key. The location of a value is
    /// in the document that it comes from.
    package func overridden(by other: YAMLDocument) -> YAMLDocument {
        var document = self
        document.others += [other.source] + other.others
        guard let values = other.root else { return document }
        document.root = root?.overridden(by: values) ?? values
        return document
    }

    /// The document with another value, made of its own.
    package func with(root: ConfigurationNode) -> YAMLDocument {
        var document = self
        document.root = root
        return document
    }

    /// The document with the values of variables in place of `${NAME}`; messages quote values as written. A value whose
    /// variables cannot be expanded stays as written, and `read` reports it; unless `isOther` says that the name of one,
    /// in the value below these keys, is something else, which the value's reader reports.
    package func expanding(
        _ variables: [String: String], isOther: @escaping (_ keys: [String], _ name: String) -> Bool = { _, _ in false }
    ) -> YAMLDocument {
        guard let root, VariableExpansion.isNeeded(for: root) else { return self }
        var document = self
        var expansion = VariableExpansion(variables, isOther: isOther)
        document.root = expansion.expand(root)
        document.written = expansion.written
        document.unexpanded = Set(expansion.problems.map(\.value))
        document.variableProblems = expansion.problems.map { problem, _ in
            self.source(of: problem.place).diagnostic(
                code: problem.code, at: problem.place, problem.message, fix: problem.fix)
        }
        return document
    }

    /// A diagnostic about the value at a location in one of the files that the document's values come from.
    package func diagnostic(
        _ severity: Diagnostic.Severity = .error, code: String, at location: SourceLocation, _ message: ValueMessage,
        fix: ValueMessage? = nil
    ) -> Diagnostic {
        let written = written[location]
        return source(of: location).diagnostic(
            severity, code: code, at: location, message.text(written: written), fix: fix?.text(written: written))
    }

    private func source(of location: SourceLocation) -> SourceText {
        others.first { $0.file == location.file } ?? source
    }

    /// The text of the value at a path as its file has it, if it contains variables; otherwise nil.
    package func written(at path: String) -> String? { root?.node(at: path)?.written }

    /// The location of the value at a path such as `links.reset-password.web[0]`, or of the nearest enclosing value;
    /// with an offset in UTF-8 bytes, of a part of its text. Nil if the document is empty.
    package func location(of path: String, offset: Int? = nil) -> SourceLocation? {
        guard let end = root?.follow(path) else { return nil }
        guard let offset, end.isComplete else { return end.node.location }
        return end.node.location(atByte: offset)
    }

    /// The location of the key of the value at a path, or of the nearest enclosing value that has a key.
    package func keyLocation(of path: String) -> SourceLocation? {
        guard let end = root?.follow(path) else { return nil }
        return (end.key ?? end.node).location
    }
}

extension ConfigurationNode {
    /// The value with those of another document in place of its own. Mappings are merged key by key. Everything else is
    /// replaced, including whole lists, since their items have no names. Null removes a key. Every value keeps its
    /// location in the document that it comes from.
    package func overridden(by other: ConfigurationNode) -> ConfigurationNode {
        guard case .mapping(let own) = kind, case .mapping(let others) = other.kind else { return other }
        let merged = own.map { member in
            guard let override = others.first(where: { $0.key.text == member.key.text }) else { return member }
            if override.value.isNull {
                let removed = ConfigurationNode(override.value.kind, inPlaceOf: override.value, isRemoved: true)
                return Member(key: override.key, value: removed)
            }
            let isMerged =
                if case (.mapping, .mapping) = (member.value.kind, override.value.kind) { true } else { false }
            return Member(
                key: isMerged ? member.key : override.key, value: member.value.overridden(by: override.value))
        }
        let known = Set(own.map(\.key.text))
        return ConfigurationNode(
            .mapping(merged + others.filter { !known.contains($0.key.text) }), inPlaceOf: self)
    }
}
