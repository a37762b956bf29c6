import Diagnostics

/// The files of a site, read but not parsed.
package struct SiteSources: Sendable {
    /// The site's folder, as it was named on the command line.
    package let folder: String
    /// The apps in the order of their folders' names, without those that have no readable `app.yml`.
    package let apps: [AppSources]
    /// Diagnostics about files that could not be read.
    let diagnostics: [Diagnostic]

    /// Reads the files of some apps of a folder.
    ///
    /// Nothing outside the folder is read: a symbolic link that leaves it is an error.
    ///
    /// - Parameters:
    ///   - site: the folder.
    ///   - names: the apps to read, a subset of its names in the same order.
    package init(_ site: SiteFolder, apps names: [String]) {
        let found = names.map(site.sources)
        folder = site.path
        apps = found.compactMap(\.sources)
        diagnostics = site.diagnostics + found.flatMap(\.diagnostics)
    }
}
