/// What is wrong with an input, where, and how to fix it.
///
/// Messages are lower case without a full stop, names in single quotes: `unknown key 'titel'`. A fix is a sentence that
/// begins with a verb: `Did you mean 'title'?`, `Add a move to 'sent'.` `Place` is as exact as its reporter can be: an
/// offset in a text, a path in a document, or a line in a file.
public struct Problem<Place: Hashable & Sendable>: Error, Hashable, Sendable {
    /// The severity.
    public typealias Severity = ProblemSeverity

    /// The severity; only an error makes a command fail.
    public var severity: ProblemSeverity
    /// A stable name for scripts, in kebab case: `unknown-key`.
    public var code: String
    /// What is wrong: lower case, no full stop, names in single quotes.
    public var message: String
    /// How to fix it: a sentence that begins with a verb.
    public var fix: String?
    /// Where it is.
    public var place: Place
    /// The name that is missing or unknown, for readers that know a better fix.
    package var name: String?

    package init(
        _ severity: ProblemSeverity = .error, code: String, at place: Place, _ message: String, fix: String? = nil,
        name: String? = nil
    ) {
        self.severity = severity
        self.code = code
        self.message = message
        self.fix = fix
        self.place = place
        self.name = name
    }

    /// The same problem with a place that is more exact or that another reader understands.
    package func at<Other>(_ place: Other) -> Problem<Other> {
        Problem<Other>(severity, code: code, at: place, message, fix: fix, name: name)
    }
}

/// A problem in a text. Its place is an offset in UTF-8 bytes; nil for the whole text.
package typealias TextProblem = Problem<Int?>

/// The severity of a problem.
public enum ProblemSeverity: String, Hashable, Sendable, CaseIterable {
    /// Makes the command fail.
    case error
    /// Probably a mistake.
    case warning
    /// Information.
    case note
}

/// Several problems, thrown together so that all of them can be fixed at once.
public struct ProblemReport<Place: Hashable & Sendable>: Error, Hashable, Sendable {
    /// The problems in the order in which they were found.
    public var problems: [Problem<Place>]

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

/// The place of a value in a document, for modules without access to the file.
///
/// The reader of the document maps it to a line and a column.
public struct ValuePath: Hashable, Sendable {
    /// Keys and list indices from the document's root: `operations.check-link.outcomes[1]`.
    public let text: String
    /// Whether the place is the key instead of its value.
    public let isKey: Bool
    /// The offset in the value's text, in UTF-8 bytes; nil for the whole value.
    public let offset: Int?

    package init(_ text: String, isKey: Bool = false, offset: Int? = nil) {
        self.text = text
        self.isKey = isKey
        self.offset = offset
    }
}
