import Diagnostics
import Testing

@testable import Mustache

/// Renders one template of a library in strict mode.
func render(
    _ template: String, _ others: [String: String] = [:], language: TemplateLibrary.Language = .plain,
    with value: MustacheValue = [:]
) throws -> String {
    var sources = others.mapValues { $0 }
    sources["page"] = template
    let library = try TemplateLibrary(
        Dictionary(uniqueKeysWithValues: sources.map { ($0.key, SourceText(file: "\($0.key).html", text: $0.value)) }),
        language: language)
    return try library.render("page", with: value)
}

@Suite("The language")
struct LanguageTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var template: String
        var others: [String: String] = [:]
        var value: MustacheValue = [:]
        var expected: String
        var testDescription: String { template }
    }

    @Test(
        "Values, sections and comments are rendered",
        arguments: [
            Case(template: "Hello, {{name}}!", value: ["name": "Ada"], expected: "Hello, Ada!"),
            Case(template: "{{ a.b.c }}", value: ["a": ["b": ["c": "x"]]], expected: "x"),
            Case(template: "{{a}}|{{#a}}shown{{/a}}{{^a}}hidden{{/a}}", value: ["a": nil], expected: "|hidden"),
            Case(template: "{{a.b}}", value: ["a": nil], expected: ""),
            Case(template: "{{#a}}{{.}},{{/a}}", value: ["a": ["1", "2"]], expected: "1,2,"),
            Case(
                template: "{{#a}}{{b}}{{c}}{{/a}}", value: ["a": [["b": "1"], ["b": "2"]], "c": "."], expected: "1.2."),
            Case(template: "{{#a}}<{{.}}>{{/a}}", value: ["a": ""], expected: ""),
            Case(template: "{{#a}}<{{.}}>{{/a}}", value: ["a": "x"], expected: "<x>"),
            Case(template: "{{^a}}none{{/a}}", value: ["a": []], expected: "none"),
            Case(template: "a{{! not\nshown }}b", expected: "ab"),
            Case(template: "{{! alone }}\n  {{! alone }}\r\nx", expected: "x"),
            Case(template: "{{#a}}\n  x\n{{/a}}\ny\n", value: ["a": true], expected: "  x\ny\n"),
            Case(template: "{{=<% %>=}}<% a %>{{a}}<%={{ }}=%>{{a}}", value: ["a": "1"], expected: "1{{a}}1"),
            Case(template: "\u{FEFF}x", expected: "x"),
            Case(template: "{{n}} {{{n}}} {{&n}}", value: ["n": 12], expected: "12 12 12"),
        ])
    func language(_ test: Case) throws {
        #expect(try render(test.template, test.others, with: test.value) == test.expected)
    }

    @Test(
        "Partials and parents, indented as their tags are",
        arguments: [
            Case(template: "[{{>p}}]", others: ["p": "x"], expected: "[x]"),
            Case(template: "  {{>p}}\n.", others: ["p": "a\n\nb\n"], expected: "  a\n\n  b\n."),
            Case(template: "  {{>p}}\n", others: ["p": "{{v}}\n"], value: ["v": "1\n2"], expected: "  1\n2\n"),
            Case(template: "  {{>p}}\n", others: ["p": "{{#v}}x{{/v}}y\n"], value: ["v": false], expected: "  y\n"),
            Case(
                template: "  {{>p}}\n", others: ["p": "a\n\t{{>q}}\n", "q": "b\nc\n"], expected: "  a\n  \tb\n  \tc\n"),
            Case(
                template: "{{<base}}\n  {{$title}}New{{/title}}\n{{/base}}\n",
                others: ["base": "<{{$title}}Old{{/title}}>\n"], expected: "<New>\n"),
            Case(template: "{{<base}}{{$a}}x{{/a}}{{/base}}\nz", others: ["base": "{{$a}}y{{/a}}\n"], expected: "x\nz"),
            Case(
                template: "{{<base}}\n{{$body}}\n    one\n      two\n{{/body}}\n{{/base}}\n",
                others: ["base": "<main>\n  {{$body}}\n  default\n  {{/body}}\n</main>\n"],
                expected: "<main>\n  one\n    two\n</main>\n"),
            Case(
                template: "{{<base}}\n{{$body}}\none\ntwo\n{{/body}}\n{{/base}}\n",
                others: ["base": "<main>\n  {{$body}}{{/body}}\n</main>\n"], expected: "<main>\n  one\n  two\n</main>\n"
            ),
            Case(
                template: "{{<middle}}{{$a}}page{{/a}}{{/middle}}",
                others: [
                    "middle": "{{<base}}{{$a}}middle{{/a}}{{$b}}middle{{/b}}{{/base}}",
                    "base": "{{$a}}base{{/a}} {{$b}}base{{/b}} {{$c}}base{{/c}}",
                ], expected: "page middle base"),
            Case(
                template: "{{<base}}{{$inner}}new{{/inner}}{{/base}}",
                others: ["base": "{{>part}}", "part": "{{$inner}}old{{/inner}}"], expected: "new"),
            Case(
                template: "{{<base}}{{$item}}{{name}};{{/item}}{{/base}}",
                others: ["base": "{{#items}}{{$item}}{{/item}}{{/items}}"],
                value: ["items": [["name": "a"], ["name": "b"]]], expected: "a;b;"),
            Case(
                template: "{{<base}}{{$a}}[{{$a}}inner{{/a}}]{{/a}}{{/base}}", others: ["base": "{{$a}}{{/a}}"],
                expected: "[inner]"),
        ])
    func composition(_ test: Case) throws {
        #expect(try render(test.template, test.others, with: test.value) == test.expected)
    }

    @Test("A library renders any of its templates")
    func library() throws {
        let library = try TemplateLibrary([
            "b": SourceText(file: "b.html", text: "<b>{{>a}}</b>"), "a": SourceText(file: "a.html", text: "{{x}}"),
        ])
        #expect(library.names == ["a", "b"])
        #expect(library.source(of: "a")?.file == "a.html")
        #expect(try library.render("a", with: ["x": "1"]) == "1")
        #expect(try library.render("b", with: ["x": "2"]) == "<b>2</b>")
        #expect(try library.renderBytes("b", with: ["x": "3"]) == Array("<b>3</b>".utf8))
    }
}
