/// The serialized part of one app in a manifest, with the values that a build needs.
///
/// A build keeps one for each app instead of the parsed app, to save memory.
package struct ManifestEntry: Sendable {
    /// The name of the app's folder.
    package let name: String
    /// The app's hosts.
    package let hosts: [String]
    /// The number of pages, without the 404 page.
    package let pages: Int
    /// The digest of the app's inputs; nil if the build that wrote it stored none.
    package let inputs: String?
    /// The environment whose file overrode keys of the app; nil if there was none.
    package let environment: String?
    /// The variants of all files below `<app>/web/`.
    let variants: [ReleasedFile.Variant]
    /// The hashes of the files below `<app>/app/`, by path.
    let appFiles: [String: String]
    /// The app's JSON in `release.json`.
    let text: [UInt8]

    init(_ app: ReleasedApp, text: [UInt8]) {
        name = app.name
        hosts = app.hosts
        pages = app.files.count { $0.type.hasPrefix("text/html") && $0.name != app.notFound }
        inputs = app.inputs
        environment = app.environment
        variants = app.files.flatMap(\.variants)
        appFiles = app.appFiles
        self.text = text
    }
}
