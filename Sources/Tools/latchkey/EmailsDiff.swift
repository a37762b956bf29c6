import Arguments
import Diagnostics
import EmailBuilder
import JSON

/// `latchkey emails diff` compares installed templates with those that would be exported.
enum EmailsDiff: Subcommand {
    static let command = Command(documented: "emails diff")

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        let name = arguments.positional(0) ?? ""
        let path = arguments.positional(1) ?? ""
        let source = try Emails.Source(arguments, site: arguments.positional(2)) { _, _ in }
        let dialects = source.dialects.names
        if dialects.contains(path), !dialects.contains(name) {
            throw arguments.failure(
                "There is no dialect '\(name)'. Did you mean 'latchkey emails diff \(path) \(name)'?")
        }
        let (dialect, app) = try EmailsExport.choice(name, arguments, of: source)
        let (export, _) = try EmailsExport.export(of: app, in: dialect, of: source)
        let difference = try ExportDifference.between(export, installedIn: path)
        let status = Format(arguments).show(
            DiagnosticReport(source.warnings),
            result: [
                "dialect": .string(dialect.name), "path": .string(path), "same": .bool(difference.isEmpty),
                "files": .array(difference.changes.map(json)),
            ],
            summary: difference.changes.map(text).joined())
        return status == 0 && !difference.isEmpty ? 1 : status
    }

    private static func text(_ change: ExportDifference.Change) -> String {
        let emails = change.emails.count > 3 ? "all emails" : change.emails.joined(separator: ", ")
        return "\(change.kind.rawValue): \(change.path)\(emails.isEmpty ? "" : " (\(emails))")\n"
            + change.lines.map { "  \($0)\n" }.joined()
    }

    private static func json(_ change: ExportDifference.Change) -> JSONValue {
        [
            "path": .string(change.path), "state": .string(change.kind.rawValue),
            "emails": .array(change.emails.map(JSONValue.string)),
            "lines": .array(change.lines.map(JSONValue.string)),
        ]
    }
}
