import Diagnostics
import JSON

/// A diagnostic as the studio shows it: its parts, and its excerpt as the terminal has it.
struct ProblemView {
    private let diagnostic: Diagnostic

    init(_ diagnostic: Diagnostic) { self.diagnostic = diagnostic }

    var json: JSONValue {
        var object = diagnostic.json.object ?? [:]
        let place = [diagnostic.file, diagnostic.line.map(String.init), diagnostic.column.map(String.init)]
        object["place"] = .string(place.compactMap { $0 }.joined(separator: ":"))
        // Between the first line, which says what the parts say, and the fix.
        var excerpt = diagnostic
        excerpt.fix = nil
        let lines = DiagnosticPrinter(colors: false).text(excerpt).split(separator: "\n").dropFirst()
        object["excerpt"] = .string(lines.joined(separator: "\n"))
        return .object(object)
    }
}
