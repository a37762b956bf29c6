internal import Configuration
internal import Diagnostics

/// Builds the tree of a document from libyaml's events, and rejects valid YAML that is almost certainly a mistake.
struct Composer: ~Copyable {
    /// The maximum nesting; no file of a site comes near it.
    static let deepest = 64
    /// The maximum number of values that all aliases together expand to, so that a few lines cannot become millions of
    /// values.
    static let aliasBudget = 4_000

    private let collector: DiagnosticCollector
    private var source: SourceText { collector.source }
    private var events: YAMLEvents
    private var anchors: [String: Anchor] = [:]
    /// The anchors whose values are still being read.
    private var openAnchors: Set<String> = []
    /// The offsets of the open brackets of flow collections.
    private var openBrackets: [Int] = []
    /// The range of the quoted text read last, if it spans several lines.
    private var lastText: Range<Int>?
    private var expanded = 0
    /// The keys whose values are being read, outermost first.
    private var openKeys: [String] = []

    private struct Anchor {
        var node: ConfigurationNode
        var size: Int
        var height: Int
    }

    /// The keys of the document, if they are known.
    private let table: KeyTable?

    private init(source: SourceText, events: consuming YAMLEvents, table: KeyTable?) {
        self.table = table
        // For diagnostics after which reading continues.
        collector = DiagnosticCollector(source)
        self.events = events
    }

    /// The value of the document in a part of a file; nil if it is empty.
    static func document(
        in source: SourceText, range: Range<Int>, table: KeyTable? = nil
    ) throws(DiagnosticReport) -> ConfigurationNode? {
        var range = range
        if let problem = source.characterProblem(in: &range) { throw DiagnosticReport([problem]) }
        let events: YAMLEvents
        do {
            events = try YAMLEvents(source: source, range: range)
        } catch {
            throw DiagnosticReport([error.diagnostic(in: source)])
        }
        var composer = Composer(source: source, events: events, table: table)
        return try composer.document()
    }

    private mutating func document() throws(DiagnosticReport) -> ConfigurationNode? {
        var root: ConfigurationNode?
        var documents = 0
        reading: while true {
            let event = try next()
            switch event.kind {
            case .streamStart, .documentEnd: continue
            case .streamEnd: break reading
            case .documentStart:
                documents += 1
                guard documents == 1 else {
                    throw stop(
                        "several-documents", at: event.range.lowerBound, "a second document begins here",
                        fix: "Keep one document in a file.")
                }
            default: root = try node(event, depth: 1, inFlow: false)
            }
        }
        guard collector.diagnostics.isEmpty else { throw DiagnosticReport(sorting: collector.diagnostics) }
        // The value of a single `---`, and of a file with only comments, is an empty scalar.
        if let root, case .scalar("", isPlain: true) = root.kind { return nil }
        return root
    }

    private mutating func node(
        _ event: YAMLEvent, depth: Int, inFlow: Bool
    ) throws(DiagnosticReport) -> ConfigurationNode {
        let start = event.range.lowerBound
        guard depth <= Self.deepest else { throw tooDeep(at: start) }
        if let anchor = event.anchor { openAnchors.insert(anchor) }
        let node: ConfigurationNode
        switch event.kind {
        case .alias(let name): return try alias(name, event, depth: depth)
        case .scalar(let text, let isPlain):
            node = try scalar(text, isPlain: isPlain, event)
        case .sequenceStart(let isFlow):
            if isFlow { openBrackets.append(start) }
            node = try sequence(event, depth: depth, isFlow: isFlow)
            if isFlow { openBrackets.removeLast() }
        case .mappingStart(let isFlow):
            if isFlow, source.hasBraces(at: start) {
                throw DiagnosticReport(collector.diagnostics + [source.unquotedBraces(at: start, inFlow: inFlow)])
            }
            if isFlow { openBrackets.append(start) }
            node = try mapping(event, depth: depth, isFlow: isFlow)
            if isFlow { openBrackets.removeLast() }
        default: throw stop("yaml-syntax", at: start, "expected a value")
        }
        if let anchor = event.anchor {
            openAnchors.remove(anchor)
            anchors[anchor] = Anchor(node: node, size: node.size, height: node.height)
        }
        return node
    }

