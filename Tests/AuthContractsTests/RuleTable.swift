import Files
import JSON

/// The cases of `Tests/Rules/rules.json`, which also test the page's script.
enum RuleTable {
    static let emails = cases("emails").map { (expanded(text($0, "text")), flag($0, "valid")) }
    static let requirements = cases("requirements").map {
        (text($0, "requirement"), text($0, "password"), flag($0, "met"))
    }
    static let phones = cases("phones").map { (text($0, "text"), text($0, "sent"), flag($0, "valid")) }
    static let dates = cases("dates").map { (text($0, "text"), flag($0, "valid")) }
    static let shapes = cases("shapes").map {
        (text($0, "shape"), text($0, "pattern"), text($0, "text"), flag($0, "valid"))
    }
    static let copies = cases("copies").map { (text($0, "password"), text($0, "copy"), flag($0, "same")) }

    private static func cases(_ name: String) -> [JSONValue] {
        let file: StaticString = #filePath
        let tests = "\(file)".split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
        guard let bytes = try? FileSystem.read(tests.joined(separator: "/") + "/Rules/rules.json"),
            let cases = try? JSONDocument(parsing: bytes).value[name]?.array, !cases.isEmpty
        else { fatalError("Tests/Rules/rules.json has no '\(name)'") }
        return cases
    }

    private static func text(_ value: JSONValue, _ name: String) -> String {
        guard let text = value[name]?.string else { fatalError("a case has no '\(name)': \(value)") }
        return text
    }

    private static func flag(_ value: JSONValue, _ name: String) -> Bool {
        guard let flag = value[name]?.bool else { fatalError("a case has no '\(name)': \(value)") }
        return flag
    }

    /// Replaces `{64 x}` with 64 letters `x`.
    private static func expanded(_ text: String) -> String {
        guard let open = text.firstIndex(of: "{"), let close = text.firstIndex(of: "}") else { return text }
        let words = text[text.index(after: open)..<close].split(separator: " ")
        guard words.count == 2, let count = Int(words[0]) else { return text }
        return text[..<open] + String(repeating: String(words[1]), count: count) + text[text.index(after: close)...]
    }
}
