public import Diagnostics
public import SiteBuilder
public import SiteModel
import Synchronization

/// The available dialects: those in the binary, and a folder's own in their place or beside them. Each is read
/// once, when it is first asked for.
public final class Dialects: Sendable {
    private let sources: [String: SourceText]
    private let dialects = Mutex<[String: Result<Dialect, DiagnosticReport>]>([:])

    /// The dialects among templates: `dialects/<name>.yml`.
    public init(_ templates: TemplateSources) {
        let files = templates.sources(under: "dialects/")
            .filter { $0.path.hasSuffix(".yml") }
            .map { (String($0.path.dropFirst("dialects/".count).dropLast(".yml".count)), $0.source) }
        sources = Dictionary(files) { first, _ in first }
    }

    /// The names, sorted.
    public var names: [String] { sources.keys.sorted() }

    /// The dialect of a name.
    ///
    /// - Returns: nil where there is none.
    /// - Throws: everything that is wrong with its file.
    public func dialect(named name: String) throws(DiagnosticReport) -> Dialect? {
        guard let source = sources[name] else { return nil }
        let dialect = dialects.withLock { dialects in
            if let known = dialects[name] { return known }
            let dialect = Result { () throws(DiagnosticReport) in
                var reader = try DialectReader(name: name, source: source)
                return try reader.read()
            }
            dialects[name] = dialect
            return dialect
        }
        return try dialect.get()
    }

    /// The dialect in which an app's own backend sends its emails.
    ///
    /// - Returns: nil where the app has no backend, or no dialect is for its backend.
    /// - Throws: what is wrong with the files that had to be read.
    public func dialect(of app: App) throws(DiagnosticReport) -> Dialect? {
        guard let backend = app.backend?.contract else { return nil }
        for name in names {
            if let dialect = try dialect(named: name), dialect.backends.contains(backend) { return dialect }
        }
        return nil
    }
}
