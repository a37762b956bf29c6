import CommonMark
import Diagnostics
import TestSupport
import Testing

/// A text in which the start of every node is marked, and the nodes in the order of the tree.
struct MarkedMarkdown: Sendable, CustomTestStringConvertible {
    var testDescription: String { text }
    var text: String
    /// The nodes without the document: `paragraph text`.
    var parts: String

    init(_ text: String, _ parts: String) {
        self.text = text
        self.parts = parts
    }

    static let blocks = [
        MarkedMarkdown("📍# 📍One\n\n📍## 📍Two ##\n", "heading text heading text"),
        MarkedMarkdown("  📍### 📍é\n", "heading text"),
        MarkedMarkdown("📍#\t📍One\n", "heading text"),
        MarkedMarkdown("📍#\n", "heading"),
        MarkedMarkdown("📍📍One📍\n📍two\n===\n", "heading text softBreak text"),
        MarkedMarkdown("📍📍One\n---\n📍📍two", "heading text paragraph text"),
        MarkedMarkdown("> 📍📍One\n> ---\n", ""),
        MarkedMarkdown("📍📍One\n\n\n  📍📍two\n", "paragraph text paragraph text"),
        MarkedMarkdown("📍📍📍- 📍📍one\n📍- 📍📍two\n", ""),
        MarkedMarkdown("📍---\n\n📍***\n", "thematicBreak thematicBreak"),
        MarkedMarkdown("📍```yaml\nx\n```\n\n📍    code\n", ""),
        MarkedMarkdown("📍<div>\nx\n</div>\n", "htmlBlock"),
        MarkedMarkdown("📍> 📍📍one📍\n> 📍two\n", "blockQuote paragraph text softBreak text"),
        MarkedMarkdown("📍>📍📍one📍\n>📍two\n", "blockQuote paragraph text softBreak text"),
        MarkedMarkdown("📍> 📍📍one📍\n📍lazy\n", "blockQuote paragraph text softBreak text"),
        MarkedMarkdown("📍> 📍📍one📍\n     📍> lazy\n", "blockQuote paragraph text softBreak text"),
        MarkedMarkdown(
            "📍> 📍> 📍📍one📍\n>📍two📍\n>>📍three\n", "blockQuote blockQuote paragraph text softBreak text softBreak text"),
        MarkedMarkdown("📍📍- 📍📍one📍\n  📍two📍\n📍lazy\n", "list item paragraph text softBreak text softBreak text"),
        MarkedMarkdown(
            "📍📍- 📍> 📍📍one📍\n  > 📍two📍\n     > 📍three\n",
            "list item blockQuote paragraph text softBreak text softBreak text"),
        MarkedMarkdown("📍📍- 📍> 📍📍one📍\n      📍> lazy\n", "list item blockQuote paragraph text softBreak text"),
        MarkedMarkdown(
            "📍📍-   📍> 📍📍one📍\n    > 📍two📍\n        📍> lazy\n",
            "list item blockQuote paragraph text softBreak text softBreak text"),
        MarkedMarkdown("📍📍-\n  📍> 📍📍one📍\n  > 📍two\n", "list item blockQuote paragraph text softBreak text"),
        MarkedMarkdown(
            "📍📍10. 📍📍- 📍> 📍📍one📍\n      > 📍two\n", "list item list item blockQuote paragraph text softBreak text"),
        MarkedMarkdown(
            "📍> 📍📍1) 📍> 📍📍one📍\n>    > 📍two\n", "blockQuote list item blockQuote paragraph text softBreak text"),
        MarkedMarkdown("📍📍-\t📍> 📍📍one📍\n\t> 📍two\n", "list item blockQuote paragraph text softBreak text"),
        MarkedMarkdown("📍>\t📍📍one📍\n>\t📍two\n", "blockQuote paragraph text softBreak text"),
        MarkedMarkdown("[a]: /a\n[b]: /b\n  'title'\n📍📍[📍a]📍\n📍two\n", "paragraph link text softBreak text"),
        MarkedMarkdown("📍> [a]: /a\n> 📍📍[📍a]📍\n📍two\n", "blockQuote paragraph link text softBreak text"),
        MarkedMarkdown("[a]: /a\n📍📍[📍a]\n===\n", "heading link text"),
    ].filter { !$0.parts.isEmpty }

