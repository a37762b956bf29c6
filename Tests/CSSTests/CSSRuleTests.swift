import CSS
import Testing

@Suite struct CSSRuleTests {
    /// The rules in the form `prelude { property=value }`.
    private static func shown(_ rules: [CSSRule]) -> String {
        rules.map { "\($0.prelude){\(shown($0.declarations))\(shown($0.rules))}" }.joined()
    }

    private static func shown(_ declarations: [CSSDeclaration]) -> String {
        declarations.map { "\($0.property)=\($0.value);" }.joined()
    }

    @Test(
        "a style attribute has the declarations of CSS",
        arguments: [
            ("color: #112233; Margin:0 auto", "color=#112233;margin=0 auto;"), (" ; a ; b: ; c:d ", "c=d;"),
            ("a: url(data:b;base64,c); d: 'e;f:g'", "a=url(data:b;base64,c);d='e;f:g';"),
            ("a: b /* c: d; */ !important", "a=b  !important;"), ("a: b} c: d", "a=b;"), ("", ""),
        ])
    func declarations(text: String, expected: String) {
        #expect(Self.shown(CSSDeclaration.list(text)) == expected)
    }

    @Test(
        "a style sheet has the rules of CSS",
        arguments: [
            ("a, .b { c: d; e: f } g{h:i}", "a, .b{c=d;e=f;}g{h=i;}"),
            ("@media (a: b) { c { d: e } f { g: h } } i { j: k }", "@media (a: b){c{d=e;}f{g=h;}}i{j=k;}"),
            ("/* } */ a { /* } */ b: '}' }", "a{b='}';}"), ("@charset \"a\"; b { c: d }", "b{c=d;}"),
            ("@font-face { a: b }", "@font-face{a=b;}"), ("a { } @media (b) { c {} }", ""), ("a { b: c", "a{b=c;}"),
        ])
    func rules(text: String, expected: String) {
        #expect(Self.shown(CSSRule.list(text)) == expected)
    }
}
