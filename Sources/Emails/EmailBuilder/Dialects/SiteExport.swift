package import Diagnostics
package import SiteModel
import Threads

/// A site's emails as the files of a system, app by app.
package struct SiteExport: Sendable {
    /// The files in the order of their paths, which begin with the app's name.
    package let files: [DialectExport.File]
    /// The folders whose files each belong to a single email; their paths begin with the app's name.
    let emailFolders: Set<String>
    /// Information for the installation: omitted emails and apps, links that open another page.
    package let notes: [Diagnostic]

    /// Exports every app's emails in a dialect, or those of the app with a name. An app whose emails the dialect cannot
    /// express is omitted with a note; it is an error if the app was named, is the only one, or has a backend of the
    /// dialect.
    package init(
        of site: Site, app name: String?, dialect: Dialect, renderer: EmailRenderer, jobs: Int? = nil
    ) throws(DiagnosticReport) {
        let apps = site.apps.filter { name == nil || $0.name == name }
        var files: [DialectExport.File] = []
        var folders: Set<String> = []
        var notes: [Diagnostic] = []
        var problems: [Diagnostic] = []
        let exports = Parallel.map(apps.count, jobs: jobs ?? Processors.count) { number in
            Result { () throws(DiagnosticReport) in
                try DialectExport(of: apps[number], dialect: dialect, renderer: renderer)
            }
        }
        for (app, export) in zip(apps, exports) {
            do {
                let export = try export.get()
                files += export.files.map {
                    DialectExport.File(
                        path: "\(app.name)/\($0.path)", text: $0.text, emails: $0.emails)
                }
                folders.formUnion(export.emailFolders.map { $0.isEmpty ? app.name : "\(app.name)/\($0)" })
                notes += export.notes
            } catch {
                let mustBe = apps.count == 1 || app.contractName.map(dialect.backends.contains) == true
                if mustBe {
                    problems += error.diagnostics
                } else {
                    notes += error.diagnostics.map { $0.leavingOut(app) }
                }
            }
        }
        if !problems.isEmpty { throw DiagnosticReport(problems) }
        if files.isEmpty {
            throw DiagnosticReport(
                notes + [
                    Diagnostic(
                        code: "nothing-to-export",
                        message: apps.allSatisfy(\.emails.isEmpty)
                            ? "there are no emails to export" : "no email can be exported for \(dialect.title)",
                        fix: apps.allSatisfy(\.emails.isEmpty)
                            ? "Write one beside app.yml, such as emails/reset-password.md."
                            : "The notes list what each of them needs.")
                ])
        }
        if let warning = dialect.misspeltBackend(besides: site.apps.compactMap(\.contractName)) {
            notes.append(warning)
        }
        self.files = files
        emailFolders = folders
        self.notes = notes
    }

    /// Writes the files, in a folder that is created if necessary. All of them are staged first; none replaces an
    /// existing file until the last one is on disk. A file with another content is an error unless it is to be
    /// replaced.
    package func write(
        to folder: String, replacingOthers replacesOthers: Bool = false
    ) throws(DiagnosticReport) -> [String] {
        let staged = StagedFiles(in: folder, replacingOthers: replacesOthers)
        do {
            let paths = try files.mapReportingAll { file throws(DiagnosticReport) in
                try staged.add(Array(file.text.utf8), at: file.path)
            }
            try staged.commit()
            return paths
        } catch {
            staged.discard()
            throw error
        }
    }
}

extension Diagnostic {
    /// The diagnostic as a note that the app is omitted.
    fileprivate func leavingOut(_ app: App) -> Diagnostic {
        var note = self
        note.severity = .note
        note.message += ", so the app '\(app.name)' is left out"
        return note
    }
}
