import Diagnostics
import JSON
import Testing

@Suite struct DiagnosticPrinterTests {
    let printer = DiagnosticPrinter(colors: false)
    let source = SourceText(file: "Site/a/b.md", text: "---\ntitel: x\n---\n")

    @Test("a diagnostic shows its place, the line with a caret, and the fix")
    func whole() {
        let diagnostic = source.diagnostic(
            code: "unknown-key", at: 4, "unknown key 'titel'", fix: "Did you mean 'title'?")
        #expect(
            printer.text(diagnostic) == """
                Site/a/b.md:2:1: error: unknown key 'titel'
                  2 | titel: x
                    | ^
                  fix: Did you mean 'title'?

                """)
    }

    @Test("a diagnostic about a whole file has no line, and one about nothing has no file")
    func partial() {
        #expect(
            printer.text(Diagnostic(.warning, code: "c", file: "Site", message: "no apps"))
                == "Site: warning: no apps\n")
        #expect(printer.text(Diagnostic(.note, code: "c", message: "nothing to do")) == "note: nothing to do\n")
    }

    @Test("the caret is below its character, also after wide and combining ones")
    func caret() {
        let source = SourceText(file: "f", text: "\tgrüße 😀 x")
        let offset = Array("\tgrüße 😀 ".utf8).count
        #expect(
            printer.text(source.diagnostic(code: "c", at: offset, "m")) == """
                f:1:15: error: m
                  1 |  grüße 😀 x
                    |          ^

                """)
    }

    @Test(
        "a line of a megabyte is cut around the column, at whole characters",
        arguments: ["a", "é", "€", "😀"], [0, 1, 100, 250, 500, 250_000, 499_999, 500_000])
    func long(character: String, count: Int) throws {
        let before = String(repeating: character, count: count)
        let source = SourceText(file: "f", text: before + "!" + String(repeating: "b", count: 500_000 - count))
        let diagnostic = source.diagnostic(code: "c", at: before.utf8.count, "m")
        #expect(try #require(diagnostic.excerpt).utf8.count <= 1_000)
        let lines = printer.text(diagnostic).split(separator: "\n").map(Array.init)
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { $0.count < 200 && !$0.contains("\u{FFFD}") })
        let caret = try #require(lines[2].firstIndex(of: "^"))
        #expect(lines[1][caret] == "!")
    }

    @Test("control and bidirectional characters reach no terminal")
    func hostile() {
        let text = printer.text(Diagnostic(code: "c", file: "f\u{1B}[2J", message: "a\nb\u{202E}c", fix: "\u{7}"))
        #expect(text == "f\u{FFFD}[2J: error: a\u{FFFD}b\u{FFFD}c\n  fix: \u{FFFD}\n")
    }

    @Test("colours are used only on request")
    func colors() {
        let diagnostic = Diagnostic(code: "c", file: "f", message: "m")
        #expect(
            DiagnosticPrinter(colors: true).text(diagnostic)
                == "\u{1B}[1mf:\u{1B}[0m \u{1B}[1;31merror:\u{1B}[0m \u{1B}[1mm\u{1B}[0m\n")
    }

    @Test("a report is in the order of places, each diagnostic once")
    func report() {
        let late = Diagnostic(code: "c", file: "b", line: 2, column: 1, message: "late")
        let early = Diagnostic(code: "c", file: "b", line: 1, column: 9, message: "early")
        let other = Diagnostic(code: "c", file: "a", message: "other")
        #expect(DiagnosticReport([late, early, other, late]).sorted == [other, early, late])
    }

    @Test("the JSON form has every member, with null for unknown values")
    func json() {
        let report = DiagnosticReport([source.diagnostic(code: "unknown-key", at: 4, "unknown key 'titel'")])
        #expect(
            report.json().serialized()
                == #"{"diagnostics":[{"severity":"error","code":"unknown-key","file":"Site/a/b.md","line":2,"column":1,"#
                + #""message":"unknown key 'titel'","excerpt":"titel: x","fix":null}],"result":null}"#)
    }
}
