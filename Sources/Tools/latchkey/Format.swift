import Arguments
import Diagnostics
import JSON

/// The output format of a command: text for people, or a JSON object for scripts.
enum Format: String, CaseIterable {
    case text, json

    static let option = Option(documented: "format")

    init(_ arguments: ParsedArguments) {
        self = arguments["format"].flatMap(Format.init) ?? .text
    }

    /// Prints a command's diagnostics and result, for scripts or as the summary for people, which ends in LF; returns
    /// the exit status, 1 if the report contains an error.
    func show(_ report: DiagnosticReport = DiagnosticReport([]), result: JSONValue = .null, summary: String = "")
        -> Int32
    {
        switch self {
        case .text:
            Terminal.report(report)
            Terminal.print(summary)
        case .json: Terminal.print(report.json(result: result).serialized() + "\n")
        }
        return report.hasErrors ? 1 : 0
    }
}
