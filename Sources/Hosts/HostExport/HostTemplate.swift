internal import Configuration
internal import Diagnostics
internal import JSON
internal import TemplateFiles
internal import YAML

/// The built-in files of `Templates/hosts`, which a site cannot replace.
enum HostTemplate {
    /// Returns the text of a file, by its path in the folder.
    static func text(_ path: String) -> String { source(path).text }

    /// Reads a YAML file.
    static func read<Value: ConfigurationReadable>(_ path: String) -> Value {
        do {
            return try YAMLDocument(parsing: source(path)).read()
        } catch {
            // Only a mistake in the program's own file: a test reads all of them.
            fatalError("\(error)")
        }
    }

    /// Returns a YAML file as JSON.
    static func json(_ path: String) -> JSONValue { (read(path) as Tree).json }

    /// Any value.
    private struct Tree: ConfigurationReadable {
        let json: JSONValue

        init?(reading value: ConfigurationValue) { json = value.node.json }
    }

    private static func source(_ path: String) -> SourceText {
        guard let source = TemplateSources.embedded.source(of: "hosts/\(path)") else {
            // The files are part of the program, and a test reads all of them.
            fatalError("there is no template 'hosts/\(path)'")
        }
        return source
    }
}

extension String {
    /// Returns the text with values in the place of `{{name}}`.
    package func filled(_ values: [String: String]) -> String {
        values.reduce(self) { $0.replacing("{{\($1.key)}}", with: $1.value) }
    }
}
