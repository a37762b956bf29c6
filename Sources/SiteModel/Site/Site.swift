/// A site as its authors wrote it: every app, checked and typed, remembering where each thing stands.
public struct Site: Sendable {
    /// The site's folder, as it was named on the command line.
    public let folder: String
    /// In the order of their folders' names.
    public let apps: [App]

    /// A site by its parts; nothing is checked.
    public init(folder: String, apps: [App]) {
        self.folder = folder
        self.apps = apps
    }
}
