package import Configuration
package import YAML

/// The YAML files of the program's own, which a site cannot replace. A test reads all of them, so a mistake in one ends
/// the program.
extension TemplateSources {
    package static func builtIn(_ path: String) -> YAMLDocument {
        guard let source = embedded.source(of: path) else { fatalError("there is no template '\(path)'") }
        do {
            return try YAMLDocument(parsing: source)
        } catch {
            fatalError("\(error)")
        }
    }

    package static func builtIn<Value: ConfigurationReadable>(_ path: String) -> Value {
        do {
            return try builtIn(path).read()
        } catch {
            fatalError("\(error)")
        }
    }
}
