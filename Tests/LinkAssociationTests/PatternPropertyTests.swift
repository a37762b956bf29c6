import AppLinks
import JSON
import LinkAssociation
import TestSupport
import Testing
import TextEncoding

/// Matches random patterns against random paths, and compares the results with those of an exhaustive matcher.
@Suite("Random patterns")
struct PatternPropertyTests {
    @Test("An exhaustive matcher agrees", arguments: 0..<4)
    func agreement(seed: Int) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<1_000 {
            let values = (0..<random.below(4)).map { _ in random.text(from: "ab/*?", upTo: 4) }
            let pattern = random.text(from: "ab/*?$", upTo: 8).map { $0 == "$" ? "$(v)" : String($0) }.joined()
            let path = "/" + random.text(from: "ab/", upTo: 9)
            let variables: JSONValue = ["v": .array(values.map(JSONValue.string))]
            let decision = try decide([["/": .string(pattern)]], "https://example.com" + path, variables: variables)
            // Patterns of several stars only are an exception to the rule.
            if pattern.count > 1, pattern.allSatisfy({ $0 == "*" }) { continue }
            let expected = pattern == "*" || NaivePattern.matches(path: path, pattern, values)
            #expect((decision.outcome == .match) == expected, "\(pattern) with \(values) on \(path)")
        }
    }

    @Test("Any file and any URL result in a decision", arguments: 0..<4)
    func robustness(seed: Int) throws {
        var random = SeededGenerator(seed: seed + 100)
        let pieces = [
            "{", "}", "[", "]", ":", ",", "\"", "\"/\"", "\"?\"", "\"#\"", "\"applinks\"", "\"details\"", "\"appIDs\"",
            "\"components\"", "\"paths\"", "\"A.b\"", "\"*\"", "\"$(\"", "\"$(lang)*?\"", "1", "true", "null",
            "\\ud800", "\u{0}",
        ]
        for _ in 0..<500 {
            let text = (0..<random.below(30)).map { _ in pieces[random.below(pieces.count)] }.joined()
            _ = LinkMatchProtocol.answer(to: Array(text.utf8))
            _ = LinkMatchProtocol.answer(
                to: (0..<random.below(40)).map { _ in UInt8(truncatingIfNeeded: random.next()) })
            let address = random.text(from: "https://example.com/%zF2?#&=é\u{0}@[]:{}*$()", upTo: 60)
            if let parsed = URLParts("https://example.com/" + address) {
                _ = try decide(
                    [["/": .string(address), "?": ["a": .string(address)], "#": "*a"]], "https://example.com/" + address
                )
                _ = AndroidRules([["/": .string("/" + address), "?": ["a": "*"]]]).decide(parsed)
            }
            _ = URLParts(address)
            if let template = try? URLTemplate(parsing: "/" + address) {
                let values = Dictionary(uniqueKeysWithValues: template.parameters.map { ($0, address + "x") })
                if let filled = template.expanded(with: values), let parsed = URLParts("https://e.com" + filled) {
                    #expect(template.parameters(of: parsed) == values, "\(template.text)")
                }
            }
        }
    }
}

extension SeededGenerator {
    mutating func text(from characters: String, upTo length: Int) -> String {
        let characters = Array(characters)
        return String((0..<below(length + 1)).map { _ in characters[below(characters.count)] })
    }
}
