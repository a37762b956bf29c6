package import Diagnostics
package import Mustache
import TextEncoding

/// The tags without which pages or emails do not work, by the path of the template; a site may change or omit
/// everything else in it.
package struct TemplateNeeds: Sendable {
    /// A tag, or an attribute that the page's script looks for, and the consequence if it is missing.
    package struct Need: Sendable {
        fileprivate let text: String
        fileprivate let lack: String

        package static func value(_ key: some TemplateKey, _ lack: String) -> Need {
            Need(text: "{{\(key.rawValue)}}", lack: lack)
        }

        package static func unescaped(_ key: some TemplateKey, _ lack: String) -> Need {
            Need(text: "{{{\(key.rawValue)}}}", lack: lack)
        }

        package static func section(_ key: some TemplateKey, _ lack: String) -> Need {
            Need(text: "{{#\(key.rawValue)}}", lack: lack)
        }

        package static func block(_ name: String, _ lack: String) -> Need { Need(text: "{{$\(name)}}", lack: lack) }

        package static func text(_ text: String, _ lack: String) -> Need { Need(text: text, lack: lack) }
    }

    private let needs: [String: [Need]]

    package init(_ needs: [String: [Need]]) { self.needs = needs }

    /// The diagnostics about templates that replace built-in ones and lack a tag, as far as a library has them.
    package func problems(of templates: TemplateSources, in library: TemplateLibrary) -> [Diagnostic] {
        needs.keys.sorted().filter(templates.isChanged).flatMap { path -> [Diagnostic] in
            let name = path.removing(suffix: ".mustache").flatMap { library.source(of: $0) == nil ? nil : $0 } ?? path
            guard let source = library.source(of: name), let needs = needs[path] else { return [] }
            if source.text.allSatisfy(\.isWhitespace) { return [Self.empty(source, needs[0].lack)] }
            let names = library.names(in: name)
            return needs.filter { need in
                need.text.hasPrefix("{{")
                    ? !names.contains(need.text.filter { !"{}".contains($0) }) : !library.contains(need.text, in: name)
            }.map { need in
                Diagnostic(
                    code: "missing-tag", file: source.file, message: "'\(need.text)' is missing, so \(need.lack)",
                    fix: "Write it where 'latchkey templates show \(path)' has it.")
            }
        }
    }

    static func empty(_ source: SourceText, _ lack: String) -> Diagnostic {
        Diagnostic(
            code: "empty-template", file: source.file, message: "this template is empty, so \(lack)",
            fix: "Remove the file to have the built-in one, or copy that with 'latchkey templates copy'.")
    }
}
