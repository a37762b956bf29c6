import Diagnostics
import Testing

@testable import Mustache

/// The report that an action throws; nil if it succeeds.
private func diagnostics<Result>(_ action: () throws -> Result) -> DiagnosticReport? {
    do {
        _ = try action()
        return nil
    } catch {
        return error as? DiagnosticReport
    }
}

@Suite("Mistakes")
struct MistakeTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var template: String
        var others: [String: String] = [:]
        var value: MustacheValue = [:]
        /// `file:line:column: message [fix]`, in the order of their locations.
        var expected: [String]
        var testDescription: String { String(template.prefix(100)) }

        init(
            _ template: String, _ others: [String: String] = [:], _ value: MustacheValue = [:], _ expected: String...
        ) {
            (self.template, self.others, self.value, self.expected) = (template, others, value, expected)
        }
    }

    private func check(_ test: Case) throws {
        let found = try #require(
            diagnostics { try render(test.template, test.others, language: .html, with: test.value) }
        ).diagnostics.map { diagnostic in
            "\(diagnostic.file ?? "-"):\(diagnostic.line ?? 0):\(diagnostic.column ?? 0): \(diagnostic.message)"
                + (diagnostic.fix.map { " [\($0)]" } ?? "")
        }
        #expect(found == test.expected)
    }

    @Test(
        "A tag that is not well formed",
        arguments: [
            Case("é {{a", [:], [:], "page.html:1:4: this tag is never closed [Add '}}'.]"),
            Case("{{{a}}", [:], [:], "page.html:1:1: this tag is never closed [Add '}}}'.]"),
            Case("{{a} {{b}}", [:], [:], "page.html:1:1: this tag is not closed before the next one [Add '}}'.]"),
            Case("\n {{a b}}", [:], [:], "page.html:2:2: 'a b' is not a name [Write a name without blanks.]"),
            Case("{{}}", [:], [:], "page.html:1:1: '' is not a name [Write a name without blanks.]"),
            Case("{{a..b}}", [:], [:], "page.html:1:1: 'a..b' is not a name [Write a dot only between names.]"),
            Case(
                "{{=<%=}}", [:], [:],
                "page.html:1:1: '{{=<%=}}' does not set two delimiters [Write them with a blank between, without '=': '{{=<% %>=}}'.]"
            ),
            Case("{{#a}}", [:], [:], "page.html:1:1: '{{#a}}' is never closed [Add '{{/a}}'.]"),
            Case(
                "{{#a}}\n{{^b}}", [:], [:], "page.html:1:1: '{{#a}}' is never closed [Add '{{/a}}'.]",
                "page.html:2:1: '{{^b}}' is never closed [Add '{{/b}}'.]"),
            Case("{{#a}}{{#b}}{{/a}}", [:], [:], "page.html:1:7: '{{#b}}' is never closed [Add '{{/b}}'.]"),
            Case("{{/a}}", [:], [:], "page.html:1:1: '{{/a}}' closes nothing [Remove the tag.]"),
            Case(
                "{{#a}}{{/b}}{{/a}}", [:], [:],
                "page.html:1:7: '{{/b}}' closes nothing [Write '{{/a}}', or remove the tag.]"),
            Case(
                String(repeating: "{{#a}}\n", count: 65), [:], [:],
                "page.html:65:1: tags are nested more than 64 deep [Move the inner part to a partial.]"),
            Case(
                String(repeating: "{{#a}}", count: 100_000) + String(repeating: "{{/a}}", count: 100_000), [:], [:],
                "page.html:1:385: tags are nested more than 64 deep [Move the inner part to a partial.]"),
        ])
    func syntax(_ test: Case) throws { try check(test) }

    @Test(
        "A template that is not there, or uses itself",
        arguments: [
            Case(
                "a\n {{> fotoer}}", ["footer": ""], [:],
                "page.html:2:2: unknown template 'fotoer' [Did you mean 'footer'?]"
            ),
            Case(
                "{{<nope}}{{/nope}}", [:], [:],
                "page.html:1:1: unknown template 'nope' [Add a template of that name, or remove the tag.]"),
            Case("{{#a}}{{>page}}{{/a}}", [:], [:], "page.html:1:7: template 'page' uses itself [Break the cycle.]"),
            Case(
                "{{>a}}", ["a": "{{>b}}", "b": "{{<a}}{{/a}}"], [:],
                "b.html:1:1: template 'a' uses itself through 'b' [Break the cycle.]"),
            Case(
                "{{<base}}{{$titel}}x{{/titel}}{{/base}}", ["base": "{{$title}}{{/title}}"], [:],
                "page.html:1:10: template 'base' has no block 'titel' [Did you mean 'title'?]"),
            Case(
                "{{<base}}{{$x}}x{{/x}}{{/base}}", ["base": "{{$title}}{{/title}}{{$body}}{{/body}}"], [:],
                "page.html:1:10: template 'base' has no block 'x' [It has 'body', 'title'.]"),
            Case(
                "{{<base}}{{$x}}x{{/x}}{{/base}}", ["base": ""], [:],
                "base.html:1:1: the block 'x' is missing, which 'page' replaces [Write {{$x}}{{/x}} where it belongs.]"),
            Case(
                "{{<base}}{{$x}}1{{/x}}{{$x}}2{{/x}}{{/base}}", ["base": "{{$x}}{{/x}}"], [:],
                "page.html:1:23: block 'x' is given twice [Keep one of them.]"),
            Case(
                "{{<base}}\n  text {{y}}\n{{/base}}", ["base": ""], [:],
                "page.html:2:3: this text is in a parent, outside its blocks, and is never shown [Put it into a block: '{{$name}}…{{/name}}'.]",
                "page.html:2:8: '{{y}}' is in a parent, outside its blocks, and is never shown [Put it into a block: '{{$name}}…{{/name}}'.]"
            ),
        ])
    func references(_ test: Case) throws { try check(test) }

    @Test(
        "A name that the value does not have",
        arguments: [
            Case("a {{titel}}", [:], ["title": "x"], "page.html:1:3: unknown name 'titel' [Did you mean 'title'?]"),
            Case("{{#x}}{{/x}}", [:], [:], "page.html:1:1: unknown name 'x'"),
            Case("{{^x}}{{/x}}", [:], [:], "page.html:1:1: unknown name 'x'"),
            Case(
                "{{#a}}{{titel}}{{/a}}", [:], ["a": ["b": "x"], "title": "x"],
                "page.html:1:7: unknown name 'titel' [Did you mean 'title'?]"),
            Case("{{a.nmae}}", [:], ["a": ["name": "x"]], "page.html:1:1: 'a' has no 'nmae' [Did you mean 'name'?]"),
            Case("{{a.b}}", [:], ["a": "x"], "page.html:1:1: 'a' is text and has no 'b'"),
            Case("{{>p}}", ["p": "\n{{x}}"], [:], "p.html:2:1: unknown name 'x'"),
            Case(
                "{{#a}}{{b}}{{/a}}{{c}}", [:], ["a": [[:], [:]]], "page.html:1:7: unknown name 'b'",
                "page.html:1:18: unknown name 'c'"),
        ])
    func names(_ test: Case) throws { try check(test) }

    @Test(
        "A tag where no escaping is safe",
        arguments: [
            Case(
                "<p class={{x}}>", [:], [:],
                "page.html:1:10: '{{x}}' is in an attribute without quotes [Put quotes around the attribute's value.]"
            ),
            Case(
                "<p class=a{{x}} id='b'>", [:], [:],
                "page.html:1:11: '{{x}}' is in an attribute without quotes [Put quotes around the attribute's value.]"
            ),
            Case(
                "<{{x}}>", [:], [:],
                "page.html:1:2: '{{x}}' is in a tag's name [Write the name out, with a section for each.]"),
            Case(
                "<h{{x}}>", [:], [:],
                "page.html:1:3: '{{x}}' is in a tag's name [Write the name out, with a section for each.]"),
            Case(
                "<p {{x}}>", [:], [:],
                "page.html:1:4: '{{x}}' is in the place of an attribute's name [Write the attribute out, in a section where it is only sometimes there.]"
            ),
            Case(
                "<p data-{{x}}='1'>", [:], [:],
                "page.html:1:9: '{{x}}' is in the place of an attribute's name [Write the attribute out, in a section where it is only sometimes there.]"
            ),
            Case(
                "<!-- {{x}} -->", [:], [:],
                "page.html:1:6: '{{x}}' is in a comment [Use a comment of Mustache's, '{{! … }}', which the page does not keep.]"
            ),
            Case(
                "<!doctype {{x}}>", [:], [:],
                "page.html:1:11: '{{x}}' is in a declaration [Write the declaration out.]"),
            Case(
                "<script>\nvar a = {{x}}</script>", [:], [:],
                "page.html:2:9: '{{x}}' is in a script [Pass the value as JSON in a '<script type=\"application/json\">', and read it from there.]"
            ),
            Case(
                "<script type=module>{{x}}</script>", [:], [:],
                "page.html:1:21: '{{x}}' is in a script [Pass the value as JSON in a '<script type=\"application/json\">', and read it from there.]"
            ),
            Case(
                "<style>a{color:{{{x}}}}</style>", [:], [:],
                "page.html:1:16: '{{{x}}}' is in a style sheet [Pass the whole '<style>' element as markup: '{{{name}}}'.]"
            ),
            Case(
                "<p onclick=\"{{x}}\">", [:], [:],
                "page.html:1:13: '{{x}}' is in 'onclick', which is a script [Put the value into a 'data-' attribute.]"
            ),
            Case(
                "<iframe srcdoc=\"{{x}}\"></iframe>", [:], [:],
                "page.html:1:17: '{{x}}' is in 'srcdoc', which no escaping makes safe [Write the attribute out.]"),
            Case(
                "<script type=\"{{x}}\"></script>", [:], [:],
                "page.html:1:15: '{{x}}' is in the type of a script [Write the type out.]"),
            Case(
                "<p class={{>p}}>", ["p": "\n{{x}}"], [:],
                "p.html:2:1: '{{x}}' is in an attribute without quotes, used from page.html:1:10 [Put quotes around the attribute's value.]"
            ),
            Case(
                "{{<base}}{{$a}}{{x}}{{/a}}{{/base}}", ["base": "<script>{{$a}}{{/a}}</script>"], [:],
                "page.html:1:16: '{{x}}' is in a script, used from base.html:1:9 [Pass the value as JSON in a '<script type=\"application/json\">', and read it from there.]"
            ),
        ])
    func places(_ test: Case) throws { try check(test) }

    @Test(
        "Ways that end in different places",
        arguments: [
            Case(
                "<p class=\"{{#x}}a\"{{/x}}>", [:], [:],
                "page.html:1:11: '{{#x}}' begins in the attribute 'class' and ends in the tag '<p>' [Open and close quotes, tags and comments on the same side of the section.]",
                "page.html:1:26: the template ends in the attribute 'class' [Close the tag, comment or quotes before the end.]"
            ),
            Case(
                "{{#x}}<p{{/x}}>", [:], [:],
                "page.html:1:1: '{{#x}}' begins between tags and ends in a tag's name [Open and close quotes, tags and comments on the same side of the section.]"
            ),
            Case(
                "<p{{#x}} a{{/x}}b>", [:], [:],
                "page.html:1:17: this text in the tag '<p>' directly follows a section that may be absent [Put a blank before it, outside the section.]"
            ),
            Case(
                "<p{{#x}} a{{/x}}=\"b\">", [:], [:],
                "page.html:1:17: this text in the tag '<p>' directly follows a section that may be absent [Put a blank before it, outside the section.]"
            ),
            Case(
                "<p {{#x}}ef='{{x}}' hr{{/x}}>", [:], [:],
                "page.html:1:14: '{{x}}' is in an attribute whose name may continue the one before it [Put a blank before the attribute, outside the section.]"
            ),
            Case(
                "<script{{#x}} type=\"application/json\"{{/x}}></script>", [:], [:],
                "page.html:1:8: '{{#x}}' begins in a tag's name and ends in the tag '<script>' [Open and close quotes, tags and comments on the same side of the section.]"
            ),
            Case(
                "{{<base}}{{$a}}<p class=\"{{/a}}{{/base}}", ["base": "{{$a}}{{/a}}"], [:],
                "page.html:1:10: '{{$a}}' begins between tags and ends in the attribute 'class', used from base.html:1:1 [Open and close quotes, tags and comments on the same side of the block.]"
            ),
            Case(
                "<p>\n<!-- x", [:], [:],
                "page.html:2:7: the template ends in a comment [Close the tag, comment or quotes before the end.]"),
        ])
    func branches(_ test: Case) throws { try check(test) }

    @Test(
        "A value that may not stand where its tag is",
        arguments: [
            Case(
                "<p>{{{x}}}", [:], ["x": "a"],
                "page.html:1:4: '{{{x}}}' requires markup, and the value is text [Write '{{x}}'.]"),
            Case(
                "<p>{{x}}", [:], ["x": ["a": "b"]],
                "page.html:1:4: '{{x}}' is an object, which cannot be between tags [Show its members in a section.]"),
            Case(
                "<p a='{{x}}'>", [:], ["x": .markup("<b>")],
                "page.html:1:7: '{{x}}' is markup, which cannot be in an attribute [Pass text.]"),
            Case(
                "<title>{{x}}</title>", [:], ["x": .markup("<b>")],
                "page.html:1:8: '{{x}}' is markup, which cannot be in an element without markup [Pass text.]"),
            Case(
                "<script type='application/json'>{{x}}</script>", [:], ["x": "a"],
                "page.html:1:33: '{{x}}' is text, which cannot be in a script of JSON [Pass JSON.]"),
            Case(
                "<p style='color:{{x}}'>", [:], ["x": "red;background:url(//x)"],
                "page.html:1:17: 'red;background:url(//x)' is more than one plain value of a style [Use a plain value, such as '#D4AF37' or '12px'.]"
            ),
            Case(
                "<a href='{{x}}'>", [:], ["x": "javascript:alert(1)"],
                "page.html:1:10: 'javascript:alert(1)' begins with 'javascript:' and cannot be in 'href' [Use 'https:', 'mailto:' or a site path.]"
            ),
            Case(
                "<a href='{{x}}'>", [:], ["x": .url("JavaScript:alert(1)")],
                "page.html:1:10: 'JavaScript:alert(1)' begins with 'javascript:' and cannot be in 'href' [Use 'https:', 'mailto:' or a site path.]"
            ),
            Case(
                "<form action='{{x}}'>", [:], ["x": "artitec://login"],
                "page.html:1:15: 'artitec://login' begins with 'artitec:' and cannot be in 'action' [Use 'https:', 'mailto:' or a site path, or pass the value as an address.]"
            ),
            Case(
                "<img src='{{x}}'>", [:], ["x": "data:image/png,x"],
                "page.html:1:11: 'data:image/png,x' begins with 'data:' and cannot be in 'src' [Use 'https:', 'mailto:' or a site path.]"
            ),
            Case(
                "<a href='{{x}}'>", [:], ["x": "//evil.example"],
                "page.html:1:10: '//evil.example' names a host without a scheme and cannot be in 'href' [Write 'https:' before it.]"
            ),
            Case(
                "<a href='{{x}}'>", [:], ["x": " javascript:alert(1)"],
                "page.html:1:10: ' javascript:alert(1)' is not an address and cannot be in 'href' [Begin a site path with a slash, or write the scheme: 'https://…'.]"
            ),
            Case(
                "<a href='{{x}}'>", [:], ["x": .json("1")],
                "page.html:1:10: '{{x}}' is JSON, which cannot be in an address [Pass text.]"),
        ])
    func values(_ test: Case) throws { try check(test) }

    @Test("An unknown template is an error")
    func missing() throws {
        let library = try TemplateLibrary(["pages/page": SourceText(file: "p", text: "")])
        let report = diagnostics { try library.render("pages/pgae", with: [:]) }
        #expect(
            report?.diagnostics == [
                Diagnostic(
                    code: "missing-template", message: "unknown template 'pages/pgae'",
                    fix: "Did you mean 'pages/page'?")
            ])
    }

    @Test("A template that is not UTF-8 is an error")
    func malformed() throws {
        let report = diagnostics {
            try TemplateLibrary(["p": SourceText(file: "p.html", bytes: [0x61, 0x0A, 0x62, 0xFF])])
        }
        #expect(
            report?.diagnostics.map(\.message) == ["the byte 0xFF is not UTF-8"] && report?.diagnostics.first?.line == 2
                && report?.diagnostics.first?.column == 2)
    }

    @Test("Partials that double at each level are stopped")
    func doubling() throws {
        var sources = ["p0": SourceText(file: "p0", text: String(repeating: "x", count: 1000))]
        for level in 1...40 {
            sources["p\(level)"] = SourceText(file: "p\(level)", text: "{{>p\(level - 1)}}{{>p\(level - 1)}}")
        }
        let report = diagnostics { try TemplateLibrary(sources) }
        #expect(report?.diagnostics.map(\.code) == ["too-large"])
    }

    @Test("An error in a list of thousands is reported once")
    func manyProblems() throws {
        let items = [MustacheValue](repeating: [:], count: 5_000)
        let report = diagnostics {
            try render("{{#a}}{{b}}{{/a}}", with: ["a": .list(items)])
        }
        #expect(report?.diagnostics.count == 1)
    }
}
