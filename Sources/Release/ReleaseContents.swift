/// A release before it is written: the same values as the manifest's, with the bytes still in memory.
public struct ReleaseContents: Hashable, Sendable {
    public var apps: [AppContents]

    public init(apps: [AppContents]) {
        self.apps = apps
    }
}

/// One app of a release that is not written yet.
public struct AppContents: Hashable, Sendable {
    public var name: String
    public var hosts: [String]
    /// Routes name files by their `FileContents.name`; the writer puts the hashed names in their place.
    public var routes: [Route]
    /// The `FileContents.name` of the 404 page.
    public var notFound: String
    public var files: [FileContents]
    /// What goes to `<app>/app/`, for Xcode and Gradle: no host serves it, so names are plain. Path → bytes.
    public var appFiles: [String: [UInt8]]

    public init(
        name: String, hosts: [String], routes: [Route], notFound: String, files: [FileContents],
        appFiles: [String: [UInt8]] = [:]
    ) {
        self.name = name
        self.hosts = hosts
        self.routes = routes
        self.notFound = notFound
        self.files = files
        self.appFiles = appFiles
    }
}

/// One file of a release that is not written yet.
public struct FileContents: Hashable, Sendable {
    /// The name without a hash: `reset-password.html`, `apple-app-site-association`.
    public var name: String
    /// The media type, as in `Content-Type`.
    public var type: String
    public var headers: [HeaderField]
    public var bytes: [UInt8]

    public init(name: String, type: String, headers: [HeaderField], bytes: [UInt8]) {
        self.name = name
        self.type = type
        self.headers = headers
        self.bytes = bytes
    }
}
