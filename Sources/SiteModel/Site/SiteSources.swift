import Diagnostics

/// The files of a site, as they were found and not yet understood.
public struct SiteSources: Sendable {
    /// The site's folder, as it was named on the command line.
    public let folder: String
    /// In the order of their folders' names; those without an `app.yml` that could be read are left out.
    public let apps: [AppSources]
    /// What kept files from being read.
    let diagnostics: [Diagnostic]

    /// Finds and reads the files in a folder.
    ///
    /// Nothing outside of the folder is ever read: a symbolic link that leads out is a mistake.
    public init(in folder: String, environment: SiteEnvironment = SiteEnvironment()) {
        let site = SiteFolder(folder, environment: environment)
        self.init(site, apps: site.names)
    }

    /// Reads the files of some apps of a folder.
    ///
    /// - Parameters:
    ///   - site: the folder.
    ///   - names: some of its names, in its order.
    public init(_ site: SiteFolder, apps names: [String]) {
        let found = names.map(site.sources)
        folder = site.path
        apps = found.compactMap(\.sources)
        diagnostics = site.diagnostics + found.flatMap(\.diagnostics)
    }
}
