import TestSupport
import Testing

@testable import TextEncoding

@Suite struct PercentEncodingTests {
    @Test(
        "every byte but the unreserved characters is encoded, in upper-case digits (RFC 3986, sections 2.1 and 2.3)",
        arguments: RuleTable.cases("encodings", of: "rules").map {
            (RuleTable.text($0, "text"), RuleTable.text($0, "encoded"))
        })
    func encode(text: String, encoded: String) {
        #expect(PercentEncoding.encode(text) == encoded)
        #expect(PercentEncoding.decode(encoded) == text)
    }

    @Test(
        "a set decides what else stays", arguments: [(":/='", "<a='b'>", "%3Ca='b'%3E"), ("", "ab-~", "%61%62%2D%7E")])
    func keeping(kept: String, text: String, encoded: String) {
        let set = kept.isEmpty ? ASCIISet("") : ASCIISet.unreserved.union(ASCIISet(kept))
        #expect(PercentEncoding.encode(text, keeping: set) == encoded)
    }

    @Test(
        "triplets stay where asked for, other percent signs do not",
        arguments: [("%41%zz%", "%41%25zz%25"), ("/a b?c=%20#d", "/a%20b?c=%20#d"), ("%4", "%254")])
    func triplets(text: String, encoded: String) {
        let kept = ASCIISet.unreserved.union(.reserved)
        #expect(PercentEncoding.encode(text, keeping: kept, keepingTriplets: true) == encoded)
    }

    @Test(
        "what is no percent-encoded UTF-8 is not decoded",
        arguments: ["%", "%4", "%zz", "a%2", "%C3", "%FF", "%ED%A0%80", "%C0%AF"])
    func undecodable(text: String) {
        #expect(PercentEncoding.decode(text) == nil)
        #expect(PercentEncoding.decodeIfPossible(text) == text)
    }

    @Test(
        "digits in either case are decoded, and text beside them stays",
        arguments: [("%c3%A9+b", "é+b"), ("é%20", "é ")])
    func decode(text: String, decoded: String) {
        #expect(PercentEncoding.decode(text) == decoded)
    }
}
