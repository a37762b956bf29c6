public import Diagnostics

/// Templates that know each other, parsed and checked once, for however many pages they render.
///
/// The language is Mustache with inheritance. It is strict: a name that the value does not have, a partial that does not
/// exist or uses itself, a section left open and an override of a block that the parent does not have are errors with a
/// place. In HTML every tag is escaped for where it stands, which is worked out for each use of a partial or a block:
///
/// | place | text | `markup` | `json` |
/// | --- | --- | --- | --- |
/// | between tags, in `<title>` and `<textarea>` | `& < >` escaped | pasted; refused in `<title>`, `<textarea>` | as text |
/// | a quoted attribute | `& < > " '` escaped | refused | as text |
/// | an address (`href`, `src`, …) | scheme checked, percent-encoded, escaped | refused | refused |
/// | a quoted `style` | refused where it could end the declaration | refused | refused |
/// | `<script type="application/json">` | refused | refused | `< > &` as `\u003c` |
///
/// A tag that shows a value anywhere else (an attribute without quotes, a name, a comment, a script or a style sheet) is
/// an error. Sections, partials and blocks may stand anywhere, as long as all their ways lead to the same place.
/// `verbatim` is pasted wherever a value may stand. An address given as text is a site path, a query, a fragment,
/// `https:` or `mailto:`; one with another scheme is given as `url`. `{{{name}}}` asks for markup, verbatim text or JSON
/// and refuses text. Control characters in text become U+FFFD, tab and line feed excepted.
public struct TemplateLibrary: Sendable {
    /// What the templates produce.
    public enum Language: Hashable, Sendable {
        case html
        /// Nothing is escaped: for mails in plain text.
        case plain
    }

    private let templates: [String: Template]
    private let programs: [String: Result<Program, DiagnosticReport>]
    private let language: Language

    /// Parses and checks templates, all of them.
    ///
    /// - Parameters:
    ///   - sources: the templates under the names by which they use each other, such as `pages/page`.
    ///   - language: what they produce.
    /// - Throws: every mistake that can be found without a value.
    public init(_ sources: [String: SourceText], language: Language = .html) throws(DiagnosticReport) {
        self.language = language
        var templates: [String: Template] = [:]
        var problems: [Diagnostic] = []
        let names = sources.keys.sorted()
        for name in names {
            guard let source = sources[name] else { continue }
            var parser = TemplateParser(source, isStrict: true)
            templates[name] = Template(name: name, source: source, nodes: parser.parse())
            problems += parser.problems
        }
        let references = References(templates)
        problems += references.problems
        guard problems.isEmpty else { throw DiagnosticReport(DiagnosticReport(problems).sorted) }

        // What others use is checked where they use it; alone it may well end in the middle of a tag, which only counts
        // when it is rendered alone.
        let rules: Compiler.Rules = language == .html ? .html : .plain
        var programs: [String: Result<Program, DiagnosticReport>] = [:]
        for name in names where !references.used.contains(name) {
            let program = Self.program(name, of: templates, rules)
            if case .failure(let report) = program { problems += report.diagnostics }
            programs[name] = program
        }
        guard problems.isEmpty else { throw DiagnosticReport(DiagnosticReport(problems).sorted) }
        for name in references.used { programs[name] = Self.program(name, of: templates, rules) }
        self.templates = templates
        self.programs = programs
    }

    private static func program(
        _ name: String, of templates: [String: Template], _ rules: Compiler.Rules
    ) -> Result<Program, DiagnosticReport>? {
        guard let template = templates[name] else { return nil }
        var compiler = Compiler(templates: templates, rules: rules)
        let program = compiler.program(of: template)
        if compiler.problems.isEmpty { return .success(program) }
        return .failure(DiagnosticReport(DiagnosticReport(compiler.problems).sorted))
    }

    /// The names of the templates, sorted.
    public var names: [String] { templates.keys.sorted() }

    /// The source of a template.
    public func source(of name: String) -> SourceText? { templates[name]?.source }

    /// Fills a template.
    ///
    /// - Parameters:
    ///   - name: the template's name.
    ///   - value: an object with every name that the template uses.
    /// - Returns: the result.
    /// - Throws: unknown names and values that may not stand where the template has them, at their tags.
    public func render(_ name: String, with value: MustacheValue) throws(DiagnosticReport) -> String {
        String(decoding: try renderBytes(name, with: value), as: UTF8.self)
    }

    /// Fills a template, as UTF-8.
    ///
    /// - Parameters:
    ///   - name: the template's name.
    ///   - value: an object with every name that the template uses.
    /// - Returns: the result's bytes.
    /// - Throws: unknown names and values that may not stand where the template has them, at their tags.
    public func renderBytes(_ name: String, with value: MustacheValue) throws(DiagnosticReport) -> [UInt8] {
        guard let program = programs[name] else {
            throw DiagnosticReport([
                Diagnostic(
                    code: "missing-template", message: "unknown template '\(name)'",
                    fix: Suggestion.question(for: name, in: names))
            ])
        }
        var renderer = Renderer(isStrict: true)
        let bytes = renderer.render(try program.get(), with: value)
        guard renderer.problems.isEmpty else { throw DiagnosticReport(DiagnosticReport(renderer.problems).sorted) }
        return bytes
    }
}
