public import Diagnostics
internal import JSON

/// A value that is being read, with its place in the document.
public struct ConfigurationValue {
    /// The value, before anybody asked for a type.
    public let node: ConfigurationNode
    private let member: ConfigurationNode?
    private let steps: [Step]
    /// The key that the value stands behind, where a table declares it.
    var declaration: KeyTable.Key?
    private let reading: ConfigurationReading

    private enum Step {
        case key(String), item(Int)
    }

    init(node: ConfigurationNode, reading: ConfigurationReading) {
        self.init(node: node, member: nil, steps: [], reading: reading)
    }

    private init(
        node: ConfigurationNode, member: ConfigurationNode?, steps: [Step], reading: ConfigurationReading
    ) {
        self.node = node
        self.member = member
        self.steps = steps
        self.reading = reading
    }

    // MARK: - Places

    /// Keys and list positions from the document's root: `operations.check-link.outcomes[1]`.
    public var path: String {
        steps.reduce(into: "") { path, step in
            switch step {
            case .key(let key): path += path.isEmpty ? key : ".\(key)"
            case .item(let index): path += "[\(index)]"
            }
        }
    }

    /// Where the value begins.
    public var location: SourceLocation { node.location ?? reading.location(of: pointer, isKey: false) }

    /// The text of `key`, without looking for its place.
    public var name: String { member?.text ?? "" }

    /// The key of a mapping's member; empty, at the value, for any other value.
    public var key: Located<String> {
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

    // MARK: - Problems

    /// How many problems the document has so far.
    public var problemCount: Int { reading.problems.count }

    /// Reports a problem with this value, or with its key.
    ///
    /// - Parameters:
    ///   - code: a stable name for scripts, in kebab case.
    ///   - isAboutKey: whether the problem is with the value's key.
    ///   - offset: the UTF-8 bytes into the value's text where the problem begins; nil for the whole value.
    ///   - message: lower case, without a full stop.
    ///   - fix: what to do, as a sentence.
    ///   - word: the unknown word, if that is the problem.
    ///   - choices: the words that are known there; the nearest makes a better fix.
    public func report(
        _ code: String, isAboutKey: Bool = false, offset: Int? = nil, _ message: String, fix: String? = nil,
        word: String? = nil, choices: [String] = []
    ) {
        reading.report(
            PathProblem(
                path: path, isAboutKey: isAboutKey, offset: offset, code: code, message: message, fix: fix, word: word,
                choices: choices), about: self)
    }

    /// Reports that the value is of another type than it should be.
    ///
    /// - Parameter expected: such as `a list`.
    public func reportMismatch(expected: String) {
        reportMismatch(expected: expected, example: declaration?.line)
    }

    private func reportMismatch(expected: String, example: String?) {
        report(
            "wrong-type", "expected \(expected), found \(node.summary)",
            fix: advice(expected: expected) ?? example.map { "Write, for example, \($0)" })
    }

    private func advice(expected: String) -> String? {
        guard case .scalar(let text, let isPlain) = node.kind, !text.isEmpty else { return nil }
        switch expected {
        case "text": return "Put it in quotes if a text was meant."
        case _ where expected.hasPrefix("a whole number") && isPlain && isNumberWithUnit(text):
            return "Write the number alone: \(text.prefix { $0.isNumber })"
        case "true or false" where isPlain && ["yes", "on", "y"].contains(text.lowercased()): return "Write true."
        case "true or false" where isPlain && ["no", "off", "n"].contains(text.lowercased()): return "Write false."
        case _ where !isPlain && (CoreSchema.double(text) != nil || CoreSchema.bool(text) != nil):
            return "Remove the quotes."
        case "a list": return "Write [\(node.written ?? text)] for a list of one."
        case "a mapping" where isPlain && text.contains(":"): return "Write a space after the ':' that ends the key."
        default: return nil
        }
    }

    /// Whether a text is `12px` or `3 %`.
    private func isNumberWithUnit(_ text: String) -> Bool {
        let unit = text.drop { ("0"..."9").contains($0) }
        return !unit.isEmpty && unit.count < text.count && unit.allSatisfy { $0.isLetter || $0 == "%" || $0 == " " }
    }

    // MARK: - Values below

    /// The items of a list; nil, and a problem, for anything else.
    public var items: [ConfigurationValue]? {
        guard case .sequence(let items) = node.kind else {
            reportMismatch(expected: "a list")
            return nil
        }
        if items.isEmpty, declaration?.type.needsItems == true {
            report("empty-list", "this list is empty", fix: declaration?.line.map { "Write, for example, \($0)" })
        }
        return items.enumerated().map { index, node in
            var item = ConfigurationValue(node: node, member: member, steps: steps + [.item(index)], reading: reading)
            item.declaration = declaration
            return item
        }
    }

    /// The items of a list, or the value itself as a list of one.
    public var oneOrMany: [ConfigurationValue] {
        if case .sequence = node.kind { items ?? [] } else { [self] }
    }

    /// The members of a mapping, whatever their keys; nil, and a problem, for anything else.
    public var members: [ConfigurationValue]? { allMembers?.filter { !$0.node.isRemoved } }

    /// The members, with those that an overriding file has removed.
    private var allMembers: [ConfigurationValue]? {
        guard case .mapping(let members) = node.kind else {
            reportMismatch(expected: "a mapping")
            return nil
        }
        return members.map { member in
            ConfigurationValue(
                node: member.value, member: member.key, steps: steps + [.key(member.key.text ?? "")], reading: reading)
        }
    }

    /// Reads a mapping by its keys.
    ///
    /// - Parameters:
    ///   - table: the keys; any other one is a problem, and so is one that is required and missing.
    ///   - read: asks for keys of the table.
    /// - Returns: what `read` makes of it; nil, and a problem, for anything but a mapping.
    public func keyed<Value>(_ table: KeyTable, _ read: (KeyedReader) -> Value?) -> Value? {
        guard case .mapping = node.kind, let members = allMembers else {
            reportMismatch(expected: "a mapping", example: declaration?.line ?? table.keys.first?.line)
            return nil
        }
        let keys = KeyedReader(
            self, members: members.filter { !$0.node.isRemoved }, removed: members.filter(\.node.isRemoved),
            table: table)
        let value = read(keys)
        keys.reportUnknownAndMissing()
        return value
    }
}
