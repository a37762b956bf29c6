package import Diagnostics

/// A set of templates that can include each other, parsed and validated once.
///
/// The language is Mustache with inheritance. It is strict: a name that the value does not have, a partial that does
/// not exist or includes itself, an unclosed section and an override of a block that the parent does not have are
/// errors with their location. In HTML every tag is escaped for its context, which is determined for each use of a
/// partial or a block:
///
/// | place | text | `markup` | `json` |
/// | --- | --- | --- | --- |
/// | between tags, in `<title>` and `<textarea>` | `& < >` escaped | inserted; rejected in `<title>`, `<textarea>` | as text |
/// | a quoted attribute | `& < > " '` escaped | rejected | as text |
/// | a URL (`href`, `src`, …) | scheme checked, percent-encoded, escaped | rejected | rejected |
/// | a quoted `style` | rejected if it could end the declaration | rejected | rejected |
/// | `<script type="application/json">` | rejected | rejected | `< > &` as `\u003c` |
///
/// A value in any other context (an unquoted attribute, a name, a comment, a script or a style sheet) is an error.
/// Sections, partials and blocks may appear anywhere, as long as every branch ends in the same context. `verbatim` is
/// inserted wherever a value is allowed. A URL given as text must be a site path, a query, a fragment, `https:` or
/// `mailto:`; one with another scheme is given as `url`. `{{{name}}}` accepts markup, verbatim text or JSON and rejects
/// text. Control characters in text become U+FFFD, tab and line feed excepted.
package struct TemplateLibrary: Sendable {
    package enum Language: Hashable, Sendable {
        case html
        /// Plain text, without escaping.
        case plain
    }

    let templates: [String: Template]
    private let programs: [String: Result<Program, DiagnosticReport>]

    /// Parses and validates templates, by the names with which they include each other, such as `pages/page`; throws
    /// every error that can be found without a value.
    package init(_ sources: [String: SourceText], language: Language = .html) throws(DiagnosticReport) {
        var templates: [String: Template] = [:]
        var problems: [Diagnostic] = []
        let names = sources.keys.sorted()
        for name in names {
            guard let source = sources[name] else { continue }
            let collector = DiagnosticCollector(source)
            var parser = TemplateParser(collector)
            templates[name] = Template(source: source, nodes: parser.parse())
            problems += collector.diagnostics
        }
        let references = References.check(templates)
        problems += references.problems
        guard problems.isEmpty else { throw DiagnosticReport(sorting: problems) }

        // An included template is checked in the context of each use. By itself it may end in the middle of a tag; that
        // is an error only if it is rendered by itself.
        var programs: [String: Result<Program, DiagnosticReport>] = [:]
        for name in names where !references.used.contains(name) {
            let program = Self.program(name, of: templates, language)
            if case .failure(let report) = program { problems += report.diagnostics }
            programs[name] = program
        }
        guard problems.isEmpty else { throw DiagnosticReport(sorting: problems) }
        for name in references.used { programs[name] = Self.program(name, of: templates, language) }
        self.templates = templates
        self.programs = programs
    }

    private static func program(
        _ name: String, of templates: [String: Template], _ language: Language
    ) -> Result<Program, DiagnosticReport>? {
        guard let template = templates[name] else { return nil }
        var compiler = Compiler(templates: templates, language: language)
        let program = compiler.program(of: template)
        if compiler.problems.isEmpty { return .success(program) }
        return .failure(DiagnosticReport(sorting: compiler.problems))
    }

    var names: [String] { templates.keys.sorted() }

    package func source(of name: String) -> SourceText? { templates[name]?.source }

    /// Renders a template with an object, whose names shadow those of the objects around it; of these, the innermost is
    /// the last. Throws unknown names and values that their context rejects, located at the tags.
    package func render(
        _ name: String, with value: MustacheValue, within outer: [MustacheValue] = []
    ) throws(DiagnosticReport) -> String {
        String(decoding: try renderBytes(name, with: value, within: outer), as: UTF8.self)
    }

    /// Renders a template as UTF-8; see `render`.
    package func renderBytes(
        _ name: String, with value: MustacheValue, within outer: [MustacheValue] = []
    ) throws(DiagnosticReport) -> [UInt8] {
        try run(name) { renderer, program in renderer.render(program, with: outer + [value]) }
    }

    /// Fills a template without escaping, for callers that do not produce text, such as a builder of a tree of
    /// elements; see `render`. Slots are allowed wherever text or markup is.
    package func parts(
        _ name: String, with value: MustacheValue, within outer: [MustacheValue] = []
    ) throws(DiagnosticReport) -> [TemplatePart] {
        try run(name) { renderer, program in renderer.parts(of: program, with: outer + [value]) }
    }

    private func run<Output>(
        _ name: String, _ body: (inout Renderer, Program) -> Output
    ) throws(DiagnosticReport) -> Output {
        guard let program = programs[name] else {
            throw DiagnosticReport(
                code: "missing-template", message: "unknown template '\(name)'",
                fix: Suggestion.question(for: name, in: names))
        }
        var renderer = Renderer()
        let output = body(&renderer, try program.get())
        guard renderer.problems.isEmpty else { throw DiagnosticReport(sorting: renderer.problems) }
        return output
    }
}

package enum TemplatePart: Sendable {
    /// Literal text of the template in UTF-8, with its offset in the file.
    case literal([UInt8], source: SourceText, offset: Int)
    /// A value, without escaping.
    case text(String)
    case slot(any Sendable)
}

extension TemplateLibrary {
    /// The names of all values, sections and blocks in a template and in those that it includes; none for an unknown
    /// template. The names of sections begin with `#`, those of blocks with `$`.
    package func names(in template: String) -> Set<String> {
        Set(
            used(by: template).flatMap { name in templates[name]?.nodes.all ?? [] }.compactMap { node in
                switch node {
                case .variable(let name, _, _): name.text
                case .section(let section): "#\(section.name.text)"
                case .block(let block): "$\(block.name)"
                case .lineStart, .text, .partial, .parent: nil
                }
            })
    }

    /// Whether a template, or one that it includes, contains a text.
    package func contains(_ text: String, in template: String) -> Bool {
        used(by: template).contains { templates[$0]?.source.text.contains(text) == true }
    }

    private func used(by template: String) -> Set<String> {
        var names: Set = [template]
        var waiting = [template]
        while let next = waiting.popLast() {
            for use in templates[next]?.uses ?? [] where names.insert(use.partial.name).inserted {
                waiting.append(use.partial.name)
            }
        }
        return names
    }
}
