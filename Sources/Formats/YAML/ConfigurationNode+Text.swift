package import Configuration
import JSON

extension ConfigurationNode {
    /// The longest line of a mapping or a list that is written on one line.
    private static let longestLine = 110

    /// A mapping as YAML: a key a line, with what is short in flow style behind it.
    package var blockYAML: String { lines.map { $0 + "\n" }.joined() }

    private var lines: [String] {
        switch kind {
        case .scalar: [flow]
        case .mapping(let members): members.flatMap { $0.value.lines(after: "\($0.key.flow):") }
        case .sequence(let items): items.flatMap { $0.itemLines }
        }
    }

    private func lines(after key: String) -> [String] {
        isShort(after: key.utf8.count) ? ["\(key) \(flow)"] : [key] + lines.map { "  \($0)" }
    }

    private var itemLines: [String] {
        if isShort(after: 1) { return ["- \(flow)"] }
        return zip(0..., lines).map { ($0 == 0 ? "- " : "  ") + $1 }
    }

    /// Whether the value is written on one line: a scalar, or a mapping or list of little depth and length.
    private func isShort(after count: Int) -> Bool { depth == 0 || depth < 3 && count + flow.count <= Self.longestLine }

    private var depth: Int {
        switch kind {
        case .scalar: 0
        case .mapping(let members): 1 + (members.map(\.value.depth).max() ?? 0)
        case .sequence(let items): 1 + (items.map(\.depth).max() ?? 0)
        }
    }

    private var flow: String {
        switch kind {
        case .mapping(let members):
            members.isEmpty ? "{}" : "{ \(members.map { "\($0.key.flow): \($0.value.flow)" }.joined(separator: ", ")) }"
        case .sequence(let items): "[\(items.map(\.flow).joined(separator: ", "))]"
        // A number, a Boolean or null stays one, and a text that would be read as one stays in quotes.
        case .scalar(let text, let isPlain):
            text.isPlainScalar || isPlain && (text == "~" || text.allSatisfy { $0.isLetter || $0.isNumber })
                ? text : JSONValue.string(text).serialized()
        }
    }
}
