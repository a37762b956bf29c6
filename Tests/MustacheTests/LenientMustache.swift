import Diagnostics

@testable import Mustache

/// Mustache exactly as specified: unknown names and partials are empty, and escaping is independent of the context.
///
/// Latchkey renders with `TemplateLibrary`; this type runs the official suite on the same implementation.
enum LenientMustache {
    /// Renders a template.
    static func render(_ template: String, partials: [String: String], with value: MustacheValue) -> String {
        let templates = Dictionary(
            uniqueKeysWithValues: partials.map { ($0.key, parse($0.value, name: $0.key)) })
        var compiler = Compiler(templates: templates, rules: .lenient)
        let program = compiler.program(of: parse(template, name: ""))
        var renderer = Renderer(isStrict: false)
        return String(decoding: renderer.render(program, with: value), as: UTF8.self)
    }

    private static func parse(_ text: String, name: String) -> Template {
        let source = SourceText(file: name, text: text)
        var parser = TemplateParser(source, isStrict: false)
        return Template(name: name, source: source, nodes: parser.parse())
    }
}
