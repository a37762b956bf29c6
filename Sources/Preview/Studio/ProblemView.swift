import Diagnostics
import JSON

/// A diagnostic for the studio: its parts, and the excerpt as in a terminal.
struct ProblemView {
    let diagnostic: Diagnostic

    var json: JSONValue {
        var object = diagnostic.json.object ?? [:]
        let place = [diagnostic.file, diagnostic.line.map(String.init), diagnostic.column.map(String.init)]
        object["place"] = .string(place.compactMap { $0 }.joined(separator: ":"))
        // Without the first line, which repeats the parts, and without the fix.
        var excerpt = diagnostic
        excerpt.fix = nil
        let lines = DiagnosticPrinter(colors: false).text(excerpt).split(separator: "\n").dropFirst()
        object["excerpt"] = .string(lines.joined(separator: "\n"))
        return .object(object)
    }
}
