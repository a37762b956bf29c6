import Arguments
import Diagnostics
import EmailBuilder
import Files
import JSON
import MIME
import SiteModel

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// `latchkey emails render`: every email as a file that email programs open.
enum EmailsRender: Subcommand {
    static let command = Command(
        "render",
        summary: "Write every email as an .eml file, with examples.",
        discussion: """
            Writes '<output>/<app>/<email>.eml', which email programs open: the email in HTML and in plain text, with \
            examples for the name, the address and the link. With SOURCE_DATE_EPOCH in the environment, the same site gives the same \
            bytes.
            """,
        arguments: [Argument("site", .optional, help: "The folder that holds one folder an app. (default: Site)")],
        options: [
            Option(long: "output", value: "dir", help: "Where the files go. (default: Emails)"), Build.templatesOption,
            Format.option,
        ])

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        let output = arguments["output"] ?? "Emails"
        do {
            let source = try Emails.Source(arguments, site: arguments.positional(0))
            let files = files(of: source.emails, in: output, date: try date())
            try write(files)
            return Format(arguments).show(
                DiagnosticReport(source.warnings),
                result: ["written": .array(files.map { .string($0.path) })],
                summary: files.map { "Wrote \($0.path)\n" }.joined())
        } catch {
            return Format(arguments).show(error)
        }
    }

    private static func files(
        of emails: SiteEmails, in output: String, date: Int
    ) -> [(path: String, bytes: [UInt8])] {
        emails.entries.compactMap { entry in
            entry.rendered.message(of: entry.app, to: "ada@example.com", date: date).map {
                ("\(output)/\(entry.app.name)/\(entry.email.name).eml", $0.bytes)
            }
        }
    }

    private static func write(_ files: [(path: String, bytes: [UInt8])]) throws(DiagnosticReport) {
        do throws(FileError) {
            var staged: [StagedFile] = []
            do throws(FileError) {
                for file in files {
                    if let slash = file.path.lastIndex(of: "/") {
                        try FileSystem.makeFolder(String(file.path[..<slash]))
                    }
                    staged.append(try FileSystem.stage(file.bytes, for: file.path))
                }
            } catch {
                for file in staged { file.discard() }
                throw error
            }
            for file in staged { try file.commit() }
        } catch {
            throw DiagnosticReport([Diagnostic(code: "cannot-write", file: error.path, message: error.description)])
        }
    }

    /// Now, or the moment that a reproducible build names (https://reproducible-builds.org/specs/source-date-epoch).
    static func date() throws(DiagnosticReport) -> Int {
        guard let text = getenv("SOURCE_DATE_EPOCH").map({ String(cString: $0) }) else { return Int(time(nil)) }
        // The last second of the year 9999: an email's date has four digits for it.
        guard let date = Int(text), (0...253_402_300_799).contains(date) else {
            throw DiagnosticReport([
                Diagnostic(
                    code: "bad-date", message: "SOURCE_DATE_EPOCH is '\(text)', which is not a time",
                    fix: "Set it to seconds since 1970, such as 1795262400, or unset it.")
            ])
        }
        return date
    }
}
