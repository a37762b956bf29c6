import CSS
import Testing

@Suite struct CSSTokenizerTests {
    /// The tokens of a text, one line each: kind and text as resolved, or the bytes of tokens without a text.
    private static func shown(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        return CSSTokenizer(bytes).compactMap { token in
            let written = String(decoding: bytes[token.range], as: UTF8.self)
            return switch token.kind {
            case .whitespace: nil
            case .comment(let isClosed): isClosed ? "comment" : "comment unclosed"
            case .identifier(let name): "name \(name)"
            case .function(let name): "function \(name)"
            case .atKeyword(let name): "at \(name)"
            case .string(let text, let isClosed): "string \(text)\(isClosed ? "" : " unclosed")"
            case .url(let address): "url \(address)"
            case .value: "value \(written)"
            case .opening, .closing, .colon, .semicolon, .delimiter: written
            }
        }
    }

    @Test(
        "a text has the tokens of CSS Syntax 3",
        arguments: [
            ("a{b:c}", ["name a", "{", "name b", ":", "name c", "}"]),
            ("--a: var( --b )", ["name --a", ":", "function var", "name --b", ")"]),
            ("-a -1 - a>b", ["name -a", "-", "value 1", "-", "name a", ">", "name b"]),
            ("12px 1e-3 .5% 1.a", ["value 12px", "value 1e-3", ".", "value 5", "%", "value 1", ".", "name a"]),
            ("1url(a)", ["value 1url", "(", "name a", ")"]),
            ("#fff #1-2 # x", ["value #fff", "value #1-2", "#", "name x"]),
            ("#url(a)", ["value #url", "(", "name a", ")"]),
            ("@media (min-width:1px)", ["at media", "(", "name min-width", ":", "value 1px", ")"]),
            ("@\\69mport '\\41 b\\\nc'", ["at import", "string Abc"]),
            ("@ a", ["@", "name a"]),
            ("/* ; */a/**/b/*", ["comment", "name a", "comment", "name b", "comment unclosed"]),
            ("'a\"b' \"a'b\"", ["string a\"b", "string a'b"]),
            ("'a\nb", ["string a unclosed", "name b"]),
            ("'a", ["string a unclosed"]), ("'a\\", ["string a unclosed"]), ("'a\\\r\nb'", ["string ab"]),
            ("URL( a.png )b", ["url a.png", "name b"]),
            ("u\\72l(a\\)b)", ["url a)b"]), ("u\\000072 L(a)", ["url a"]),
            ("url(/* a) b", ["url /* a", "name b"]), ("url( 'a' )", ["function url", "string a", ")"]),
            ("url(a b \"c)", ["url a b \"c"]), ("url(a", ["url a"]), ("url()", ["url "]),
            ("a\\:b é\\E9 \\0 \\110000 ", ["name a:b", "name éé\u{FFFD}\u{FFFD}"]),
            ("\\\n\\", ["\\", "\\"]), ("", []),
        ])
    func tokens(text: String, expected: [String]) {
        #expect(Self.shown(text) == expected)
    }

    @Test(
        "tokens cover every byte in order",
        arguments: ["a{b:'c", "\\", "'\\", "url(", "@", "#", "/*", "-", "+.", "é\\", "\u{1}"])
    func coverage(text: String) {
        var end = 0
        for token in CSSTokenizer(Array(text.utf8)) {
            #expect(token.range.lowerBound == end && !token.range.isEmpty)
            end = token.range.upperBound
        }
        #expect(end == text.utf8.count)
    }
}
