import CSS
import Testing

@Suite struct CSSFindingTests {
    private static func shown(_ text: String) -> [String] {
        CSSFinding.all(in: Array(text.utf8)).map { finding in
            let what =
                switch finding.kind {
                case .importRule: "import"
                case .address(let address, let function, let isFont): "\(function) \(address)\(isFont ? " font" : "")"
                case .unclosedComment: "unclosed comment"
                case .unclosedString: "unclosed string"
                case .unclosed(let bracket): "unclosed \(Unicode.Scalar(bracket))"
                case .unopened(let bracket): "unopened \(Unicode.Scalar(bracket))"
                }
            return "\(finding.offset): \(what)"
        }
    }

    @Test(
        "what a style sheet loads, and what breaks it, is found where it is",
        arguments: [
            ("a { b: c(d, e[f]) } @media (g) { h {} }", []),
            ("a{b:url(c)}", ["4: url c"]), ("a{b:URL( 'c' )}", ["4: url c"]), ("b: u\\72l(c)", ["3: url c"]),
            ("a{b:\"url(c)\"} /* url(d) */", []), ("a{b:1url(c)}", []),
            ("a{b:image-set('c' 1x,url(d) 2x)}", ["4: image-set c", "21: url d"]),
            ("a{b:image-set('c' type('image/png'))}", ["4: image-set c"]),
            ("a{b:-webkit-image-set(var(--c) 1x)}", ["4: -webkit-image-set var()"]),
            ("a{b:src('c');d:image(red);e:format('f')}", ["4: src c"]),
            ("@import 'a';@\\49MPORT url(b)", ["0: import", "12: import", "22: url b"]),
            ("@font-face{src:local('a'),url(b)}c{d:url(e)}", ["26: url b font", "37: url e"]),
            ("@namespace a url(b);c{d:url(e)}", ["24: url e"]), ("@namespace a url('b');", []),
            ("a{b:'c\n}", ["4: unclosed string"]), ("a{}/*", ["3: unclosed comment"]),
            ("a{b:(c}", ["6: unopened }", "4: unclosed ("]), ("a}{", ["1: unopened }", "2: unclosed {"]),
            ("a{b:c(", ["5: unclosed ("]),
        ])
    func findings(text: String, expected: [String]) {
        #expect(Self.shown(text) == expected)
    }
}
