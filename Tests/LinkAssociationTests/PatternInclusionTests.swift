import JSON
import Problems
import TestSupport
import Testing
import TextEncoding

@testable import LinkAssociation

/// Holds claims about patterns against every short text.
@Suite("Claims about all texts that a pattern matches")
struct PatternInclusionTests {
    /// Every text of at most five letters.
    private static let texts = (0..<5).reduce([[""]]) { texts, _ in
        texts + [texts[texts.count - 1].flatMap { [$0 + "a", $0 + "b"] }]
    }.flatMap(\.self)

    @Test("A pattern that includes another one matches all that it matches, and so its sample", arguments: 0..<4)
    func inclusion(seed: Int) {
        var random = SeededGenerator(seed: seed)
        var (proven, refuted) = (0, 0)
        for _ in 0..<2_000 {
            let values = (0..<random.below(4)).map { _ in random.text(from: "ab*?", upTo: random.below(3)) }
            let (outer, inner) = (pattern(&random), pattern(&random))
            var reader = PatternReader(variables: ["v": values], assumptions: [])
            let read = [outer, inner].map { reader.pattern($0, folded: false).elements }
            let matched = Self.texts.filter { NaivePattern.matches($0, inner, values) }
            let isIncluded = matched.allSatisfy { NaivePattern.matches($0, outer, values) }
            if PatternInclusion.certainly(read[0], includes: read[1], reader.variables) {
                #expect(isIncluded, "\(outer) and \(inner) with \(values)")
                proven += 1
            } else if !isIncluded {
                refuted += 1
            }
            if let sample = PatternSample.text(of: read[1], reader.variables) {
                #expect(NaivePattern.matches(sample, inner, values), "\(sample) by \(inner) with \(values)")
            } else {
                #expect(matched.isEmpty, "\(inner) with \(values)")
            }
        }
        #expect(proven > 200 && refuted > 200)
    }

    private func pattern(_ random: inout SeededGenerator) -> String {
        random.text(from: "aab**?$", upTo: 5).map { $0 == "$" ? "$(v)" : String($0) }.joined()
    }

    @Test(
        "An inclusion that elements show one by one is proven",
        arguments: [
            ("*", "", true), ("a*", "a", true), ("a*", "a?b*", true), ("*a*", "ba?", true), ("?*", "$(v)b", true),
            ("?", "$(digit)", true), ("$(alnum)", "$(digit)", true), ("$(digit)", "7", true),
            ("$(lang)", "$(lang)", true),
            ("*$(region)*", "x$(region)", true), ("$(digit)", "$(alnum)", false), ("?", "$(lang)", false),
            ("$(digit)", "a", false), ("a", "a*", false), ("?a", "*a", false), ("$(unknown)", "$(unknown)", false),
        ])
    func proofs(outer: String, inner: String, isProven: Bool) {
        var reader = PatternReader(variables: ["v": ["a", "b"]], assumptions: [])
        let read = [outer, inner].map { reader.pattern($0, folded: false).elements }
        #expect(PatternInclusion.certainly(read[0], includes: read[1], reader.variables) == isProven)
    }

    @Test("A component of which the lint says that it never decides decides about no URL", arguments: 0..<4)
    func unreachable(seed: Int) throws {
        var random = SeededGenerator(seed: seed)
        let codes: Set = ["unreachable-component", "exclude-too-late", "redundant-twin"]
        let queries = ["", "?a", "?a=", "?a=b", "?a=b&a=a", "?b=a&a=b", "?A=B"]
        let addresses = ["", "/a", "/A", "/b", "/a/b", "/ab", "/b/a/b"].flatMap { path in
            queries.flatMap { query in ["", "#a", "#ab"].compactMap { URLParts("https://e.com\(path)\(query)\($0)") } }
        }
        var claims = 0
        for _ in 0..<300 {
            let components = (0..<4).map { _ in component(&random) }
            let value = single(components, variables: ["v": ["a", "b"], "w": ["a*", "b/"]])
            let document = try JSONDocument(parsing: value.serializedBytes())
            let findings = AssociationLint.findings(in: value.serializedBytes()).filter { codes.contains($0.code) }
            let matcher = try #require(AppleAssociationFile(value)).matcher("e.com", "A.b")
            let deciding = Set(addresses.compactMap { matcher.decide($0).component }.map { document.position(of: $0) })
            for finding in findings {
                #expect(!deciding.contains(finding.place), "\(finding.message): \(value.serialized())")
            }
            claims += findings.count
        }
        #expect(claims > 100)
    }

    private func component(_ random: inout SeededGenerator) -> JSONValue {
        let pieces = ["a", "b", "/", "*", "?", "?*", "$(v)", "$(w)", "$(lower)"]
        func pattern() -> JSONValue {
            .string((0...random.below(2)).map { _ in pieces[random.below(pieces.count)] }.joined())
        }
        var component: JSONObject = ["/": .string("/" + (pattern().string ?? ""))]
        if random.below(3) == 0 { component["?"] = random.below(2) == 0 ? pattern() : ["a": pattern()] }
        if random.below(4) == 0 { component["#"] = pattern() }
        if random.below(4) == 0 { component["exclude"] = true }
        if random.below(4) == 0 { component["caseSensitive"] = false }
        return .object(component)
    }
}
