import Testing

@testable import TextEncoding

@Suite struct MarkupEscapingTests {
    // XML 1.0, sections 2.4 and 4.6; HTML, section 13.1.2.4.
    @Test(
        "each option escapes its characters, and nothing else",
        arguments: [
            (.markup, "<a href=\"b\" c='d'>&amp;\u{7}", "&lt;a href=\"b\" c='d'&gt;&amp;amp;\u{7}"),
            (.doubleQuotes, "\"'", "&quot;'"), (.singleQuotes, "\"'", "\"&#39;"),
            (.controls, "a\0\t\n\r\u{7F}\u{80}\u{9F}\u{A0}é", "a\u{FFFD}\t\n\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{A0}é"),
            ([.markup, .doubleQuotes, .singleQuotes, .controls], "<\"'\u{1B}>", "&lt;&quot;&#39;\u{FFFD}&gt;"),
            (.markup, "", ""), ([], "<&\u{1}", "<&\u{1}"),
        ] as [(MarkupEscaping, String, String)])
    func append(escaping: MarkupEscaping, text: String, escaped: String) {
        var output = Array("x".utf8)
        escaping.append(text, to: &output)
        #expect(String(decoding: output, as: UTF8.self) == "x" + escaped)
    }

    @Test("text for an element or a double-quoted attribute")
    func escape() {
        #expect(MarkupEscaping.escape("a & \"b\" <c> 'd' é") == "a &amp; &quot;b&quot; &lt;c&gt; 'd' é")
    }
}
