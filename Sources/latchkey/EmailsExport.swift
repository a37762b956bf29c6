import Arguments
import Diagnostics
import EmailBuilder
import Files
import JSON
import SiteBuilder
import SiteModel

/// `latchkey emails export`: mails in the words of whoever sends them.
enum EmailsExport: Subcommand {
    static let command = Command(
        "export",
        summary: "Write the emails as templates for the system that sends them.",
        discussion: """
            Every app's emails go to '<output>/<app>', in the files that the system reads and with its words in place of \
            ours. An app whose emails say what the system cannot is left out, and a note says why; where the app's own \
            backend is that system, or '--app' names the app, it is an error.

            The built-in dialects are \(Dialects(.embedded).names.joined(separator: ", ")); a file \
            'dialects/<name>.yml' among your templates adds one.
            """,
        arguments: [Argument("site", .optional, help: "The folder that holds one folder an app. (default: Site)")],
        options: [
            Option(long: "dialect", value: "name", help: "The system that sends the mails."),
            Option(long: "output", value: "dir", help: "Where the templates go."),
            Option(long: "app", value: "name", help: "The one app to export. (default: every app that can be)"),
            Build.templatesOption,
            Format.option,
        ])

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        let build = SiteBuild(site: arguments.positional(0) ?? "Site", templates: arguments["templates"], output: "")
        guard let name = arguments["dialect"] else {
            throw arguments.failure("Missing expected option '--dialect <name>'. Name the system that sends the mails")
        }
        guard let output = arguments["output"] else {
            throw arguments.failure("Missing expected option '--output <dir>'. Name the folder for the templates")
        }
        do {
            let templates = try TemplateSources(override: build.templatesFolder)
            let dialects = Dialects(templates)
            guard let dialect = try dialects.dialect(named: name) else {
                let question = Suggestion.question(for: name, in: dialects.names).map { " \($0)" } ?? ""
                throw arguments.failure(
                    "There is no dialect '\(name)'.\(question) The dialects are \(dialects.names.joined(separator: ", "))"
                )
            }
            let (site, warnings) = try SiteReader.read(build.site, contracts: templates.contracts)
            if let app = arguments["app"], !site.apps.contains(where: { $0.name == app }) {
                let names = site.apps.map(\.name)
                let question = Suggestion.question(for: app, in: names).map { " \($0)" } ?? ""
                throw arguments.failure(
                    "There is no app '\(app)' in '\(build.site)'.\(question) The apps are \(names.joined(separator: ", "))"
                )
            }
            let export = try SiteExport(
                of: site, app: arguments["app"], dialect: dialect, renderer: EmailRenderer(templates: templates))
            let paths = try export.write(to: output)
            return Format(arguments).show(
                DiagnosticReport(warnings + export.notes),
                result: [
                    "dialect": .string(dialect.name), "output": .string(output),
                    "files": .array(paths.map(JSONValue.string)),
                ],
                summary: paths.map { "Wrote \($0)\n" }.joined())
        } catch let report as DiagnosticReport {
            return Format(arguments).show(report)
        }
    }
}
