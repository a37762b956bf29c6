import Arguments
import Diagnostics
import EmailBuilder
import JSON
import SiteModel

/// `latchkey emails diff` compares installed templates with those that would be exported.
enum EmailsDiff: Subcommand {
    static let command = Command(
        "diff",
        summary: "Compare installed templates with those that would be exported now.",
        discussion: """
            Takes a folder that 'latchkey emails export' wrote, or that was downloaded from the system in the same \
            layout, and lists every file with its emails: same, changed, missing, or extra if no email is exported \
            to it; and the differing lines, '-' for installed and '+' for exported ones. Line endings are ignored.

            Exits with 0 if everything is installed as it would be exported, ignoring extra files, otherwise with 1.
            """,
        arguments: [
            Argument("dialect", .one, help: "The system that sends the emails."),
            Argument("path", .one, help: "The folder of the installed templates."),
            .site,
        ],
        options: [
            Option(
                long: "app", value: "name", help: "The only app to compare. (default: every app that can be exported)"),
            SiteEnvironment.option, Build.templatesOption,
            Format.option,
        ])

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        let name = arguments.positional(0) ?? ""
        let path = arguments.positional(1) ?? ""
        let source = try Emails.Source(arguments, site: arguments.positional(2)) { _, _ in }
        let (dialect, app) = try EmailsExport.choice(name, arguments, of: source)
        let export = try SiteExport(of: source.site, app: app, dialect: dialect, renderer: source.renderer)
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
