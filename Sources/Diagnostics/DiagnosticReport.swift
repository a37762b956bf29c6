/// Several diagnostics, thrown together so that a person mends them in one go.
public struct DiagnosticReport: Error, Hashable, Sendable {
    public var diagnostics: [Diagnostic]

    public init(_ diagnostics: [Diagnostic]) {
        self.diagnostics = diagnostics
    }

    /// Whether anything in the report fails the command.
    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    /// The diagnostics in the order of their places, each once.
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
    /// What becomes of every element, or everything that is wrong with any of them.
    ///
    /// - Parameter transform: makes something of one element.
    /// - Returns: one result an element, in order.
    /// - Throws: the diagnostics about all elements that nothing could be made of, in order.
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
