import CommonMark
import Diagnostics
import TestSupport
import Testing

@Suite("Markdown")
struct TreeTests {
    private func parse(_ text: String) throws -> MarkdownNode {
        try Markdown.parse(SourceText(file: "test.md", text: text))
    }

    /// A tree on one line.
    private func outline(_ node: MarkdownNode) -> String {
        let kind = "\(node.kind)".replacing("MarkdownNode.Kind.", with: "")
        return node.children.isEmpty ? kind : "\(kind)[\(node.children.map(outline).joined(separator: ", "))]"
    }

    @Test(
        "is read as CommonMark",
        arguments: [
            ("# a\n", "heading(level: 1)[text(\"a\")]"),
            (
                "a *b* **c** `d`",
                "paragraph[text(\"a \"), emphasis[text(\"b\")], text(\" \"), strong[text(\"c\")], text(\" \"), code(\"d\")]"
            ),
            ("a  \nb\nc", "paragraph[text(\"a\"), lineBreak, text(\"b\"), softBreak, text(\"c\")]"),
            (
                "3. a\n4. b",
                "list(ordered: true, start: 3, tight: true)[item[paragraph[text(\"a\")]], item[paragraph[text(\"b\")]]]"
            ),
            (
                "- a\n\n- b",
                "list(ordered: false, start: 0, tight: false)[item[paragraph[text(\"a\")]], item[paragraph[text(\"b\")]]]"
            ),
            ("> a", "blockQuote[paragraph[text(\"a\")]]"),
            ("```x y\na\n```", "codeBlock(info: \"x y\", literal: \"a\\n\")"),
            ("    a", "codeBlock(info: \"\", literal: \"a\\n\")"),
            ("***", "thematicBreak"),
            ("<div onclick=x>\n", "htmlBlock(\"<div onclick=x>\\n\")"),
            ("a <b onclick=x>c</b>", "paragraph[text(\"a \"), html(\"<b onclick=x>\"), text(\"c\"), html(\"</b>\")]"),
            ("[a](/b?c={d} \"e…\")", "paragraph[link(destination: \"/b?c={d}\", title: \"e…\")[text(\"a\")]]"),
            (
                "[a](run:reset-password)",
                "paragraph[link(destination: \"run:reset-password\", title: \"\")[text(\"a\")]]"
            ),
            ("![a](/b)", "paragraph[image(destination: \"/b\", title: \"\")[text(\"a\")]]"),
            ("[a]\n\n[a]: #b 'c'", "paragraph[link(destination: \"#b\", title: \"c\")[text(\"a\")]]"),
            ("<https://a.b>", "paragraph[link(destination: \"https://a.b\", title: \"\")[text(\"https://a.b\")]]"),
            ("For: {{email}} and {{a_b}}, {{c_d}}", "paragraph[text(\"For: {{email}} and {{a_b}}, {{c_d}}\")]"),
            ("\"a\" -- b... 'c'", "paragraph[text(\"\\\"a\\\" -- b... \\'c\\'\")]"),
            ("a &amp; \\* [b] &copy;", "paragraph[text(\"a & * [b] ©\")]"),
            (
                "a\\](b) `](c)` [d](/e)",
                "paragraph[text(\"a](b) \"), code(\"](c)\"), text(\" \"), link(destination: \"/e\", title: \"\")[text(\"d\")]]"
            ),
            ("[x] (see below) and [y]", "paragraph[text(\"[x] (see below) and [y]\")]"),
        ])
    func isRead(text: String, expected: String) throws {
        #expect(try parse(text).children.map(outline).joined(separator: " ") == expected)
    }

    @Test("gives its words without the markup")
    func plainText() throws {
        let text = "# a *b* `c`\n\nd\ne  \nf [g](/h)\n\n- i\n- j &amp; k\n"
        #expect(try parse(text).plainText == "a b c\nd e\nf g\ni\nj & k")
    }

