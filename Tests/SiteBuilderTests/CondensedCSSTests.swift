import Diagnostics
import Testing

@testable import SiteBuilder

@Suite struct CondensedCSSTests {
    @Test(
        "only what people need goes",
        arguments: [
            ("a { color: red; }", "a{color:red}"),
            ("a {\n    color : red;\n    margin: 0 auto\n}\n", "a{color : red;margin:0 auto}"),
            ("/* a */ a, b { x: 1 } /* b", "a,b{x:1}"),
            ("a :hover { x: y }", "a :hover{x:y}"),
            ("a:hover b::before { x: y }", "a:hover b::before{x:y}"),
            ("a + b, c ~ d > e { x: y }", "a+b,c~d>e{x:y}"),
            ("a:not(b + c) { x: y !important }", "a:not(b + c){x:y!important}"),
            ("@media (min-width: 40rem) { a { x: y } }", "@media (min-width:40rem){a{x:y}}"),
            ("a { width: calc(1px + 2px) }", "a{width:calc(1px + 2px)}"),
            ("a { --x: y }", "a{--x:y}"),
            ("a { content: \"{ ; /* \\\" }  \" ; x: ' ' }", "a{content:\"{ ; /* \\\" }  \";x:' '}"),
            ("a { x: y } ;", "a{x:y};"),
            ("", ""), ("  ", ""), ("/*", ""), ("a { content: \"", "a{content:\""),
        ])
    func condensed(css: String, expected: String) {
        #expect(CondensedCSS.text(of: css) == expected)
    }

    @Test("what is condensed stays as it is")
    func twice() throws {
        let sheet = try #require(TemplateSources.embedded.source(of: "pages/page.css"))
        let once = CondensedCSS.text(of: sheet.text)
        #expect(CondensedCSS.text(of: once) == once)
        #expect(!once.contains("  ") && !once.contains("\n") && !once.contains("/*"))
    }
}
