import Configuration
package import Diagnostics
import Files
import YAML

/// A site's folder, whose apps can be read one by one.
package struct SiteFolder: Sendable {
    /// The folder, as it was named on the command line.
    package let path: String
    /// The names of the subfolders, sorted. Whether each contains an app is known only when it is read.
    package let names: [String]
    /// Errors that prevent the folder from being read as a site, or in the environment.
    package let refusals: [Diagnostic]
    /// The refusals, and errors about entries beside the apps that nothing reads.
    package let diagnostics: [Diagnostic]
    package let notes: [Diagnostic]
    private let root: String?
    private let environment: SiteEnvironment

    package init(_ path: String, environment: SiteEnvironment = SiteEnvironment()) {
        self.path = path
        self.environment = environment
        root = FileSystem.realPath(path)
        var search = SiteSearch(folder: path, root: root, environment: environment)
        names = search.apps()
        refusals = search.diagnostics + (environment.problem(in: path, apps: names).map { [$0] } ?? [])
        notes = refusals.isEmpty ? environment.note(in: path, apps: names).map { [$0] } ?? [] : []
        diagnostics = refusals + search.unread.map(\.diagnostic)
    }

    /// Reads the files of one of the apps, nil without a readable `app.yml`; with diagnostics about files that could
    /// not be read.
    package func sources(of name: String) -> (sources: AppSources?, diagnostics: [Diagnostic]) {
        var search = SiteSearch(folder: path, root: root, environment: environment)
        let sources = search.app(named: name)
        return (sources, search.diagnostics)
    }
}

extension SiteFolder {
    /// The fix for the name of an app that the site does not have: the folder of the app that was probably meant, else all
    /// of `names`.
    package func fix(forApp name: String, in names: [String]) -> String {
        let folder = name.split(separator: "/").last.map { $0.lowercased() } ?? ""
        if names.contains(folder) { return "Did you mean '\(folder)'?" }
        let titled = names.first { app in
            guard let file = sources(of: app).sources?.file, let document = try? YAMLDocument(parsing: file) else {
                return false
            }
            return document.root?["name"]?.text?.lowercased() == name.lowercased()
        }
        return titled.map { "Did you mean '\($0)', the folder of the app with this name?" }
            ?? Suggestion.fix(for: name, in: names, "The apps are")
    }
}

extension DiagnosticReport {
    /// The error for the name of an app that a site does not have.
    package init(noApp name: String, in site: String, of names: [String]) {
        self.init(
            code: "no-app", message: "there is no app '\(name)' in '\(site)'",
            fix: SiteFolder(site).fix(forApp: name, in: names))
    }
}

/// The files of a site, read but not parsed.
package struct SiteSources: Sendable {
    package let folder: String
    /// The apps in the order of their folders' names, without those that have no readable `app.yml`.
    package let apps: [AppSources]
    /// Diagnostics about files that could not be read.
    let diagnostics: [Diagnostic]

    /// Reads the files of some apps of a folder, in the order of its names. Nothing outside the folder is read: a
    /// symbolic link that leaves it is an error.
    package init(_ site: SiteFolder, apps names: [String]) {
        let found = names.map(site.sources)
        folder = site.path
        apps = found.compactMap(\.sources)
        diagnostics = site.diagnostics + site.notes + found.flatMap(\.diagnostics)
    }
}
