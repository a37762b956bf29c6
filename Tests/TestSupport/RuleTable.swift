import Files
package import JSON

/// The cases of `Tests/Rules`, which also test the scripts of pages and of hosts.
package enum RuleTable {
    /// The cases of one rule, at least one.
    package static func cases(_ name: String, of table: String = "rules") -> [JSONValue] {
        let file: StaticString = #filePath
        let tests = "\(file)".split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
        guard let bytes = try? FileSystem.read(tests.joined(separator: "/") + "/Rules/\(table).json"),
            let cases = try? JSONDocument(parsing: bytes).value[name]?.array, !cases.isEmpty
        else { fatalError("Tests/Rules/\(table).json has no '\(name)'") }
        return cases
    }

    /// A text of a case.
    package static func text(_ value: JSONValue, _ name: String) -> String {
        guard let text = value[name]?.string else { fatalError("a case has no '\(name)': \(value)") }
        return text
    }

    /// A number of a case.
    package static func number(_ value: JSONValue, _ name: String) -> Int {
        guard let number = value[name]?.int else { fatalError("a case has no '\(name)': \(value)") }
        return number
    }

    /// A truth value of a case.
    package static func flag(_ value: JSONValue, _ name: String) -> Bool {
        guard let flag = value[name]?.bool else { fatalError("a case has no '\(name)': \(value)") }
        return flag
    }

    /// An email of a case, with `{64 x}` replaced by 64 letters `x`.
    package static func email(_ value: JSONValue) -> String {
        let text = text(value, "text")
        guard let open = text.firstIndex(of: "{"), let close = text.firstIndex(of: "}") else { return text }
        let words = text[text.index(after: open)..<close].split(separator: " ")
        guard words.count == 2, let count = Int(words[0]) else { return text }
        return text[..<open] + String(repeating: String(words[1]), count: count) + text[text.index(after: close)...]
    }
}
