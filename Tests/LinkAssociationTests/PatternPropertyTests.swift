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
            // Beyond 63 characters another implementation of sets is used; the exhaustive matcher is slow there.
            let long = random.below(16) == 0 ? String(repeating: "ab", count: 32) : ""
            let pattern = random.text(from: "ab/*?$", upTo: long.isEmpty ? 8 : 4)
                .map { $0 == "$" ? "$(v)" : String($0) }.joined()
            let path = "/" + random.text(from: "ab/", upTo: 9) + long
            let variables: JSONValue = ["v": .array(values.map(JSONValue.string))]
            let decision = try decide([["/": .string(pattern)]], "https://example.com" + path, variables: variables)
            // Patterns of several stars only are an exception to the rule.
            if pattern.count > 1, pattern.allSatisfy({ $0 == "*" }) { continue }
            let expected = pattern == "*" || Naive.matches(pattern, path, values)
            #expect((decision.outcome == .match) == expected, "\(pattern) with \(values) on \(path)")
        }
    }

    /// An exhaustive matcher of the same language, simple but slow.
    enum Naive {
        static func matches(_ pattern: String, _ path: String, _ values: [String]) -> Bool {
            var steps: [Character] = []
            // A single character stands for the reference while slashes are normalised.
            for piece in pattern.split(separator: "$(v)", omittingEmptySubsequences: false) {
                steps += Array(piece) + ["$"]
            }
            steps.removeLast()
            if steps != ["$"] { steps = normalised(steps) } else { steps = ["/", "$", "/"] }
            return matches(steps[...], normalised(Array(path))[...], values)
        }

        static func normalised(_ text: [Character]) -> [Character] {
            if text.isEmpty { return ["/"] }
            if text.count == 1 { return text }
            var text = text
            for doubled in ["//", "**"] {
                while let index = text.indices.dropLast().first(where: { String([text[$0], text[$0 + 1]]) == doubled })
                {
                    text.remove(at: index)
                }
            }
            if text.first != "*", text.first != "/" { text.insert("/", at: 0) }
            if text == ["*"] || (text.last != "*" && text.last != "/") { text.append("/") }
            return text
        }

        static func matches(_ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>, _ values: [String]) -> Bool
        {
            guard let first = pattern.first else { return text.isEmpty }
            let rest = pattern.dropFirst()
            switch first {
            case "*": return (text.startIndex...text.endIndex).contains { matches(rest, text[$0...], values) }
            case "?": return !text.isEmpty && matches(rest, text.dropFirst(), values)
            case "$": return values.contains { matches(Array($0) + rest, text, values) }
            default: return text.first == first && matches(rest, text.dropFirst(), values)
            }
        }

        private static func matches(_ pattern: [Character], _ text: ArraySlice<Character>, _ values: [String]) -> Bool {
            matches(pattern[...], text, values)
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