    static let inlines = [
        MarkedMarkdown("📍📍one📍\r\n📍two📍\r📍three\n", "paragraph text softBreak text softBreak text"),
        MarkedMarkdown(
            "📍📍one📍  \n📍two📍\\\n📍three📍\n   📍four\n", "paragraph text lineBreak text lineBreak text softBreak text"),
        MarkedMarkdown("📍📍é 🙂 📍*📍ü*📍 x\n", "paragraph text emphasis text text"),
        MarkedMarkdown("📍📍**📍a 📍*📍b* 📍`c` 📍_📍d_**📍 e", ""),
        MarkedMarkdown("📍📍**📍a 📍*📍b*📍 📍`c`**📍 d", "paragraph strong text emphasis text text code text"),
        MarkedMarkdown("📍📍*📍**📍a**📍 b*", "paragraph emphasis strong text text"),
        MarkedMarkdown("📍📍***📍a***", ""),
        MarkedMarkdown("📍📍*📍*📍a**", ""),
        MarkedMarkdown("📍📍__📍a_b__📍\n📍*📍c*", "paragraph strong text softBreak emphasis text"),
        MarkedMarkdown("📍📍a *b 📍**📍c**📍 d", "paragraph text strong text text"),
        MarkedMarkdown("📍📍`a`📍 📍``b`c``📍 📍`d\n  e`📍 f", "paragraph code text code text code text"),
        MarkedMarkdown("📍📍a &amp; b 📍*📍c* ", "paragraph text emphasis text"),
        MarkedMarkdown("📍📍&nbsp;&#38;&#x26;&copy &unknown; \\* \\a \\\\ 📍`b`", "paragraph text code"),
        MarkedMarkdown("📍📍&ngE; 📍`b`", "paragraph text code"),
        MarkedMarkdown("📍📍[📍a](/b)📍 📍[📍c](</d e> \"f\")📍 g", "paragraph link text text link text text"),
        MarkedMarkdown("📍📍[📍a](\n/b\n  'c\nd'\n)📍 e📍\n📍f", "paragraph link text text softBreak text"),
        MarkedMarkdown("📍📍[📍a](/b (c\nd))📍 📍*📍e*", "paragraph link text text emphasis text"),
        MarkedMarkdown("📍📍[📍a](/b(c)\\)d \"e\\\"f)g\")📍 h", "paragraph link text text"),
        MarkedMarkdown("📍📍[📍a 📍**📍b**📍\n📍c](/d)📍 e", "paragraph link text strong text softBreak text text"),
        MarkedMarkdown(
            "📍📍[📍a]()📍 b 📍![📍c](/d)📍 e 📍[📍![📍f](/g)](/h)", "paragraph link text text image text text link image text"),
        MarkedMarkdown("📍📍<https://a.b/?c&amp;d>📍 e 📍<x@y.z>📍 f", ""),
        MarkedMarkdown("📍📍<📍https://a.b/?c&amp;d\\*>📍 e 📍<📍x@y.z>📍 f", "paragraph link text text link text text"),
        MarkedMarkdown("📍📍a 📍<b c=\"d\ne\">📍 f", "paragraph text html text"),
        MarkedMarkdown("📍📍<!-- a\n   b -->📍 c", ""),
        MarkedMarkdown("📍📍a {{new_password}} b! <c 'd' \"e\" [f] - g... 📍`h`", "paragraph text code"),
        MarkedMarkdown(
            "📍📍[📍a][b]📍 📍[📍B][]📍 📍[📍b]📍 c\n\n[b]: /d\n", "paragraph link text text link text text link text text"),
        MarkedMarkdown("📍# 📍a 📍*📍b*📍 c #\n", "heading text emphasis text text"),
        MarkedMarkdown("📍📍a📍\t\n📍b", "paragraph text softBreak text"),
        MarkedMarkdown("📍📍*📍a*📍 \n📍b", "paragraph emphasis text softBreak text"),
        MarkedMarkdown(
            "📍📍- 📍📍[📍a](/b)📍  \n  📍[📍c](/d\n  \"e\")📍\n 📍[📍f](/g)\n",
            "list item paragraph link text lineBreak link text softBreak link text"),
    ].filter { !$0.parts.isEmpty }
}

@Suite("Markdown's parts")
struct PositionTests {
    private func flat(_ node: MarkdownNode) -> [MarkdownNode] {
        [node] + node.children.flatMap(flat)
    }

    private func name(_ kind: MarkdownNode.Kind) -> String {
        String("\(kind)".prefix { $0 != "(" })
    }

    @Test("of every block stand where they were written", arguments: MarkedMarkdown.blocks)
    func blocks(_ marked: MarkedMarkdown) throws { try check(marked) }

    @Test("of every line stand where they were written", arguments: MarkedMarkdown.inlines)
    func inlines(_ marked: MarkedMarkdown) throws { try check(marked) }

    private func check(_ marked: MarkedMarkdown) throws {
        // The same with other line endings, after front matter, and after a byte order mark.
        for text in [marked.text, marked.text.replacing("\n", with: "\r\n")] {
            for front in ["", "---\ntitle: é\n---\n", "\u{FEFF}"] {
                let text = MarkedText(front + text)
                let offset = front.hasPrefix("-") ? front.utf8.count : 0
                let parts = flat(try Markdown.parse(text.source, from: offset)).dropFirst()
                #expect(parts.map { name($0.kind) }.joined(separator: " ") == marked.parts)
                #expect(parts.map(\.location.told) == text.places)
            }
        }
    }

    @Test("that are links know where their destination stands")
    func destinations() throws {
        let text = MarkedText(
            "é [a](📍/b) [c]( <📍/d e>\n'f') <📍https://g.h> ![i](📍/j) [k] [l](📍)\n\n[k]: /m\n")
        let parts = flat(try Markdown.parse(text.source))
        #expect(parts.compactMap(\.destinationLocation?.told) == text.places)
    }

    @Test(
        "that are texts know where their bytes stand",
        arguments: [
            ("ab📍{{c}}", 2), ("é &amp; \\* 📍{{c}}", 7), ("é &amp; 📍\\* {{c}}", 5), ("é 📍&nbsp; {{c}}", 4), ("📍ab", 0),
            ("ab📍", 2),
        ])
    func bytes(text: String, offset: Int) throws {
        let marked = MarkedText("> " + text)
        let node = try #require(flat(try Markdown.parse(marked.source)).last)
        #expect(node.location(atByte: offset).told == marked.places[0])
    }

    @Test("of the document begin where the text begins")
    func document() throws {
        let source = SourceText(file: "a.md", text: "---\n---\n\n\n# b\n")
        #expect(try Markdown.parse(source, from: 8).location.told == "3:1")
        #expect(try Markdown.parse(source, from: 99).children.isEmpty)
    }

    @Test("of a text from the middle of a line stand in that line")
    func middleOfALine() throws {
        let text = MarkedText("é: 📍*📍a*📍\n📍b")
        let parts = flat(try Markdown.parse(text.source, from: 4)).dropFirst(2)
        #expect(parts.map(\.location.told) == text.places)
    }
}
