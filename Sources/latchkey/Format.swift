import Arguments
import Diagnostics
import JSON

/// How a command speaks: text for people, or one JSON object for scripts.
enum Format: String, CaseIterable {
    case text, json

    static let option = Option(
        long: "format", value: "format", choices: allCases.map(\.rawValue),
        help: "'text' for people or 'json' for scripts. (default: text)")

    init(_ arguments: ParsedArguments) {
        self = arguments["format"].flatMap(Format.init) ?? .text
    }

    /// Shows what a command found and made, and gives its exit status.
    ///
    /// - Parameters:
    ///   - report: errors, warnings and notes.
    ///   - result: what was made, for scripts.
    ///   - summary: what was made, for people; it ends in LF.
    /// - Returns: 1 where the report holds an error, else 0.
    func show(_ report: DiagnosticReport, result: JSONValue = .null, summary: String = "") -> Int32 {
        switch self {
        case .text:
            Terminal.report(report)
            Terminal.print(summary)
        case .json: Terminal.print(report.json(result: result).serialized() + "\n")
        }
        return report.hasErrors ? 1 : 0
    }
}
