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
    /// The language that templates produce.
    package enum Language: Hashable, Sendable {
        case html
        /// Plain text, without escaping.
        case plain
    }

    let templates: [String: Template]
    private let programs: [String: Result<Program, DiagnosticReport>]

    /// Parses and validates templates.
    ///
    /// - Parameters:
    ///   - sources: the templates by the names with which they include each other, such as `pages/page`.
    ///   - language: the language that they produce.
    /// - Throws: `DiagnosticReport` with every error that can be found without a value.
    package init(_ sources: [String: SourceText], language: Language = .html) throws(DiagnosticReport) {
        var templates: [String: Template] = [:]
        var problems: [Diagnostic] = []
        let names = sources.keys.sorted()
        for name in names {
            guard let source = sources[name] else { continue }
            let collector = DiagnosticCollector(source)
            var parser = TemplateParser(collector)
            templates[name] = Template(name: name, source: source, nodes: parser.parse())
            problems += collector.diagnostics
        }
        let references = References(templates)
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

    /// The names of the templates, sorted.
    package var names: [String] { templates.keys.sorted() }

    /// The source of a template.
    package func source(of name: String) -> SourceText? { templates[name]?.source }

    /// Renders a template.
    ///
    /// - Parameters:
    ///   - name: the template's name.
    ///   - value: an object with names that the template uses.
    ///   - outer: an object with the remaining names; nil if there are none.
    /// - Returns: the rendered text.
    /// - Throws: `DiagnosticReport` for unknown names and for values that their context rejects, located at the tags.
    package func render(
        _ name: String, with value: MustacheValue, within outer: MustacheValue? = nil
    ) throws(DiagnosticReport) -> String {
        String(decoding: try renderBytes(name, with: value, within: outer), as: UTF8.self)
    }

    /// Renders a template as UTF-8; see `render`.
    package func renderBytes(
        _ name: String, with value: MustacheValue, within outer: MustacheValue? = nil
    ) throws(DiagnosticReport) -> [UInt8] {
        try run(name) { renderer, program in renderer.render(program, with: value, within: outer) }
    }

    /// Fills a template without escaping, for callers that do not produce text, such as a builder of a tree of
    /// elements.
    ///
    /// - Parameters:
    ///   - name: the template's name.
    ///   - value: an object with every name that the template uses; slots are allowed wherever text or markup is.
    /// - Returns: the template's literal text and the values, in order; nothing is escaped.
    /// - Throws: `DiagnosticReport` for unknown names and for values that their context rejects, located at the tags.
    package func parts(_ name: String, with value: MustacheValue) throws(DiagnosticReport) -> [TemplatePart] {
        try run(name) { renderer, program in renderer.parts(of: program, with: value) }
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

/// A part of a filled template.
package enum TemplatePart: Sendable {
    /// Literal text of the template in UTF-8, with its offset in the file.
    case literal([UInt8], source: SourceText, offset: Int)
    /// A value, without escaping.
    case text(String)
    /// The number of a placeholder that the caller fills.
    case slot(Int)
}
