import Arguments
import CLibrary
import Diagnostics
import EmailBuilder
import JSON
import MIME
import SiteModel

/// `latchkey emails render` writes every email as an .eml file.
enum EmailsRender: Subcommand {
    static let command = Command(documented: "emails render")

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        let output = arguments["output"] ?? "Emails"
        let jobs = try Build.jobs(arguments)
        try EmailsExport.checkOutput(output, arguments)
        let date = try date()
        let files = StagedFiles(in: output, replacingOthers: arguments.has("replace"))
        do throws(DiagnosticReport) {
            let source = try Emails.Source(arguments, site: arguments.positional(0), jobs: jobs) {
                app, entries throws(DiagnosticReport) in
                try entries.mapReportingAll { entry throws(DiagnosticReport) in
                    guard let message = entry.rendered.message(of: entry.app, to: "ada@example.com", date: date)
                    else { return nil as String? }
                    return try files.add(message.bytes, at: "\(app.name)/\(entry.email.name).eml")
                }.compactMap(\.self)
            }
            try files.commit()
            let paths = source.values.flatMap { $0 }
            return Format(arguments).show(
                DiagnosticReport(source.warnings),
                result: ["written": .array(paths.map(JSONValue.string))],
                summary: paths.map { "Wrote \($0)\n" }.joined())
        } catch {
            files.discard()
            throw error
        }
    }

    /// The current time, or that of a reproducible build (https://reproducible-builds.org/specs/source-date-epoch), in
    /// seconds since 1970.
    static func date() throws(DiagnosticReport) -> Int {
        guard let text = getenv("SOURCE_DATE_EPOCH").map({ String(cString: $0) }) else { return Int(time(nil)) }
        // The limit is the end of the year 9999, since an email's date has a four-digit year.
        guard let date = Int(text), (0...253_402_300_799).contains(date) else {
            throw DiagnosticReport(
                code: "bad-date", message: "SOURCE_DATE_EPOCH is '\(text)', which is not a time",
                fix: "Set it to seconds since 1970, such as 1795262400, or unset it.")
        }
        return date
    }
}