    private mutating func alias(_ name: String, _ event: YAMLEvent, depth: Int) throws(DiagnosticReport)
        -> ConfigurationNode
    {
        let start = event.range.lowerBound
        guard !openAnchors.contains(name) else {
            throw stop("alias", at: start, "the alias '*\(name)' is inside the value that it names")
        }
        guard let anchor = anchors[name] else {
            let candidates = anchors.keys.sorted()
            let near = Suggestion.nearest(to: name, in: candidates).map { "Did you mean '*\($0)'?" }
            throw stop(
                "alias", at: start, "no value is named '&\(name)'",
                fix: near
                    ?? "Write '&\(name)' before the value that is meant, above this; or quote a text that begins with '*'."
            )
        }
        guard depth + anchor.height - 1 <= Self.deepest else { throw tooDeep(at: start) }
        expanded += anchor.size
        guard expanded <= Self.aliasBudget else {
            throw stop(
                "alias", at: start, "the aliases of this file expand to more than \(Self.aliasBudget) values",
                fix: "Write the values themselves in place of aliases.")
        }
        return ConfigurationNode(anchor.node.kind, range: event.range, location: source.location(at: start))
    }

    private mutating func scalar(_ text: String, isPlain: Bool, _ event: YAMLEvent) throws(DiagnosticReport)
        -> ConfigurationNode
    {
        let start = event.range.lowerBound
        var isPlain = isPlain
        if let tag = event.tag { isPlain = try read(tag, of: text, at: start) }
        if isPlain, let item = source.foldedItem(in: event.range) { collector.diagnostics.append(item) }
        // Anchors and tags precede the text, so the text may begin after the value does.
        let quote = source.bytes[start..<event.range.upperBound].first.map { $0 == 0x22 || $0 == 0x27 } ?? false
        let textStart = quote ? 1 : 0
        lastText = quote && source.bytes[event.range].contains { $0 == 0x0A || $0 == 0x0D } ? event.range : nil
        if let lastText, let key = source.lineOfOuterKey(within: lastText) {
            throw DiagnosticReport(
                collector.diagnostics + [source.unclosed(lastText, "and the key on line \(key) is a part of the text")])
        }
        let isVerbatim = source.bytes[(start + textStart)..<max(event.range.upperBound - textStart, start + textStart)]
            .elementsEqual(text.utf8)
        return ConfigurationNode(
            .scalar(text, isPlain: isPlain), range: event.range, location: source.location(at: start),
            textStart: isVerbatim ? textStart : nil)
    }

    private mutating func sequence(
        _ event: YAMLEvent, depth: Int, isFlow: Bool
    ) throws(DiagnosticReport) -> ConfigurationNode {
        let start = event.range.lowerBound
        try check(event.tag, is: "tag:yaml.org,2002:seq", at: start)
        var items: [ConfigurationNode] = []
        while true {
            let next = try next()
            if case .sequenceEnd = next.kind {
                return ConfigurationNode(
                    .sequence(items), range: start..<max(start, next.range.upperBound),
                    location: source.location(at: start))
            }
            let item = try node(next, depth: depth + 1, inFlow: isFlow)
            if item.isEmpty, let problem = source.swallowedValue(after: next.range.lowerBound, of: nil) {
                collector.diagnostics.append(problem)
            }
            items.append(item)
        }
    }

    private mutating func mapping(
        _ event: YAMLEvent, depth: Int, isFlow: Bool
    ) throws(DiagnosticReport) -> ConfigurationNode {
        let start = event.range.lowerBound
        try check(event.tag, is: "tag:yaml.org,2002:map", at: start)
        var members: [ConfigurationNode.Member] = []
        var lines: [String: Int] = [:]
        var isStray = false
        var reported: Int?
        while true {
            let next = try next()
            if case .mappingEnd = next.kind {
                return ConfigurationNode(
                    .mapping(members), range: start..<max(start, next.range.upperBound),
                    location: source.location(at: start))
            }
            let key = try node(next, depth: depth + 1, inFlow: isFlow)
            guard let name = key.text else {
                throw stop(
                    "yaml-syntax", at: next.range.lowerBound, "a key must be a text, not \(key.summary)",
                    fix: "Quote the value if a text was meant.")
            }
            guard !key.isEmpty else {
                throw stop("yaml-syntax", at: next.range.lowerBound, "there is no key before the ':'")
            }
            openKeys.append(name)
            let value = try node(try self.next(), depth: depth + 1, inFlow: isFlow)
            openKeys.removeLast()
            if isFlow, value.isEmpty, !name.contains(":"), source.endsItem(after: key.range.upperBound) {
                if let before = members.last?.value, let problem = source.typographicQuotes(in: before) {
                    if collector.diagnostics.last != problem { collector.diagnostics.append(problem) }
                    continue
                }
                collector.report(
                    "bare-key", at: next.range.lowerBound, "'\(name)' is a key without a value",
                    fix:
                        "Quote the whole text if this is a part of it: a comma ends a text inside of braces. Else write '\(name): ' and a value."
                )
                continue
            }
            if value.isEmpty, let problem = source.swallowedValue(after: key.range.upperBound, of: name) {
                collector.diagnostics.append(problem)
            }
            if lines[name] != nil {
                if isStray { continue }
                let last = isFlow ? nil : members.last
                let count = collector.diagnostics.count
                let first = members.first { $0.key.text == name }?.value
                isStray = report(
                    name, at: next.range.lowerBound, lines, after: last, again: reported,
                    source.begins(itemAt: start)
                        ? "Remove one of the two, the other is on line \(lines[name] ?? 0); or write '- ' where another item of the list begins."
                        : first.flatMap { value.unionFix(with: $0, line: lines[name] ?? 0) })
                reported = count
            } else {
                lines[name] = source.location(at: next.range.lowerBound).line
                members.append(ConfigurationNode.Member(key: key, value: value))
            }
        }
    }

