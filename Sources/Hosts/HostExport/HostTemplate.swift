internal import Diagnostics
internal import TemplateFiles

/// The built-in files of `Templates/hosts`, by their paths in the folder.
enum HostTemplate {
    static func text(_ path: String) -> String {
        guard let source = TemplateSources.embedded.source(of: "hosts/\(path)") else {
            // A path in the exporters' own code, of which a test exports to every host.
            fatalError("there is no template 'hosts/\(path)'")
        }
        return source.text
    }
}

extension String {
    /// Returns the text with values in the place of `{{name}}`.
    package func filled(_ values: [String: String]) -> String {
        values.reduce(self) { $0.replacing("{{\($1.key)}}", with: $1.value) }
    }
}
