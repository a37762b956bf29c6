package import Configuration
package import Diagnostics
internal import TextEncoding

/// Replaces `${NAME}` in the texts of a document by the values of variables; `$${` is an escaped `${`.
///
/// Keys are not expanded. The type of a text without quotes is decided after the expansion, so that a variable can be a
/// number or a Boolean, but never null.
package struct VariableExpansion {
    private let variables: [String: String]
    /// The variables that were used, with their values.
    package private(set) var used: [String: String] = [:]
    /// The locations of the values that contain variables, with their texts before and after.
    package private(set) var expanded: [(location: SourceLocation?, written: String, text: String)] = []
    /// Problems with variables: the location of the variable, and that of the value that contains it, which stays as
    /// written.
    package private(set) var problems:
        [(code: String, place: SourceLocation?, value: SourceLocation?, message: String, fix: String)] = []

    /// - Parameter variables: the values by name.
    package init(_ variables: [String: String]) { self.variables = variables }

    /// A value with the variables in it expanded, recursively.
    package mutating func expand(_ node: ConfigurationNode) -> ConfigurationNode {
        switch node.kind {
        case .scalar(let text, let isPlain):
            guard text.utf8.contains(UInt8(ascii: "$")), text.contains("${"), let expansion = expand(text, of: node)
            else { return node }
            expanded.append((node.location, text, expansion))
            return ConfigurationNode(.scalar(expansion, isPlain: isPlain), inPlaceOf: node, written: text)
        case .sequence(let items):
            return ConfigurationNode(.sequence(items.map { expand($0) }), inPlaceOf: node, isRemoved: node.isRemoved)
        case .mapping(let members):
            return ConfigurationNode(
                .mapping(members.map { ConfigurationNode.Member(key: $0.key, value: expand($0.value)) }),
                inPlaceOf: node, isRemoved: node.isRemoved)
        }
    }

    /// Whether a scalar in a value may contain variables.
    package static func isNeeded(for node: ConfigurationNode) -> Bool {
        switch node.kind {
        case .scalar(let text, _): text.utf8.contains(UInt8(ascii: "$"))
        case .sequence(let items): items.contains(where: isNeeded)
        case .mapping(let members): members.contains { isNeeded(for: $0.value) }
        }
    }

    /// The names in `${…}` anywhere in a text, even outside values.
    package static func names(in text: String) -> Set<String> {
        // A search by characters is slow, and few files have any.
        guard text.utf8.contains(UInt8(ascii: "$")) else { return [] }
        return Set(
            text.split(separator: "${").dropFirst().compactMap { rest in
                rest.firstIndex(of: "}").map { String(rest[..<$0]) }
            }.filter(isName))
    }

    /// Expands a text; nil, after noting the problem, if a variable cannot be used.
    private mutating func expand(_ text: String, of node: ConfigurationNode) -> String? {
        var result = ""
        var rest = text[...]
        while let sign = rest.firstRange(of: "${") {
            let before = rest[..<sign.lowerBound]
            if before.last == "$" {
                result += before.dropLast() + "${"
                rest = rest[sign.upperBound...]
                continue
            }
            let place = node.location(atByte: text.utf8.distance(from: text.startIndex, to: sign.lowerBound))
            guard let end = rest[sign.upperBound...].firstIndex(of: "}"),
                Self.isName(String(rest[sign.upperBound..<end]))
            else {
                problems.append(
                    (
                        "bad-variable", place, node.location, "'${' does not begin the name of a variable here",
                        "Write ${NAME} with letters, digits and underscores, or '$${' for the text '${' itself."
                    ))
                return nil
            }
            let name = String(rest[sign.upperBound..<end])
            if let fault = Self.fault(of: variables[name], named: name) {
                let message = "the environment variable '\(name)' \(fault.message)"
                problems.append((fault.code, place, node.location, message, fault.fix))
                return nil
            }
            let value = variables[name] ?? ""
            used[name] = value
            result += before + value
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static func fault(of value: String?, named name: String) -> (code: String, message: String, fix: String)? {
        guard let value else {
            return (
                "unset-variable", "is not set",
                "Set it where this command runs, or write '$${\(name)}' for the text '${\(name)}' itself."
            )
        }
        if value.isEmpty {
            return (
                "empty-variable", "is empty",
                "Give it a value where this command runs, or remove its key."
            )
        }
        // Files cannot contain control characters either, and a line break would end a header or a line of an email.
        let isControl = value.unicodeScalars.contains { $0.properties.generalCategory == .control || $0 == "\u{FFFD}" }
        guard isControl else { return nil }
        return (
            "bad-variable", "has a line break or another control character, or is not UTF-8",
            "Give it a value of one line where this command runs."
        )
    }

    /// Whether a text is a name by POSIX (IEEE Std 1003.1, section 3.216), in either case.
    private static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !first.isASCIIDigit else { return false }
        return text.utf8.allSatisfy { $0 == 0x5F || $0.isASCIIAlphanumeric }
    }
}
