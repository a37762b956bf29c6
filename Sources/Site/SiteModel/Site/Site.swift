/// A site as its authors wrote it: every app, checked and typed, with the locations of its values.
package struct Site: Sendable {
    /// The site's folder, as it was named on the command line.
    package let folder: String
    /// The apps in the order of their folders' names.
    package let apps: [App]

    /// Creates a site from its parts, without checks.
    package init(folder: String, apps: [App]) {
        self.folder = folder
        self.apps = apps
    }
}