    /// Reports a key that a mapping has already; or in its place the key before it, if that is indented too deep: what
    /// follows are its own keys then. Returns whether it is.
    private func report(
        _ name: String, at offset: Int, _ lines: [String: Int], after last: ConfigurationNode.Member?, again: Int?,
        _ union: String?
    ) -> Bool {
        let names = last?.value.members.compactMap(\.key.text) ?? []
        // A key without a value is one of a mapping only if several keys follow it again.
        let isStray =
            last?.value.isEmpty == true ? again != nil : !names.isEmpty && names.allSatisfy { lines[$0] != nil }
        guard isStray, let last, let key = last.key.text, let outer = openKeys.last else {
            collector.report(
                "duplicate-key", at: offset, "duplicate key '\(name)'",
                fix: union ?? "Remove one of the two; the other is on line \(lines[name] ?? 0).")
            return false
        }
        if let again { collector.diagnostics.remove(at: again) }
        collector.report(
            "stray-key", at: last.key.range.lowerBound,
            "'\(key)' is indented like a key of '\(outer)', whose keys follow again",
            fix: "Indent it like '\(outer)', and the keys that follow like those of '\(outer)'.")
        return true
    }

    private mutating func next() throws(DiagnosticReport) -> YAMLEvent {
        do {
            return try events.next()
        } catch {
            let failure = error.diagnostic(in: source, openBrackets: openBrackets, after: lastText, table: table)
            // A key at the wrong place is often that of another mapping too.
            throw DiagnosticReport(
                collector.diagnostics.filter { $0.code != "duplicate-key" || $0.line != failure.line } + [failure])
        }
    }

    private func tooDeep(at start: Int) -> DiagnosticReport {
        stop("too-deep", at: start, "values are nested more than \(Self.deepest) deep")
    }

    func stop(_ code: String, at offset: Int, _ message: String, fix: String? = nil) -> DiagnosticReport {
        DiagnosticReport(collector.diagnostics + [source.diagnostic(code: code, at: offset, message, fix: fix)])
    }
}

extension SourceText {
    /// Whether a '- ' is before a value, which is an item of a list then.
    fileprivate func begins(itemAt offset: Int) -> Bool { bytes[..<offset].suffix(2).elementsEqual("- ".utf8) }

    /// Whether a ',' or '}' follows, before any ':'.
    fileprivate func endsItem(after offset: Int) -> Bool {
        bytes[offset...].first { !" \t\r\n".utf8.contains($0) }.map { ",}".utf8.contains($0) } == true
    }
}

extension ConfigurationNode {
    /// Whether the value is empty, as after a key without a value.
    fileprivate var isEmpty: Bool {
        if case .scalar("", isPlain: true) = kind { true } else { false }
    }

    /// The fix for a list or a mapping whose key is there twice with different values; nil for other values.
    fileprivate func unionFix(with first: ConfigurationNode, line: Int) -> String? {
        switch (kind, first.kind) {
        case (.sequence(let items), .sequence(let others)) where items.map(\.text) != others.map(\.text):
            "Write the items of both as one list, on line \(line)."
        case (.mapping(let members), .mapping(let others)) where !members.isEmpty && !others.isEmpty:
            "Write what both have below the one on line \(line)."
        default: nil
        }
    }

    /// The number of values in the tree, including this one and keys.
    fileprivate var size: Int {
        1 + items.reduce(0) { $0 + $1.size } + members.reduce(0) { $0 + 1 + $1.value.size }
    }

    /// The height of the tree, including this value.
    fileprivate var height: Int {
        1 + max(items.map(\.height).max() ?? 0, members.map { max(1, $0.value.height) }.max() ?? 0)
    }
}
