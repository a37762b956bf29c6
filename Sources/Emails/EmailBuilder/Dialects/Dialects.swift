package import Diagnostics
package import SiteModel
package import TemplateFiles
import Threads

/// The available dialects: the built-in ones, which files of a templates folder replace or supplement. Each is read
/// when it is first requested.
package final class Dialects: Sendable {
    private let sources: [String: SourceText]
    private let dialects = Memo<String, Result<Dialect, DiagnosticReport>>(limit: .max)

    package init(_ templates: TemplateSources) {
        let files = templates.sources(under: Self.folder).compactMap { path, source in
            Self.name(of: path).map { ($0, source) }
        }
        sources = Dictionary(files) { first, _ in first }
    }

    /// The names of the built-in dialects, sorted; the help of commands has them, so no template is copied for them.
    package static var builtInNames: [String] { EmbeddedTemplates.paths.compactMap(name) }

    private static let folder = "dialects/"

    private static func name(of path: String) -> String? {
        guard path.hasPrefix(folder), path.hasSuffix(".yml") else { return nil }
        return String(path.dropFirst(folder.count).dropLast(".yml".count))
    }

    package var names: [String] { sources.keys.sorted() }

    /// Nil if there is no dialect of the name; throws the mistakes in its file.
    package func dialect(named name: String) throws(DiagnosticReport) -> Dialect? {
        guard let source = sources[name] else { return nil }
        let dialect = dialects.value(for: name) { name in
            Result { () throws(DiagnosticReport) in try Dialect(named: name, parsing: source) }
        }
        return try dialect.get()
    }

    /// The warnings about the backends of a site's own dialects, as far as they can be read.
    package func misspeltBackends(besides known: [String]) -> [Diagnostic] {
        names.filter { !Self.builtInNames.contains($0) }.compactMap { name in
            (try? dialect(named: name))?.misspeltBackend(besides: known)
        }
    }

    /// The dialect of the system that an app's backend sends its emails with; nil if there is none. Throws the mistakes
    /// in the files that were read.
    package func dialect(of app: App) throws(DiagnosticReport) -> Dialect? {
        guard let backend = app.contractName else { return nil }
        for name in names {
            if let dialect = try dialect(named: name), dialect.backends.contains(backend) { return dialect }
        }
        return nil
    }
}
