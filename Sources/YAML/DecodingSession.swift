internal import Diagnostics

/// The state of decoding one document: the diagnostics, and the errors that were recovered from.
final class DecodingSession {
    let source: SourceText
    private(set) var problems: [Diagnostic] = []
    /// The errors of values that were replaced by nil or a placeholder. The enclosing mapping throws them in the end.
    var failures: [any Error] = []

    init(source: SourceText) {
        self.source = source
    }

    /// Decodes one value, and then asks which keys of it nobody asked for.
    ///
    /// - Throws: A `DiagnosticReport`. What was found wrong below the value is part of it and no longer of `problems`, so
    ///   that a type that tries another form after this one does not leave the diagnostics of the first.
    func decode<T: Decodable>(_ type: T.Type, from node: YAMLNode, codingPath: [any CodingKey]) throws -> T {
        let decoder = NodeDecoder(node: node, session: self, keys: KeyTracker(), codingPath: codingPath)
        let problemsBefore = problems.count
        let failuresBefore = failures.count
        var value: T?
        do {
            value = try decoder.construct(type)
        } catch {
            failures.append(error)
        }
        let unknown = unknownKeys(of: node, decoder.keys, isComplete: value != nil)
        if let value, failures.count == failuresBefore {
            problems += unknown
            return value
        }
        var report = Array(problems[problemsBefore...])
        problems.removeSubrange(problemsBefore...)
        let errors = failures[failuresBefore...]
        failures.removeSubrange(failuresBefore...)
        for error in errors {
            if let missing = error as? MissingKey {
                // A misspelt key is one diagnostic, not two.
                if !unknown.contains(where: { $0.fix == missing.suggestion }) {
                    report.append(missing.diagnostic(self, node))
                }
            } else if let error = error as? DiagnosticReport {
                report += error.diagnostics
            } else {
                report.append(diagnostic(error, at: node))
            }
        }
        throw DiagnosticReport(report + unknown)
    }

    func report(
        code: String, at node: YAMLNode, _ message: String, fix: String? = nil, offset: Int? = nil
    ) -> DiagnosticReport {
        let location = offset.map(node.location(atByte:)) ?? node.location
        return DiagnosticReport([source.diagnostic(code: code, at: location, message, fix: fix)])
    }

    /// An error that a type threw, located.
    func diagnostic(_ error: any Error, at node: YAMLNode) -> Diagnostic {
        var location = node.location
        let (code, message, fix): (String, String, String?)
        switch error {
        case let error as YAMLValueError:
            (code, message, fix) = (error.code, error.message, error.fix)
            if let offset = error.offset { location = node.location(atByte: offset) }
        case let error as DecodingError: (code, message, fix) = ("invalid-value", Self.message(of: error), nil)
        default: (code, message, fix) = ("invalid-value", "\(error)", nil)
        }
        return source.diagnostic(code: code, at: location, message, fix: fix)
    }

    private static func message(of error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, _): "missing key '\(key.stringValue)'"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.debugDescription
        @unknown default: "\(error)"
        }
    }

    private func unknownKeys(of node: YAMLNode, _ keys: KeyTracker, isComplete: Bool) -> [Diagnostic] {
        guard keys.isKeyed, !keys.takesEverything else { return [] }
        let present = node.members.compactMap(\.key.text)
        let candidates = keys.candidates.filter { !present.contains($0) }
        return node.members.compactMap { member in
            guard let name = member.key.text, !keys.knows(name, isComplete: isComplete) else { return nil }
            let spacing = name.contains(":") ? "Write a space after the ':' that ends the key." : nil
            return source.diagnostic(
                code: "unknown-key", at: member.key.location, "unknown key '\(name)'",
                fix: spacing ?? Suggestion.question(for: name, in: candidates))
        }
    }
}

/// A key that a type cannot do without.
struct MissingKey: Error {
    var name: String

    /// The fix of a diagnostic about a key that is this one misspelt.
    var suggestion: String { "Did you mean '\(name)'?" }

    func diagnostic(_ session: DecodingSession, _ node: YAMLNode) -> Diagnostic {
        session.source.diagnostic(
            code: "missing-key", at: node.location, "missing key '\(name)'", fix: "Add '\(name)'.")
    }
}

/// The keys of one mapping that its decoder has asked for; any other key of the mapping is unknown.
final class KeyTracker {
    var isKeyed = false
    var takesEverything = false
    private var asked: Set<String> = []
    private var types: [any CodingKey.Type] = []
    /// The keys that a misspelt one may have meant, in the order in which they were asked for.
    private(set) var candidates: [String] = []

    func open(_ keys: any CodingKey.Type) {
        isKeyed = true
        types.append(keys)
        guard let listed = keys as? any CaseIterable.Type else { return }
        candidates += Self.cases(of: listed).compactMap { ($0 as? any CodingKey)?.stringValue }
    }

    func ask(_ key: String) {
        if asked.insert(key).inserted { candidates.append(key) }
    }

    /// Whether a key is expected. A type that gave up half way did not ask for all its keys; then those count too that
    /// its `CodingKeys` can spell.
    func knows(_ key: String, isComplete: Bool) -> Bool {
        asked.contains(key) || !isComplete && types.contains { $0.init(stringValue: key) != nil }
    }

    private static func cases<T: CaseIterable>(of type: T.Type) -> [Any] {
        Array(type.allCases)
    }
}
