import Diagnostics
import Testing

@testable import Mustache

private let all: MustacheValue = ["x": "a&b<c>\"d'"]
private let attributeEscaped = "a&amp;b&lt;c&gt;&quot;d&#39;"

@Suite("Escaping by place")
struct EscapingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var template: String
        var value: MustacheValue = all
        var expected: String
        var testDescription: String { "\(template) \(value)" }
    }

    @Test(
        "Text is escaped for the place where it stands",
        arguments: [
            Case(template: "<p>{{x}}</p>", expected: "<p>a&amp;b&lt;c&gt;\"d'</p>"),
            Case(template: "<title>{{x}}</title>", expected: "<title>a&amp;b&lt;c&gt;\"d'</title>"),
            Case(
                template: "<textarea>{{x}}</textarea>{{x}}",
                expected: "<textarea>a&amp;b&lt;c&gt;\"d'</textarea>a&amp;b&lt;c&gt;\"d'"),
            Case(template: "<p class=\"{{x}}\">", expected: "<p class=\"\(attributeEscaped)\">"),
            Case(template: "<p class = '{{x}}'>", expected: "<p class = '\(attributeEscaped)'>"),
            Case(
                template: "<p data-a=\"1\"data-b='{{x}}'/>", expected: "<p data-a=\"1\"data-b='\(attributeEscaped)'/>"),
            Case(template: "1 < 2 {{x}} <3", value: ["x": "<"], expected: "1 < 2 &lt; <3"),
            Case(
                template: "<!-- > --><!doctype html><?x?></p>{{x}}", value: ["x": "<"],
                expected: "<!-- > --><!doctype html><?x?></p>&lt;"),
            Case(template: "<script>'<p>'</script >{{x}}", value: ["x": "<"], expected: "<script>'<p>'</script >&lt;"),
            Case(template: "<STYLE>a>b{}</Style>{{x}}", value: ["x": "<"], expected: "<STYLE>a>b{}</Style>&lt;"),
            Case(
                template: "{{x}}", value: ["x": "a\u{0}\u{1B}\r\t\n\u{7F}\u{85}\u{A0}é"],
                expected: "a\u{FFFD}\u{FFFD}\u{FFFD}\t\n\u{FFFD}\u{FFFD}\u{A0}é"),
            Case(template: "{{x}}", value: ["x": true], expected: "true"),
        ])
    func text(_ test: Case) throws {
        #expect(try render(test.template, language: .html, with: test.value) == test.expected)
    }

    @Test(
        "Markup, verbatim text and JSON go where they belong",
        arguments: [
            Case(template: "<p>{{x}}</p>", value: ["x": .markup("<b>&amp;</b>")], expected: "<p><b>&amp;</b></p>"),
            Case(template: "<p>{{{x}}}{{&x}}</p>", value: ["x": .markup("<b>")], expected: "<p><b><b></p>"),
            Case(template: "<p>{{{x}}}</p>", value: ["x": nil], expected: "<p></p>"),
            Case(
                template: "<p a=\"{{x}}\">{{x}}", value: ["x": .verbatim("{{ .Token }}<")],
                expected: "<p a=\"{{ .Token }}<\">{{ .Token }}<"),
            Case(
                template: "<a href=\"{{{x}}}\">", value: ["x": .verbatim("{{ .Token }}")],
                expected: "<a href=\"{{ .Token }}\">"),
            Case(
                template: "<script type=\"application/json\">{{x}}</script>",
                value: ["x": .json(#"{"a":"</script>&\#u{2028}é"}"#)],
                expected: "<script type=\"application/json\">{\"a\":\"\\u003c/script\\u003e\\u0026\\u2028é\"}</script>"),
            Case(
                template: "<script id=a type='application/ld+json'>[{{{x}}}]</script>", value: ["x": .json("1")],
                expected: "<script id=a type='application/ld+json'>[1]</script>"),
            Case(
                template: "<p data-x='{{x}}'>{{x}}", value: ["x": .json(#"{"a":1}"#)],
                expected: "<p data-x='{&quot;a&quot;:1}'>{\"a\":1}"),
            Case(
                template: "<p style=\"color: {{x}}\">", value: ["x": "#D4AF37"],
                expected: "<p style=\"color: #D4AF37\">"),
        ])
    func kinds(_ test: Case) throws {
        #expect(try render(test.template, language: .html, with: test.value) == test.expected)
    }

    @Test(
        "An address is percent-encoded for the part of it",
        arguments: [
            Case(
                template: "<a href=\"{{x}}\">", value: ["x": "https://a.example/?b=c&d=\"e\" f"],
                expected: "<a href=\"https://a.example/?b=c&amp;d=%22e%22%20f\">"),
            Case(template: "<a href='{{x}}'>", value: ["x": "/a'b?c#d"], expected: "<a href='/a&#39;b?c#d'>"),
            Case(template: "<a href='{{x}}'>", value: ["x": "#top"], expected: "<a href='#top'>"),
            Case(
                template: "<a href='{{x}}'>", value: ["x": "mailto:help@artitec.com?subject=x"],
                expected: "<a href='mailto:help@artitec.com?subject=x'>"),
            Case(
                template: "<a href='{{x}}'>", value: ["x": .url("artitec://login?a={b}")],
                expected: "<a href='artitec://login?a=%7Bb%7D'>"),
            Case(template: "<a href='{{x}}'>", value: ["x": nil], expected: "<a href=''>"),
            Case(
                template: "<a href='mailto:{{x}}'>", value: ["x": "a@b.example"],
                expected: "<a href='mailto:a@b.example'>"),
            Case(template: "<a href='/a/{{x}}'>", value: ["x": "b c/%41%"], expected: "<a href='/a/b%20c/%41%25'>"),
            Case(
                template: "<a href='/a?b={{x}}'>", value: ["x": "1&2=3#4é"],
                expected: "<a href='/a?b=1%262%3D3%234%C3%A9'>"),
            Case(template: "<a href='{{y}}?b={{x}}'>", value: ["x": "&", "y": "/a"], expected: "<a href='/a?b=%26'>"),
            Case(template: "<a href='{{y}}{{x}}'>", value: ["x": "/b", "y": nil], expected: "<a href='/b'>"),
            Case(
                template: "<a href='java{{x}}'>", value: ["x": "script:alert(1)"],
                expected: "<a href='javascript%3Aalert(1)'>"),
            Case(template: "<a href='/{{x}}'>", value: ["x": "/evil.example"], expected: "<a href='/%2Fevil.example'>"),
            Case(
                template: "<a href='/{{x}}'>", value: ["x": "\\evil.example"], expected: "<a href='/%5Cevil.example'>"),
            Case(
                template: "<link rel=icon href=\"data:image/svg+xml,{{x}}\">", value: ["x": "<svg a='b'/>"],
                expected: "<link rel=icon href=\"data:image/svg+xml,%3Csvg%20a%3D%27b%27%2F%3E\">"),
            Case(
                template: "<a href=\"{{#y}}{{y}}{{/y}}{{^y}}{{x}}{{/y}}\">", value: ["x": "/b", "y": nil],
                expected: "<a href=\"/b\">"),
            Case(
                template: "<a title='{{x}}' href='{{x}}'>", value: ["x": "/a b"],
                expected: "<a title='/a b' href='/a%20b'>"),
        ])
    func addresses(_ test: Case) throws {
        #expect(try render(test.template, language: .html, with: test.value) == test.expected)
    }

    @Test(
        "Sections, partials and blocks may stand inside tags",
        arguments: [
            Case(
                template: "<input{{#x}} disabled{{/x}}{{#x}} required{{/x}}>{{x}}", value: ["x": "<"],
                expected: "<input disabled required>&lt;"),
            Case(
                template: "<input {{#x}}disabled{{/x}} id=a>{{x}}", value: ["x": "<"],
                expected: "<input disabled id=a>&lt;"),
            Case(
                template: "<p {{#x}}class=\"{{.}}\"{{/x}}>{{#x}}{{.}}{{/x}}", value: ["x": "\"<"],
                expected: "<p class=\"&quot;&lt;\">\"&lt;"),
            Case(
                template: "<p class=\"a{{#x}} {{.}}{{/x}}\">", value: ["x": ["1", "2"]], expected: "<p class=\"a 1 2\">"
            ),
            Case(template: "<style>{{#x}}a{}{{/x}}</style>", value: ["x": true], expected: "<style>a{}</style>"),
        ])
    func structure(_ test: Case) throws {
        #expect(try render(test.template, language: .html, with: test.value) == test.expected)
    }

    @Test("A partial is escaped for each of the places that use it")
    func partial() throws {
        let result = try render(
            "<p title=\"{{>name}}\">{{>name}}</p><a href=\"{{>name}}\">", ["name": "{{x}}"], language: .html,
            with: ["x": "/\"&"])
        #expect(result == "<p title=\"/&quot;&amp;\">/\"&amp;</p><a href=\"/%22&amp;\">")
    }

    @Test("A block is escaped for the place that the parent gives it")
    func block() throws {
        let result = try render(
            "{{<base}}{{$title}}{{x}}{{/title}}{{/base}}",
            ["base": "<title>{{$title}}{{/title}}</title><p class=\"{{$title}}{{/title}}\">"], language: .html,
            with: ["x": "\"<"])
        #expect(result == "<title>\"&lt;</title><p class=\"&quot;&lt;\">")
    }

    @Test("Plain text is not escaped")
    func plain() throws {
        let value: MustacheValue = ["x": "<&\"\u{7}", "y": .url("artitec://x"), "z": .verbatim("<b>")]
        #expect(try render("{{x}} {{{x}}} {{y}} {{z}}", with: value) == "<&\"\u{FFFD} <&\"\u{FFFD} artitec://x <b>")
    }
}
