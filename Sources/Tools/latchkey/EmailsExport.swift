import Arguments
import Diagnostics
import EmailBuilder
import JSON
import SiteModel

/// `latchkey emails export` writes emails as templates for the system that sends them.
enum EmailsExport: Subcommand {
    static let command = Command(
        documented: "emails export", values: ["dialects": Dialects.builtInNames.joined(separator: ", ")])

    static func checkOutput(_ output: String, _ arguments: ParsedArguments) throws(DiagnosticReport) {
        try OutputFolder(output).check(
            site: arguments.positional(0) ?? SiteLocation().site, templates: arguments["templates"])
    }

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        let named = arguments.positional(0).flatMap { Dialects.builtInNames.contains($0) ? $0 : nil }
        let name = try arguments.required(
            "dialect", named.map { "Did you mean '--dialect \($0)'?" } ?? "Name the system that sends the emails")
        let output = try arguments.required("output", "Name the folder for the templates")
        let jobs = try Build.jobs(arguments)
        try checkOutput(output, arguments)
        let source = try Emails.Source(arguments, site: arguments.positional(0), jobs: jobs) { _, _ in }
        let (dialect, app) = try choice(name, arguments, of: source)
        let (export, notes) = try export(of: app, in: dialect, of: source, jobs: jobs)
        let paths = try export.write(to: output, replacingOthers: arguments.has("replace"))
        return Format(arguments).show(
            DiagnosticReport(source.warnings + notes),
            result: [
                "dialect": .string(dialect.name), "output": .string(output),
                "files": .array(paths.map(JSONValue.string)),
            ],
            summary: paths.map { "Wrote \($0)\n" }.joined())
    }

    /// The export of a site's emails, or of an app's, with notes that name the dialect of its backend where another one lacks
    /// an email or a parameter.
    static func export(
        of app: String?, in dialect: Dialect, of source: Emails.Source<Void>, jobs: Int? = nil
    ) throws(DiagnosticReport) -> (SiteExport, notes: [Diagnostic]) {
        func named(_ found: [Diagnostic]) throws(DiagnosticReport) -> [Diagnostic] {
            try found.mapReportingAll { diagnostic throws(DiagnosticReport) in
                try naming(otherThan: dialect, of: source, in: diagnostic)
            }
        }
        do {
            let export = try SiteExport(
                of: source.site, app: app, dialect: dialect, renderer: source.renderer, jobs: jobs)
            return (export, try named(export.notes))
        } catch {
            throw DiagnosticReport(try named(error.diagnostics))
        }
    }

    /// A diagnostic about an email or a link that a dialect lacks, with the dialect of the backend as its fix; others
    /// unchanged.
    private static func naming(
        otherThan dialect: Dialect, of source: Emails.Source<Void>, in diagnostic: Diagnostic
    ) throws(DiagnosticReport) -> Diagnostic {
        guard ["left-out", "missing-parameter", "required-parameter"].contains(diagnostic.code),
            let (app, email) = source.site.apps.lazy.compactMap({ app in
                app.emails.first { $0.source.file == diagnostic.file }.map { (app, $0) }
            }).first,
            let other = try source.dialects.dialect(of: app), other.name != dialect.name,
            other.sends(email, of: app)
        else { return diagnostic }
        var diagnostic = diagnostic
        diagnostic.fix = "The app's backend sends the emails of '\(other.name)': write '--dialect \(other.name)'."
        return diagnostic
    }

    /// The dialect with a name, and the app that the command line names.
    static func choice(
        _ name: String, _ arguments: ParsedArguments, of source: Emails.Source<Void>
    ) throws -> (dialect: Dialect, app: String?) {
        guard let dialect = try source.dialects.dialect(named: name) else {
            if let advice = advice(on: name, of: source) {
                throw arguments.failure("There is no dialect '\(name)'\(advice)")
            }
            throw arguments.failure("There is no dialect '\(name)'", for: name, insteadOf: source.dialects.names)
        }
        let apps = source.site.apps.map(\.name)
        if let app = arguments["app"], !apps.contains(app) {
            throw arguments.failure("There is no app '\(app)'", for: app, insteadOf: apps)
        }
        return (dialect, arguments["app"])
    }

    /// Languages, frameworks and tools for emails, by the dialect in whose syntax their templates can be.
    private static let languages = [
        "blade": ["php"], "erb": ["rails", "ruby"], "jinja": ["python", "flask", "fastapi"],
        "handlebars": [
            "node", "nodejs", "express", "next", "nextjs", "next-auth", "nestjs", "javascript", "typescript", "mjml",
            "react-email", "supertokens", "better-auth", "html",
        ],
    ]

    /// What to write in place of the title or a backend of a dialect, or of a service or a backend that leaves emails to code of
    /// one's own; nil for other names.
    private static func advice(on name: String, of source: Emails.Source<Void>) -> String? {
        for other in source.dialects.names {
            guard let dialect = try? source.dialects.dialect(named: other),
                dialect.title.lowercased() == name.lowercased() || dialect.backends.contains(name)
            else { continue }
            return ". Write '--dialect \(other)', which is that of \(dialect.title)."
        }
        if let other = languages.first(where: { $0.value.contains(name.lowercased()) })?.key {
            if let app = source.site.apps.first, let own = try? source.dialects.dialect(of: app) {
                return ". The app's backend sends the emails of '\(own.name)': write '--dialect \(own.name)'."
            }
            return ". Write '--dialect \(other)', if code of your own renders the emails."
        }
        let isService = EmailSender(rawValue: name) != nil || ["ses", "smtp", "brevo", "mailchimp"].contains(name)
        guard isService || source.site.apps.contains(where: { $0.contractName == name }) else { return nil }
        return
            ": \(isService ? "the service sends" : "with this backend you send") what code of your own renders. Choose that code's template language, such as 'handlebars' for JavaScript or 'jinja' for Python."
    }
}
