/// Several problems, thrown together so that all of them can be fixed at once.
public struct ProblemReport<Place: Hashable & Sendable>: Error, Hashable, Sendable {
    /// The problems in the order in which they were found.
    public var problems: [Problem<Place>]

    /// Creates a report of problems in any order.
    package init(_ problems: [Problem<Place>]) {
        self.problems = problems
    }

    /// Whether any problem is an error, which makes the command fail.
    package var hasErrors: Bool { problems.contains { $0.severity == .error } }
}

extension ProblemReport: CustomStringConvertible where Place == ValuePath {
    /// One line for each problem: `operations.reset.request: missing key 'url'`.
    public var description: String {
        problems.map { $0.place.text.isEmpty ? $0.message : "\($0.place.text): \($0.message)" }.joined(separator: "\n")
    }
}
