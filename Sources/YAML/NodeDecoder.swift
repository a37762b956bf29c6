internal import Diagnostics

/// The decoder of one value.
struct NodeDecoder: Decoder {
    let node: YAMLNode
    let session: DecodingSession
    let keys: KeyTracker
    let codingPath: [any CodingKey]

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(try KeyedNodeContainer(self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try UnkeyedNodeContainer(self)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        SingleNodeContainer(decoder: self)
    }

    /// Makes a value of this decoder's node.
    ///
    /// - Throws: A located `DiagnosticReport`, or a `MissingKey` of this value.
    func construct<T: Decodable>(_ type: T.Type) throws -> T {
        if let scalar = type as? any CoreScalar.Type {
            guard let value = try read(scalar) as? T else { throw mismatch(expected: scalar.description) }
            return value
        }
        // Swift's own array stops at its first wrong item.
        if let list = type as? any NodeList.Type, let value = try list.init(decoding: self) as? T {
            return value
        }
        let failuresBefore = session.failures.count
        do {
            return try T(from: self)
        } catch let report as DiagnosticReport {
            throw report
        } catch let missing as MissingKey {
            throw missing
        } catch {
            // An error that a type throws about a placeholder is no mistake in the file.
            guard session.failures.count == failuresBefore else { throw DiagnosticReport([]) }
            if error is DecodingError, let text = node.text, let words = Self.words(of: type), !words.contains(text) {
                throw notAWord(text, words)
            }
            if error is DecodingError, let text = node.text, type is any RawRepresentable.Type {
                // Swift's own diagnostic speaks of the type.
                throw session.report(
                    code: "wrong-type", at: node, "'\(text)' is not one of the words that are known here")
            }
            throw DiagnosticReport([session.diagnostic(error, at: node)])
        }
    }

    func mismatch(expected: String) -> DiagnosticReport {
        session.report(
            code: "wrong-type", at: node, "expected \(expected), found \(node.summary)", fix: advice(expected: expected)
        )
    }

    /// Decodes several values and reports what is wrong with all of them.
    func collect<Item, Value>(_ items: some Sequence<Item>, _ decode: (Item) throws -> Value) throws -> [Value] {
        var values: [Value] = []
        var problems: [Diagnostic] = []
        for item in items {
            do {
                values.append(try decode(item))
            } catch let report as DiagnosticReport {
                problems += report.diagnostics
            }
        }
        guard problems.isEmpty else { throw DiagnosticReport(problems) }
        return values
    }

    private func read<T: CoreScalar>(_ type: T.Type) throws -> T {
        guard case .scalar(let text, let isPlain) = node.kind, let value = T(text, isPlain: isPlain) else {
            throw mismatch(expected: T.expectation(for: node))
        }
        return value
    }

    private func advice(expected: String) -> String? {
        guard case .scalar(let text, let isPlain) = node.kind, !text.isEmpty else { return nil }
        if expected == String.description { return "Put it in quotes if a text was meant." }
        if expected == Bool.description, isPlain {
            if ["yes", "on", "y"].contains(text.lowercased()) { return "Write true." }
            if ["no", "off", "n"].contains(text.lowercased()) { return "Write false." }
        }
        if !isPlain, CoreSchema.isInteger(text) || CoreSchema.double(text) != nil || CoreSchema.bool(text) != nil {
            return "Remove the quotes."
        }
        if expected == "a list" { return "Write [\(text)] for a list of one." }
        if expected == "a mapping", isPlain, text.contains(":") {
            return "Write a space after the ':' that ends the key."
        }
        return nil
    }

    /// The raw values of an enumeration that can list its cases.
    private static func words(of type: Any.Type) -> [String]? {
        guard let type = type as? any CaseIterable.Type else { return nil }
        func rawValues<T: CaseIterable>(_ type: T.Type) -> [String] {
            type.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
        }
        let words = rawValues(type)
        return words.isEmpty ? nil : words
    }

    private func notAWord(_ text: String, _ words: [String]) -> DiagnosticReport {
        let quoted = words.map { "'\($0)'" }
        let list = [quoted.dropLast().joined(separator: ", "), quoted.suffix(1).joined()].filter { !$0.isEmpty }
        return session.report(
            code: "wrong-type", at: node, "expected \(list.joined(separator: " or ")), found \(node.summary)",
            fix: Suggestion.question(for: text, in: words))
    }
}

extension NodeDecoder {
    /// The decoder that a type was handed, if it is ours.
    init(_ decoder: any Decoder) throws {
        guard let decoder = decoder as? NodeDecoder else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "only YAML knows where its values stand"))
        }
        self = decoder
    }
}

/// A list whose items are all decoded before what is wrong with them is reported.
private protocol NodeList {
    init(decoding decoder: NodeDecoder) throws
}

extension Array: NodeList where Element: Decodable {
    fileprivate init(decoding decoder: NodeDecoder) throws {
        guard case .sequence(let items) = decoder.node.kind else { throw decoder.mismatch(expected: "a list") }
        self = try decoder.collect(items.indices) { index in
            try decoder.session.decode(
                Element.self, from: items[index], codingPath: decoder.codingPath + [NodeKey(intValue: index)])
        }
    }
}
