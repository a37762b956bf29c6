import Configuration
import Diagnostics
import TestSupport
import Testing
import YAML

@Suite("A YAML document")
struct NodeTests {
    private func parse(_ text: String) throws -> YAMLDocument {
        try YAMLDocument(parsing: SourceText(file: "test.yml", text: text))
    }

    /// A tree on one line: `{a: 1, b: [x, "y"]}`, with quotes around scalars that are not plain.
    private func outline(_ node: ConfigurationNode?) -> String {
        guard let node else { return "nothing" }
        switch node.kind {
        case .scalar(let text, let isPlain): return isPlain ? text : "\"\(text)\""
        case .sequence(let items): return "[" + items.map(outline).joined(separator: ", ") + "]"
        case .mapping(let members):
            return "{" + members.map { "\(outline($0.key)): \(outline($0.value))" }.joined(separator: ", ") + "}"
        }
    }

    @Test(
        "is read as YAML 1.2",
        arguments: [
            ("", "nothing"),
            ("---\n", "nothing"),
            ("# only a comment\n", "nothing"),
            ("\u{FEFF}a: 1\n", "{a: 1}"),
            ("plain", "plain"),
            (
                "- { status: 4xx, where: { /valid: true } }\n- [a, b]\n",
                "[{status: 4xx, where: {/valid: true}}, [a, b]]"
            ),
            ("a: # later\nb:\n", "{a: , b: }"),
            ("a: |\n  one\n  two\n", "{a: \"one\ntwo\n\"}"),
            ("a: >\n  one\n  two\n", "{a: \"one two\n\"}"),
            ("a: |-\n  one\n\n   two\n", "{a: \"one\n\n two\"}"),
            ("a: one\n  two\n", "{a: one two}"),
            ("a: \"x\\ty\\u00e9\"\n", "{a: \"x\tyé\"}"),
            ("a: 'it''s'\n", "{a: \"it's\"}"),
            ("a: x#y\n", "{a: x#y}"),
            ("a: http://x/#y\n", "{a: http://x/#y}"),
            (
                "web: /auth#access_token={access_token}&type=recovery\n",
                "{web: /auth#access_token={access_token}&type=recovery}"
            ),
            ("web: [/reset-password?token={token}]\n", "error"),
            ("a: &x [1]\nb: *x\n", "{a: [1], b: [1]}"),
            ("? a\n: b\n", "{a: b}"),
            ("a: 1\r\nb: 2\r\n", "{a: 1, b: 2}"),
            ("a:\t1\n", "{a: 1}"),
            ("a: !!str 1\nb: ! 2\nc: !!int 3\n", "{a: \"1\", b: \"2\", c: 3}"),
            ("404: x\ntrue: y\n", "{404: x, true: y}"),
            ("%YAML 1.2\n---\na: 1\n...\n", "{a: 1}"),
            ("a: x{{b}}y\n", "{a: x{{b}}y}"),
            ("a: \"{{b}}\"\n", "{a: \"{{b}}\"}"),
        ])
    func isRead(text: String, expected: String) throws {
        guard expected != "error" else {
            // Within brackets, braces are flow syntax.
            #expect(throws: DiagnosticReport.self) { try parse(text) }
            return
        }
        #expect(outline(try parse(text).root) == expected)
    }

    @Test(
        "knows where its values stand",
        arguments: [
            ("📍a: x", ""),
            ("a: 📍x", "a"),
            ("é: [ü, 📍x]", "é[1]"),
            ("🙂: 🙂 🙂\nb: { c: \"🙂\", d: 📍x }", "b.d"),
            ("a:\r\n  b: \"é\"\r\n  c: 📍x\r\n", "a.c"),
            ("a: \"one\n  twö\"\nb: 📍x", "b"),
            ("a: |\n  one\r\n  twö\r\nb: 📍x", "b"),
            ("a: 'ö\r\n\r\n  p'\nb: 📍x", "b"),
            ("\u{FEFF}a: 📍x", "a"),
            ("a: 📍&name x\n", "a"),
            ("a: &name {b: 1}\nc: 📍*name\n", "c"),
            ("a: &name {b: 📍1}\nc: *name\n", "c.b"),
            ("a:\n  - 📍b: 1\n", "a[0]"),
            ("a: 📍|\n  b\n", "a"),
            ("a:📍 \n", "a"),
            ("a.b: 📍1\na: {b: 2}\n", "a.b"),
            ("web: 📍/a\n", "web[0]"),
            ("web: 📍[/a]\n", "web[7]"),
            ("links:\n  📍a: 1\n", "links.b.c"),
        ])
    func knowsPlaces(text: String, path: String) throws {
        let marked = MarkedText(text)
        let document = try YAMLDocument(parsing: marked.source)
        let location = document.location(of: path)
        #expect(location.map { "\($0.line):\($0.column)" } == marked.places.first)
    }

    @Test(
        "knows where its keys stand",
        arguments: [
            ("a: 1\n📍b: 2\n", "b"), ("a: { é: 1, 📍b: 2 }\n", "a.b"), ("📍a: [x, y]\n", "a[1]"), ("📍a: {}\n", "a.b"),
            ("📍a: 1\n", "b"),
        ])
    func knowsKeys(text: String, path: String) throws {
        let marked = MarkedText(text)
        let location = try YAMLDocument(parsing: marked.source).keyLocation(of: path)
        #expect(location.map { "\($0.line):\($0.column)" } == marked.places.first)
    }

    @Test(
        "knows where a part of a text stands, where it stands there letter by letter",
        arguments: [
            ("a: /é/📍{x}", 4), ("a: \"/é/📍{x}\"", 4), ("a: '/é/📍{x}'", 4), ("a: 📍\"/\\u00e9/{x}\"", 4),
            ("a: 📍>\n  /é/{x}", 4),
            ("a: 📍b\n  cdef", 4), ("a: abcd📍", 99),
        ])
    func knowsParts(text: String, offset: Int) throws {
        let marked = MarkedText(text)
        let location = try YAMLDocument(parsing: marked.source).location(of: "a", offset: offset)
        #expect(location.map { "\($0.line):\($0.column)" } == marked.places.first)
    }

    @Test("in a front matter has the positions of the whole file")
    func hasThePositionsOfTheWholeFile() throws {
        let source = SourceText(file: "test.md", text: "ä\n---\ntitle: ö\nlink: x\n---\n# form\n")
        let document = try YAMLDocument(parsing: source, in: 7..<24)
        #expect(document.location(of: "title") == SourceLocation(file: "test.md", line: 3, column: 8))
        #expect(document.location(of: "link") == SourceLocation(file: "test.md", line: 4, column: 7))
        #expect(document.location(of: "")?.line == 3)
        #expect(document.root?.members.count == 2)
    }

    @Test("that is empty has no places")
    func emptyHasNoPlaces() throws {
        #expect(try parse("").location(of: "a") == nil)
        #expect(try parse("").keyLocation(of: "a") == nil)
    }

    @Test("gives its values by path, key and kind")
    func givesItsValues() throws {
        let root = try #require(try parse("a: [x, {b: ~}]\nc: 'null'\n").root)
        #expect(root.node(at: "a[1].b")?.isNull == true)
        #expect(root.node(at: "a[2]") == nil)
        #expect(root["c"]?.isNull == false)
        #expect(root["a"]?.items.count == 2)
        #expect(root["a"]?.text == nil)
        #expect(root["d"] == nil)
    }
}
