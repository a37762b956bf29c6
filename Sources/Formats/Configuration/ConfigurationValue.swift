package import Diagnostics
internal import JSON

/// A value being read, with its path and location in the document.
package struct ConfigurationValue {
    /// The value before it is read as a type.
    package let node: ConfigurationNode
    private let member: ConfigurationNode?
    private let place: Place?
    var declaration: KeyTable.Key?
    private let reading: ConfigurationReading

    private enum Step {
        case key(String), item(Int)
    }

    /// A linked list of the steps from the root, shared by values with a common parent.
    private final class Place {
        let outer: Place?
        let step: Step

        init(_ outer: Place?, _ step: Step) {
            self.outer = outer
            self.step = step
        }
    }

    private var steps: [Step] {
        var steps: [Step] = []
        var next = place
        while let place = next {
            steps.append(place.step)
            next = place.outer
        }
        return steps.reversed()
    }

    init(node: ConfigurationNode, reading: ConfigurationReading) {
        self.init(node: node, member: nil, place: nil, reading: reading)
    }

    private init(
        node: ConfigurationNode, member: ConfigurationNode?, place: Place?, reading: ConfigurationReading
    ) {
        self.node = node
        self.member = member
        self.place = place
        self.reading = reading
    }

    // MARK: - Places

    /// Keys and list indices from the document's root: `operations.check-link.outcomes[1]`.
    package var path: String {
        steps.reduce(into: "") { path, step in
            switch step {
            case .key(let key): path += path.isEmpty ? key : ".\(key)"
            case .item(let index): path += "[\(index)]"
            }
        }
    }

    /// The start of the value.
    package var location: SourceLocation { node.location ?? reading.location(of: pointer, isKey: false) }

    /// Whether the value is an item of a list, which has no key.
    var isItem: Bool { if case .item = place?.step { true } else { false } }

    /// The text of `key`, without its location.
    package var name: String { member?.text ?? "" }

    /// The key of the mapping's member; for any other value an empty text at the value's location.
    package var key: Located<String> {
        Located(
            name, at: member == nil ? location : member?.location ?? reading.location(of: pointer, isKey: true))
    }

    private var pointer: JSONPointer {
        JSONPointer(
            steps.map { step in
                switch step {
                case .key(let key): key
                case .item(let index): "\(index)"
                }
            })
    }

    /// The mapping around this one that takes a key, its key that this mapping is under, both from the inside out, and the
    /// type of what it takes; nil if none does.
    func mapping(taking key: String) -> (node: ConfigurationNode, branch: String, type: ValueType?)? {
        let steps = steps
        return reading.openMappings.dropLast().reversed().lazy.compactMap { outer in
            guard outer.table[key] != nil, outer.depth < steps.count, case .key(let branch) = steps[outer.depth] else {
                return nil
            }
            return (outer.node, branch, outer.table[key]?.type)
        }.first
    }

    /// The key of the mapping that has this value among names of the author's, if its own name is one of the keys beside that
    /// key, and missing there.
    var branchBesideKey: String? {
        let steps = steps
        guard let outer = reading.openMappings.last, steps.count == outer.depth + 2, outer.node[name] == nil,
            case .key(let branch) = steps[outer.depth], outer.table[name]?.type.isMapping == false
        else { return nil }
        return branch
    }

    /// The keys of the mapping of names of the author's that this value is in.
    var membersBeside: [String] {
        let steps = steps
        guard let outer = reading.openMappings.last, steps.count == outer.depth + 2,
            case .key(let branch) = steps[outer.depth]
        else { return [] }
        return outer.node[branch]?.members.compactMap(\.key.text) ?? []
    }

    /// Whether the mapping around this value takes a list of texts for further ones: `app-ids` beside `app-id`.
    var hasListBeside: Bool { reading.openMappings.last?.table["\(name)s"]?.type.isListOfTexts == true }

    /// The document's root, while it is read by the keys of a table; nil before.
    package var root: ConfigurationNode? { reading.openMappings.first?.node }

    /// The part of the document that takes a key, as `'footer:'`, or `a name in 'links:'` if each value in it does; nil unless
    /// it is the only one.
    func branch(taking key: String) -> String? {
        let branches = (reading.openMappings.first?.table.keys ?? []).compactMap { branch in
            if case .map(let value, _, _) = branch.type, value.hasKey(key) { return "a name in '\(branch.name):'" }
            return branch.type.hasKey(key) ? "'\(branch.name):'" : nil
        }
        return branches.count == 1 ? branches[0] : nil
    }

    /// Whether the mapping around this one has a key that it does not take, or not without another one that is missing;
    /// it is reported there.
    func hasMisplaced(beside key: String) -> Bool {
        guard let outer = reading.openMappings.dropLast().last, !outer.table.isOpen, outer.table.others == nil,
            outer.node[key] != nil
        else { return false }
        guard case .requiredWithout(let branch)? = outer.table[key]?.need else { return outer.table[key] == nil }
        return outer.table.keys.contains { other in
            if case .requiredWithout(branch) = other.need { outer.node[other.name] == nil } else { false }
        }
    }

    /// Whether a comment follows on the next line: what belongs to an empty value may be commented out.
    var isAboveComment: Bool { reading.line(below: key.location)?.drop { $0 == " " }.first == "#" }

    // MARK: - Problems

    /// The number of problems reported for the document so far.
    package var problemCount: Int { reading.problems.count }

    /// Reports a problem with this value, or with its key.
    ///
    /// - Parameters:
    ///   - code: a stable name for scripts, in kebab case.
    ///   - isAboutKey: whether the problem is with the value's key.
    ///   - offset: the offset in the value's text, in UTF-8 bytes, at which the problem begins; nil for the whole
    ///     value.
    ///   - message: lower case, without a full stop.
    ///   - fix: how to fix it, as a sentence.
    ///   - word: the unknown word, if the problem is one.
    ///   - choices: the valid words; the nearest one is suggested instead of `fix`.
    ///   - missing: the key that is missing in the value, if the problem is one.
    package func report(
        _ code: String, isAboutKey: Bool = false, offset: Int? = nil, _ message: ValueMessage,
        fix: ValueMessage? = nil, word: String? = nil, choices: [String] = [], missing: String? = nil
    ) {
        reading.report(
            Problem(
                code: code, at: ValuePath(path, isKey: isAboutKey, offset: offset), message.text(written: node.written),
                fix: isAboutKey
                    ? word.flatMap { Suggestion.question(for: $0, in: choices) } ?? fix?.text(written: node.written)
                    : notationAdvice ?? word.flatMap { Suggestion.question(for: $0, in: choices) }
                        ?? fix?.text(written: node.written),
                name: missing),
            about: self)
    }

    /// Reports a problem that another module found in the value's text, which it quotes, at its offset in UTF-8 bytes.
    /// `kind` says what the text should be, for a value with variables: `an address`.
    package func report(_ problem: TextProblem, expected kind: String, isAboutKey: Bool = false) {
        guard node.written == nil else {
            return report(
                problem.code, isAboutKey: isAboutKey, "'\(node.text ?? "")' is not \(known: kind)",
                fix: declaration?.line.map { "Write, for example, \(known: $0)" })
        }
        report(
            problem.code, isAboutKey: isAboutKey, offset: isAboutKey ? nil : problem.place,
            ValueMessage(known: problem.message), fix: problem.fix.map(ValueMessage.init(known:)))
    }

    /// Reports that the value is not of the expected type, such as `a list`.
    package func reportMismatch(expected: String) {
        reportMismatch(expected: expected, table: nil)
    }

    private func reportMismatch(expected: String, table: KeyTable?) {
        let example = declaration?.line ?? table?.keys.first?.line
        report(
            "wrong-type", "expected \(known: expected), found \(known: node.summary)",
            fix: advice(expected: expected, table) ?? example.map { "Write, for example, \(known: $0)" }
                ?? (node.isEmpty && !isItem ? "Write the value after the ':', or remove the key." : nil))
    }

    // MARK: - Values below

    /// The items of a list; for anything else nil, and a problem is reported.
    package var items: [ConfigurationValue]? {
        guard case .sequence(let items) = node.kind else {
            reportMismatch(expected: "a list")
            return nil
        }
        if items.isEmpty, declaration?.type.needsItems == true {
            report(
                "empty-list", "this list is empty", fix: declaration?.line.map { "Write, for example, \(known: $0)" })
        }
        return items.enumerated().map { index, node in
            var item = ConfigurationValue(
                node: node, member: member, place: Place(place, .item(index)), reading: reading)
            item.declaration = declaration
            return item
        }
    }

    /// The items of a list, or the value itself as the only item.
    package var oneOrMany: [ConfigurationValue] {
        if case .sequence = node.kind { items ?? [] } else { [self] }
    }

    /// The members of a mapping with any keys; for anything else nil, and a problem is reported.
    package var members: [ConfigurationValue]? { allMembers?.filter { !$0.node.isRemoved } }

    /// The members, including those that an overriding file has removed.
    private var allMembers: [ConfigurationValue]? {
        guard case .mapping(let members) = node.kind else {
            reportMismatch(expected: "a mapping")
            return nil
        }
        return members.map { member in
            ConfigurationValue(
                node: member.value, member: member.key, place: Place(place, .key(member.key.text ?? "")),
                reading: reading)
        }
    }

    /// Reads a mapping by the keys of a table; an unknown key is reported, and so is a required one that is missing.
    /// Nil, after reporting a problem, for anything but a mapping.
    package func keyed<Value>(_ table: KeyTable, _ read: (KeyedReader) -> Value?) -> Value? {
        guard case .mapping = node.kind, let members = allMembers else {
            reportMismatch(expected: "a mapping", table: table)
            return nil
        }
        reading.openMappings.append(ConfigurationReading.OpenMapping(node: node, table: table, depth: steps.count))
        defer { reading.openMappings.removeLast() }
        let keys = KeyedReader(self, members: members, table: table)
        let value = read(keys)
        keys.reportUnknownAndMissing()
        return value
    }
}
