import Arguments
import CLibrary
import Diagnostics
import Doctor
import Files
import HostExport
import JSON
import LinkRouting
import Release
import SiteModel

/// `latchkey doctor` examines a live host as phones, browsers and the platforms' fetchers see it.
enum DoctorCommand: Subcommand {
    static let command = Command(
        documented: "doctor",
        values: [
            "hosts": Host.allCases.map(\.rawValue).joined(separator: ", "), "timeout": "\(defaultTimeout)",
        ])

    private static let defaultTimeout = 60

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        for file in arguments.all("email") { try checkEmail(file) }
        if arguments.positionals.isEmpty, arguments["release"] == nil {
            let host =
                arguments["email"] == nil ? "Name the host" : "'--email' compares the links with a host: name it"
            throw arguments.failure(
                "Missing expected argument '<url>'. \(host), or its release with '--release Output'")
        }
        for name in ["app-files", "to"] where arguments[name] != nil && arguments["email"] != nil {
            throw arguments.failure("'--\(name)' is about a live host, and '--email' about an email. Use one of them")
        }
        let timeout = try arguments.integer("timeout", in: 1...3_600) ?? defaultTimeout
        var origins = try DoctorAddresses.origins(arguments)
        if !origins.isEmpty { try DoctorAddresses.check(arguments, origins) }
        if let path = arguments["cacert"] { try checkAuthorities(path) }
        guard
            let fetcher = Fetcher(
                resolve: arguments.all("resolve"), connections: arguments.all("connect-to"),
                authorities: arguments["cacert"])
        else { throw DiagnosticReport(code: "libcurl", message: "libcurl cannot be started") }
        if let folder = arguments["release"] { try SiteLocation().checkRelease(in: folder) }
        let source = try arguments["release"].map { folder throws(Diagnostic) in
            let release = try LoadedRelease.load(folder)
            return ExportSource(release: release, site: try LandingSite(release), root: Export.defaultRoot)
        }
        if let source, origins.isEmpty {
            origins = source.release.manifest.apps.flatMap(\.hosts).map { Origin(scheme: "https", host: $0) }
            try DoctorAddresses.check(arguments, origins)
        }
        let emails = try arguments.all("email").map { file in
            EmailExamination(
                file: file, bytes: try bytes(of: file, limit: EmailExamination.longestEmail),
                hosts: origins.map(\.host),
                site: source?.site)
        }
        if !emails.isEmpty { return show(emails, arguments) }
        let projects = try arguments.all("app-files").flatMap(projects)
        let examinations = origins.map { origin in
            let subject = ExaminationSubject(
                origin, source: source, host: arguments["to"].flatMap(Host.init), projects: projects,
                addresses: DoctorAddresses.addresses(of: origin, arguments), examined: origins,
                certificate: fetcher.certificate(of:), now: Int(time(nil)))
            return fetcher.within(timeout) { Examination.examine(subject, fetch: fetcher.fetch) }
        }
        return show(examinations, arguments)
    }

    /// Reports the file of an email that is not there, with one of the same name in a folder beside it, or that is a source.
    private static func checkEmail(_ file: String) throws(DiagnosticReport) {
        if file.hasSuffix(".md") {
            throw DiagnosticReport(
                code: "no-email", file: file, message: "this is an email's words, and no received email",
                fix: "Save an email from an inbox as .eml, or write one with 'latchkey emails render'.")
        }
        guard FileSystem.kind(of: file) == nil else { return }
        let parts = file.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let (folder, name) = (parts.dropLast().joined(separator: "/"), parts.last ?? "")
        let beside = folder.isEmpty ? "" : folder + "/"
        let entries = (try? FileSystem.list(folder.isEmpty ? "." : folder)) ?? []
        let meant =
            entries.map { "\($0)/\(name)" }.first { FileSystem.kind(of: beside + $0) == .file }
            ?? Suggestion.nearest(to: name, in: entries)
        throw DiagnosticReport(
            code: "unreadable", file: file, message: "cannot read '\(file)': no such file or directory",
            fix: meant.map { "Did you mean '\(beside)\($0)'?" })
    }

    private static func checkAuthorities(_ path: String) throws(DiagnosticReport) {
        guard try text(of: path, limit: 16 << 20).contains("-----BEGIN CERTIFICATE-----") else {
            throw DiagnosticReport(
                code: "no-certificate", file: path, message: "there is no certificate here",
                fix: "Name a file of certificates in PEM, which begin with '-----BEGIN CERTIFICATE-----'.")
        }
    }

    private static func text(of path: String, limit: Int) throws(DiagnosticReport) -> String {
        String(decoding: try bytes(of: path, limit: limit), as: UTF8.self)
    }

    static func bytes(of path: String, limit: Int) throws(DiagnosticReport) -> [UInt8] {
        do {
            return try FileSystem.read(path, limit: limit)
        } catch {
            throw unreadable(error)
        }
    }

    private static func unreadable(_ error: FileError) -> DiagnosticReport {
        DiagnosticReport(code: "unreadable", file: error.path, message: error.description)
    }

    private static func show(_ emails: [EmailExamination], _ arguments: ParsedArguments) -> Int32 {
        show(
            emails.map { ($0.file, $0.findings) }, arguments,
            diagnostics: emails.flatMap { email in
                email.findings.compactMap(\.fault).map { $0.at(FilePlace(file: email.file)) }
            },
            result: [
                "emails": .array(
                    emails.map { ["file": .string($0.file), "findings": .array($0.findings.map(\.json))] })
            ])
    }

    private static func show(_ examinations: [Examination], _ arguments: ParsedArguments) -> Int32 {
        show(
            examinations.map { ("\($0.origin)" + ($0.host.map { " (\($0.rawValue))" } ?? ""), $0.findings) }, arguments,
            diagnostics: examinations.flatMap { examination in
                examination.findings.compactMap(\.fault).map { problem in
                    let address = problem.place.hasPrefix("/") ? "\(examination.origin)" : ""
                    return problem.at(FilePlace(file: address + problem.place))
                }
            },
            result: ["hosts": .array(examinations.map(Self.json))])
    }

    private static func show(
        _ examined: [(title: String, findings: [Finding])], _ arguments: ParsedArguments, diagnostics: [Diagnostic],
        result: JSONValue
    ) -> Int32 {
        let findings = examined.flatMap(\.findings)
        switch Format(arguments) {
        case .text:
            for (title, findings) in examined {
                Terminal.print(
                    "\(title)\n" + findings.map { "  " + $0.text.replacing("\n  fix", with: "\n    fix") }.joined())
            }
            let errors = findings.count(where: \.isError)
            let warnings = findings.count { $0.fault?.severity == .warning }
            Terminal.print(
                errors + warnings == 0 ? "\nNo findings.\n" : "\n\(errors) broken, \(warnings) to look at.\n")
        case .json:
            Terminal.print(DiagnosticReport(diagnostics).json(result: result).serialized() + "\n")
        }
        return findings.contains(where: \.isError) ? 1 : 0
    }

    private static func json(_ examination: Examination) -> JSONValue {
        var members: JSONObject = [
            "url": .string(examination.origin.description),
            "findings": .array(examination.findings.map(\.json)),
        ]
        if let host = examination.host { members["host"] = .string(host.rawValue) }
        if let conformance = examination.conformance { members["conformance"] = conformance.json }
        return .object(members)
    }

    /// Reads the project files that name hosts: a single file, or those in a folder.
    private static func projects(_ path: String) throws(DiagnosticReport) -> [(path: String, text: String)] {
        var files = [path]
        if FileSystem.kind(of: path) == .folder {
            do {
                files = try FileSystem.list(path).map { "\(path)/\($0)" }.filter(ExaminationSubject.isProject)
            } catch {
                throw unreadable(error)
            }
        }
        let texts = try files.map { file throws(DiagnosticReport) in
            (path: file, text: try text(of: file, limit: 1 << 20))
        }
        let found = texts.filter { ExaminationSubject.isProject($0.path) }
        guard found.isEmpty else { return found }
        throw DiagnosticReport(
            code: "no-app-files", file: path, message: "there are neither entitlements nor an Android manifest here",
            fix:
                "Name a file that ends in '.entitlements' or is called 'AndroidManifest.xml', or a folder that has one."
        )
    }
}
