import Testing

@testable import TextEncoding

@Suite struct FormItemsTests {
    // URL Standard, section 5.1.
    @Test(
        "a text is split at ampersands and first equals signs, and decoded",
        arguments: [
            ("", []), ("a=b&c=d", ["a", "b", "c", "d"]), ("a", ["a", ""]), ("=b", ["", "b"]), ("a=b=c", ["a", "b=c"]),
            ("&&a=1&", ["a", "1"]), ("a+b=c%2Bd", ["a b", "c+d"]), ("a=%zz%4", ["a", "%zz%4"]),
            ("a=%C3%A9", ["a", "é"]),
            ("a=%FF", ["a", "\u{FFFD}"]), ("a=1&a=2", ["a", "1", "a", "2"]),
        ])
    func parse(text: String, items: [String]) {
        #expect(FormItems(text).items.flatMap { [$0.name, $0.value] } == items)
    }

    @Test("the first value of a name counts")
    func first() {
        #expect(FormItems("a=1&a=2")["a"] == "1")
        #expect(FormItems("a=1&a=2")["b"] == nil)
    }

    @Test(
        "spaces are written as plus signs, everything but the unreserved characters as triplets",
        arguments: [("a b", "a+b"), ("a+b", "a%2Bb"), ("%20", "%2520"), ("é*~", "%C3%A9%2A~")])
    func encode(text: String, encoded: String) {
        #expect(FormItems.encode(text) == encoded)
        #expect(FormItems.decode(encoded) == text)
    }

    @Test("pairs keep their order")
    func pairs() {
        #expect(FormItems.encode([("b", "1 2"), ("a", "&")]) == "b=1+2&a=%26")
        #expect(FormItems.encode([("b c", "1 2"), ("a", "+")], spaces: .percent) == "b%20c=1%202&a=%2B")
    }

    @Test(
        "a query's items are as written, empty ones included",
        arguments: [
            ("", [("", "")]), ("a=%20&&b", [("a", "%20"), ("", ""), ("b", "")]), ("é=é", [("é", "é")]),
            ("&", [("", ""), ("", "")]), ("=", [("", "")]), ("a=b=c&d==", [("a", "b=c"), ("d", "=")]),
            ("a=\u{301}b", [("a", "\u{301}b")]), ("a=", [("a", "")]), ("a&", [("a", ""), ("", "")]),
        ])
    func written(query: String, items: [(String, String)]) {
        #expect(
            QueryItem.items(of: query).map { [$0.name, $0.value] } == items.map { [Substring($0), Substring($1)] })
    }
}
