public import Diagnostics
import Files

/// A site's folder: the apps in it, each to be read on its own.
public struct SiteFolder: Sendable {
    /// The folder, as it was named on the command line.
    public let path: String
    /// The names of the folders that each hold an app, sorted; whether they do is told by reading them.
    public let names: [String]
    /// What keeps the folder from being a site, or from having the environment.
    public let refusals: [Diagnostic]
    /// The same, and entries beside the apps that nothing reads.
    public let diagnostics: [Diagnostic]
    private let root: String?
    private let environment: SiteEnvironment

    /// Lists a folder.
    ///
    /// - Parameters:
    ///   - path: the folder.
    ///   - environment: what overrides keys of `app.yml`, and what variables in them stand for.
    public init(_ path: String, environment: SiteEnvironment = SiteEnvironment()) {
        self.path = path
        self.environment = environment
        root = FileSystem.realPath(path)
        var search = SiteSearch(folder: path, root: root, environment: environment)
        names = search.apps()
        refusals = search.diagnostics + (environment.problem(in: path, apps: names).map { [$0] } ?? [])
        diagnostics = refusals + search.unread.map(\.diagnostic)
    }

    /// Reads the files of one app.
    ///
    /// - Parameter name: one of `names`.
    /// - Returns: the files, nil where there is no `app.yml` that can be read; and what kept files from being read.
    public func sources(of name: String) -> (sources: AppSources?, diagnostics: [Diagnostic]) {
        var search = SiteSearch(folder: path, root: root, environment: environment)
        let sources = search.app(named: name)
        return (sources, search.diagnostics)
    }
}
