/// One app's part of the manifest as it is written, with what a build needs to know of it.
///
/// A build holds one for each app; the app's routes and header fields are text in it, and nothing else of the app stays
/// in memory.
public struct ManifestEntry: Sendable {
    /// The name of the app's folder.
    public let name: String
    /// The hosts that the app answers for.
    public let hosts: [String]
    /// How many pages the app has, the one for unknown paths left out.
    public let pages: Int
    /// The digest of what the app was made from; nil where the build that wrote it kept none.
    public let inputs: String?
    /// Every variant of every file, below `<app>/web/`.
    let variants: [ReleasedFile.Variant]
    /// By their paths below `<app>/app/`, the hash of each file.
    let appFiles: [String: String]
    /// The app as it stands in `release.json`.
    let text: [UInt8]

    init(_ app: ReleasedApp, text: [UInt8]) {
        name = app.name
        hosts = app.hosts
        pages = app.files.count { $0.type.hasPrefix("text/html") && $0.name != app.notFound }
        inputs = app.inputs
        variants = app.files.flatMap(\.variants)
        appFiles = app.appFiles
        self.text = text
    }
}
