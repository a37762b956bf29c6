package import Configuration
package import Diagnostics
internal import TextEncoding

/// Replaces `${NAME}` in the texts of a document by the values of variables; `$${` is an escaped `${`.
///
/// Keys are not expanded. The type of a text without quotes is decided after the expansion, so that a variable can be a
/// number or a Boolean, but never null.
package struct VariableExpansion {
    private let variables: [String: String]
    private let isOther: (_ keys: [String], _ name: String) -> Bool
    /// The keys of the value that is being expanded, outermost first.
    private var keys: [String] = []
    /// The texts of values that contain variables, as written, by the values' locations.
    package private(set) var written: [SourceLocation: String] = [:]
    /// Problems at variables, each with the location of the value that contains it, which stays as written.
    package private(set) var problems: [(problem: Problem<SourceLocation>, value: SourceLocation)] = []

    package init(
        _ variables: [String: String], isOther: @escaping (_ keys: [String], _ name: String) -> Bool = { _, _ in false }
    ) {
        self.variables = variables
        self.isOther = isOther
    }

    /// A value with the variables in it expanded, recursively.
    package mutating func expand(_ node: ConfigurationNode) -> ConfigurationNode {
        switch node.kind {
        case .scalar(let text, let isPlain):
            guard text.utf8.contains(UInt8(ascii: "$")), text.contains("${"), let location = node.location else {
                return node
            }
            do {
                let expansion = try expand(text, of: node, at: location)
                written[location] = text
                return ConfigurationNode(.scalar(expansion, isPlain: isPlain), inPlaceOf: node, written: text)
            } catch {
                if error.name.map({ isOther(keys, $0) }) != true { problems.append((error, location)) }
                return node
            }
        case .sequence(let items):
            return ConfigurationNode(.sequence(items.map { expand($0) }), inPlaceOf: node, isRemoved: node.isRemoved)
        case .mapping(let members):
            let expanded = members.map { member in
                keys.append(member.key.text ?? "")
                defer { keys.removeLast() }
                return ConfigurationNode.Member(key: member.key, value: expand(member.value))
            }
            return ConfigurationNode(.mapping(expanded), inPlaceOf: node, isRemoved: node.isRemoved)
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

    private func expand(
        _ text: String, of node: ConfigurationNode, at location: SourceLocation
    ) throws(Problem<SourceLocation>) -> String {
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
            let name = rest[sign.upperBound...].prefix { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
            if Self.isName(String(name)), let next = rest[name.endIndex...].first, ":-=?+".contains(next) {
                throw Problem(
                    code: "bad-variable", at: place ?? location,
                    "a variable has no default here: what follows '\(name)' is no part of its name",
                    fix: "Write ${\(name)}, and set it where this command runs.")
            }
            guard let end = rest[sign.upperBound...].firstIndex(of: "}"),
                Self.isName(String(rest[sign.upperBound..<end]))
            else {
                throw Problem(
                    code: "bad-variable", at: place ?? location, "'${' does not begin the name of a variable here",
                    fix: ForeignVariable.first(in: String(rest[sign.lowerBound...])).map { "Write ${\($0.name)}." }
                        ?? "Write ${NAME} with letters, digits and underscores, or '$${' for the text '${' itself.")
            }
            result += before + (try value(of: String(rest[sign.upperBound..<end]), at: place ?? location))
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private func value(of name: String, at place: SourceLocation) throws(Problem<SourceLocation>) -> String {
        guard let value = variables[name] else {
            throw Problem(
                code: "unset-variable", at: place, "the environment variable '\(name)' is not set",
                fix: "Set it where this command runs, or write '$${\(name)}' for the text '${\(name)}' itself.",
                name: name)
        }
        if value.isEmpty {
            throw Problem(
                code: "empty-variable", at: place, "the environment variable '\(name)' is empty",
                fix: "Give it a value where this command runs, or remove its key.")
        }
        // Files cannot contain control characters either, and a line break would end a header or a line of an email.
        if value.unicodeScalars.contains(where: { $0.properties.generalCategory == .control || $0 == "\u{FFFD}" }) {
            throw Problem(
                code: "bad-variable", at: place,
                "the environment variable '\(name)' has a line break or another control character, or is not UTF-8",
                fix: "Give it a value of one line where this command runs.")
        }
        return value
    }

    /// Whether a text is a name by POSIX (IEEE Std 1003.1, section 3.216), in either case.
    private static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !first.isASCIIDigit else { return false }
        return text.utf8.allSatisfy { $0 == 0x5F || $0.isASCIIAlphanumeric }
    }
}
