package import Diagnostics

/// Puts the values of variables in place of `${NAME}` in the texts of a document; `$${` stands for `${` itself.
///
/// Keys are not expanded. A text without quotes is read as what it looks like afterwards, so that a variable can be a number
/// or a truth value, though never null.
package struct VariableExpansion {
    private let variables: [String: String]
    /// The names of variables that were used, each with its value.
    package private(set) var used: [String: String] = [:]
    /// The places of the values that have variables in them, with their texts before and after.
    package private(set) var expanded: [(location: SourceLocation?, written: String, text: String)] = []
    /// What is wrong with variables. The values that are meant stay as they were written.
    package private(set) var problems: [Problem] = []

    /// What is wrong with a variable.
    package struct Problem: Sendable {
        package let code: String
        /// Where the variable is named, and where the value that it is a part of begins.
        package let place: SourceLocation?
        package let value: SourceLocation?
        package let message: String
        package let fix: String
    }

    /// - Parameter variables: by their names.
    package init(_ variables: [String: String]) { self.variables = variables }

    /// A value with its variables expanded, and those of the values inside of it.
    package mutating func expand(_ node: ConfigurationNode) -> ConfigurationNode {
        switch node.kind {
        case .scalar(let text, let isPlain):
            guard text.contains("${"), let expansion = expand(text, of: node) else { return node }
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

    /// The names that stand in `${…}` in a text, whether or not it is a value that they stand in.
    package static func names(in text: String) -> Set<String> {
        Set(
            text.split(separator: "${").dropFirst().compactMap { rest in
                rest.firstIndex(of: "}").map { String(rest[..<$0]) }
            }.filter(isName))
    }

    /// Nil, after what is wrong was noted, where a variable cannot be used.
    private mutating func expand(_ text: String, of node: ConfigurationNode) -> String? {
        var result = ""
        var rest = text[...]
        func problem(_ code: String, _ place: SourceLocation?, _ message: String, fix: String) -> Problem {
            Problem(code: code, place: place, value: node.location, message: message, fix: fix)
        }
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
                    problem(
                        "bad-variable", place, "'${' does not begin the name of a variable here",
                        fix: "Write ${NAME} with letters, digits and underscores, or '$${' for the text '${' itself."))
                return nil
            }
            let name = String(rest[sign.upperBound..<end])
            if let fault = Self.fault(of: variables[name], named: name) {
                problems.append(
                    problem(
                        fault.code, place, "the environment variable '\(name)' \(fault.message)", fix: fault.fix))
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
                "Give it a value where this command runs, or remove the key that it stands behind."
            )
        }
        // A file may not have them either, and a line break would end a header or a line of an email.
        let isControl = value.unicodeScalars.contains { $0.properties.generalCategory == .control || $0 == "\u{FFFD}" }
        guard isControl else { return nil }
        return (
            "bad-variable", "has a line break or another control character, or is not UTF-8",
            "Give it a value of one line where this command runs."
        )
    }

    /// As POSIX has names (IEEE Std 1003.1, section 3.216), in either case.
    private static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return text.utf8.allSatisfy { $0 == 0x5F || (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) }
    }
}
