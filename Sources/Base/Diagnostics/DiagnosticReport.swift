/// Several diagnostics, thrown together.
package typealias DiagnosticReport = ProblemReport<FilePlace>

extension DiagnosticReport {
    package var diagnostics: [Diagnostic] {
        get { problems }
        set { problems = newValue }
    }

    /// Creates a report of diagnostics in any order, which it sorts by location.
    package init(sorting diagnostics: [Diagnostic]) {
        self.init(DiagnosticReport(diagnostics).sorted)
    }

    /// Creates a report of one error, about a file or without a location.
    package init(code: String, file: String? = nil, message: String, fix: String? = nil) {
        self.init([Diagnostic(code: code, file: file, message: message, fix: fix)])
    }

    /// The diagnostics sorted by file, line and column, without duplicates; notes after all others.
    package var sorted: [Diagnostic] {
        var seen = Set<Diagnostic>()
        return diagnostics.filter { seen.insert($0).inserted }
            .enumerated()
            .sorted { a, b in
                let isNote = (a.element.severity == .note, b.element.severity == .note)
                guard isNote.0 == isNote.1 else { return isNote.1 }
                let left = (a.element.file ?? "", a.element.line ?? 0, a.element.column ?? 0, a.offset)
                let right = (b.element.file ?? "", b.element.line ?? 0, b.element.column ?? 0, b.offset)
                return left < right
            }
            .map(\.element)
    }
}

extension Sequence {
    /// Transforms every element, also after one that throws, and throws the diagnostics of all together, in order.
    package func mapReportingAll<Result>(
        _ transform: (Element) throws(DiagnosticReport) -> Result
    ) throws(DiagnosticReport) -> [Result] {
        var results: [Result] = []
        var problems: [Diagnostic] = []
        for element in self {
            do throws(DiagnosticReport) {
                results.append(try transform(element))
            } catch {
                problems += error.diagnostics
            }
        }
        if !problems.isEmpty { throw DiagnosticReport(problems) }
        return results
    }
}

/// Collects the diagnostics about one file; its reader shares the collector with the readers of the file's parts.
package final class DiagnosticCollector {
    package let source: SourceText
    package var diagnostics: [Diagnostic] = []

    package init(_ source: SourceText) { self.source = source }

    package func report(_ code: String, at offset: Int, _ message: String, fix: String? = nil) {
        report(code, at: source.location(at: offset), message, fix: fix)
    }

    package func report(
        _ code: String, as severity: ProblemSeverity = .error, at location: SourceLocation, _ message: String,
        fix: String? = nil
    ) {
        diagnostics.append(source.diagnostic(severity, code: code, at: location, message, fix: fix))
    }

    /// Adds a problem that a reader without the file has found.
    package func report<Place>(_ problem: Problem<Place>, at location: SourceLocation) {
        diagnostics.append(problem.at(source.place(at: location)))
    }
}
