/// Several diagnostics, thrown together so that all of them can be fixed at once.
public struct DiagnosticReport: Error, Hashable, Sendable {
    /// The diagnostics in the order in which they were found.
    public var diagnostics: [Diagnostic]

    /// Creates a report of diagnostics in any order.
    public init(_ diagnostics: [Diagnostic]) {
        self.diagnostics = diagnostics
    }

    /// Creates a report of diagnostics in any order, which it sorts by location.
    public init(sorting diagnostics: [Diagnostic]) {
        self.diagnostics = DiagnosticReport(diagnostics).sorted
    }

    /// Creates a report of one error, about a file or without a location.
    public init(code: String, file: String? = nil, message: String, fix: String? = nil) {
        self.init([Diagnostic(code: code, file: file, message: message, fix: fix)])
    }

    /// Whether any diagnostic is an error, which makes the command fail.
    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    /// The diagnostics sorted by file, line and column, without duplicates.
    public var sorted: [Diagnostic] {
        var seen = Set<Diagnostic>()
        return diagnostics.filter { seen.insert($0).inserted }
            .enumerated()
            .sorted { a, b in
                let left = (a.element.file ?? "", a.element.line ?? 0, a.element.column ?? 0, a.offset)
                let right = (b.element.file ?? "", b.element.line ?? 0, b.element.column ?? 0, b.offset)
                return left < right
            }
            .map(\.element)
    }
}

extension Sequence {
    /// Transforms every element, and throws the diagnostics of all elements together.
    ///
    /// Continues after an element that throws, so that no diagnostic is lost.
    ///
    /// - Parameter transform: transforms one element.
    /// - Returns: one result for each element, in order.
    /// - Throws: the diagnostics of every element whose transformation threw, in order.
    public func mapReportingAll<Result>(
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