    @Test(
        "reports what was meant as a link and is text",
        arguments: [
            ("[x](/a?b={📍 t })", "an address cannot contain spaces | Write (/a?b={t})."),
            ("a\n> - b [x](run:{{📍 t }}) c", "an address cannot contain spaces | Write (run:{{t}})."),
            ("[x](/a📍 b)", "an address cannot contain spaces | Write %20 for a space, and quotes around a title."),
            (
                "[x](run:a📍 | B c…)",
                "an address cannot contain spaces | Write (run:a \"B c…\"): the label while it runs is in quotes."
            ),
            ("[x](/a 📍\"b)", "the title of this link is never closed | Close it with '\"'."),
            ("[x](run:a 📍„b\")", "the title of a link needs straight quotes | Write \"…\" around it."),
            ("[x](run:a 📍«b»)", "the title of a link needs straight quotes | Write \"…\" around it."),
            (
                "[x]({{📍 reset_url }})",
                "an address cannot contain spaces | Write ({{link}}) for the link of an email, or the path of a page: nothing is computed in an address."
            ),
            ("[x](/a 📍“b”)", "the title of a link needs straight quotes | Write \"…\" around it."),
            ("é 📍[x](/a", "the address of this link is never closed | Close it with ')'."),
            ("é x📍](/a)", "this link has no '[' | Write [words](/address)."),
            ("📍[a [b](/c) d](/e)", "a link cannot contain another link | Take the inner link out."),
            ("📍[x](<a)", "this link cannot be read | Write [words](/address), or \\] where a bracket is meant."),
            (
                "📍[x] (/a)",
                "there is something between the words of this link and its address | Remove what is between ']' and '('."
            ),
            (
                "📍[x]\n(#sent)",
                "there is something between the words of this link and its address | Remove what is between ']' and '('."
            ),
            ("📍[x][y]", "the reference 'y' is not defined | Write the address after the words: [words](/address)."),
            ("📍[x][]", "the reference 'x' is not defined | Write the address after the words: [words](/address)."),
            (
                "a\n📍[x]: /b",
                "this is not the definition of a link | Put an empty line before it, and no spaces into the address."
            ),
            (
                "📍[x]: /b?c={ d }",
                "this is not the definition of a link | Put an empty line before it, and no spaces into the address."
            ),
            (
                "📍[x] ({{link}})",
                "there is something between the words of this link and its address | Remove what is between ']' and '('."
            ),
            (
                "a\n📍[x y]",
                "these words in brackets have no address | Write it after them: [words](/address). Of a placeholder, write what belongs there; and \\[ for the sign itself."
            ),
            ("📍[x y]{/a}", "the address of this link is not in parentheses | Write it as [words](/address)."),
            ("📍[x y] /a", "the address of this link is not in parentheses | Write it as [words](/address)."),
            ("📍![x](/a", "the address of this link is never closed | Close it with ')'."),
        ])
    func brokenLinks(text: String, expected: String) {
        let marked = MarkedText(text.replacing("📍!", with: "!📍"))
        let report = #expect(throws: DiagnosticReport.self) { try Markdown.parse(marked.source) }
        #expect(report?.diagnostics.map(\.told) == ["\(marked.places[0]): \(expected)"])
    }

    @Test("reports every broken link at once")
    func everyBrokenLink() {
        let source = SourceText(file: "a.md", text: "[x](/a b)\n\n> [y](/c\n")
        let report = #expect(throws: DiagnosticReport.self) { try Markdown.parse(source) }
        #expect(
            report?.diagnostics == [
                Diagnostic(
                    code: "broken-link", file: "a.md", line: 1, column: 7, message: "an address cannot contain spaces",
                    excerpt: "[x](/a b)", fix: "Write %20 for a space, and quotes around a title."),
                Diagnostic(
                    code: "broken-link", file: "a.md", line: 3, column: 3,
                    message: "the address of this link is never closed", excerpt: "> [y](/c", fix: "Close it with ')'."),
            ])
    }

    @Test("with bytes that are no text is refused")
    func refusesBytes() {
        for (bytes, expected) in [
            ([0x61, 0x0A, 0x62, 0xC3, 0x28], "2:2: the byte 0xC3 is not UTF-8 | Save the file as UTF-8."),
            ([0x61, 0x00, 0x62], "1:2: the character U+0000 is not allowed | Remove it."),
            ([0x61, 0x1B, 0x62], "1:2: the character U+001B is not allowed | Remove it."),
        ] as [([UInt8], String)] {
            let report = #expect(throws: DiagnosticReport.self) {
                try Markdown.parse(SourceText(file: "a.md", bytes: bytes))
            }
            #expect(report?.diagnostics.map(\.told) == [expected])
        }
    }

    @Test("before the offset is ignored")
    func ignoresTheFront() throws {
        let source = SourceText(file: "a.md", bytes: [0xFF, 0x00, 0x0A] + Array("# a".utf8))
        #expect(try Markdown.parse(source, from: 3).plainText == "a")
    }

    @Test(
        "that nests without end is refused or read, and never overflows the stack",
        arguments: [
            ">", "[", "*", "**a ", "_", "- ", "`", "<", "![", "](", "*a _b ", "[a](", "\\", "&", "{{", "!", "#",
        ])
    func deepNesting(mark: String) {
        for closing in ["", "a", String(repeating: mark == "[" ? "](/b)" : "*", count: 20_000)] {
            let text = String(repeating: mark, count: 100_000 / mark.utf8.count) + closing
            do {
                _ = try parse(text)
            } catch let report as DiagnosticReport {
                #expect(!report.diagnostics.isEmpty)
            } catch {
                Issue.record(error)
            }
        }
    }

    @Test("nested too deep says so")
    func tooDeep() {
        for (text, expected) in [
            (String(repeating: ">", count: 100_000), "1:101: blocks are nested more than 100 deep"),
            (
                String(repeating: "*a **b ", count: 60) + String(repeating: "c** d*", count: 60),
                "1:345: markup is nested more than 100 deep"
            ),
        ] {
            let report = #expect(throws: DiagnosticReport.self) { try parse(text) }
            #expect(report?.diagnostics.map(\.told) == [expected])
        }
    }
}
