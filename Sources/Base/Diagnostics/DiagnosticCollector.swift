/// Collects the diagnostics about one file; its reader shares the collector with the readers of the file's parts.
package final class DiagnosticCollector {
    /// The file.
    package let source: SourceText
    /// The diagnostics in the order in which they were found.
    package var diagnostics: [Diagnostic] = []

    /// Creates a collector without diagnostics.
    package init(_ source: SourceText) { self.source = source }

    /// Adds an error at a byte offset in the file.
    package func report(_ code: String, at offset: Int, _ message: String, fix: String? = nil) {
        report(code, at: source.location(at: offset), message, fix: fix)
    }

    /// Adds an error at a location in the file.
    package func report(_ code: String, at location: SourceLocation, _ message: String, fix: String? = nil) {
        diagnostics.append(source.diagnostic(code: code, at: location, message, fix: fix))
    }
}
