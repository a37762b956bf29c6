public import TextEncoding

/// A release before it is written: the same values as the manifest's, with the bytes still in memory.
public struct ReleaseContents: Hashable, Sendable {
    /// In any order; the writer sorts them by name.
    public var apps: [AppContents]

    /// A release of these apps.
    public init(apps: [AppContents]) {
        self.apps = apps
    }
}

/// One app of a release that is not written yet.
public struct AppContents: Hashable, Sendable {
    /// The name of the app's folder, in the site as in the release.
    public var name: String
    /// In lower case without a port; the first is the one that emails use.
    public var hosts: [String]
    /// Routes name files by their `FileContents.name`; the writer puts the hashed names in their place.
    public var routes: [Route]
    /// The `FileContents.name` of the 404 page.
    public var notFound: String
    /// Each name once.
    public var files: [FileContents]
    /// What goes to `<app>/app/`, for Xcode and Gradle: no host serves it, so names are plain. Path → bytes.
    public var appFiles: [String: [UInt8]]

    /// An app by its parts.
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
    /// Caching and security, in order.
    public var headers: [HeaderField]
    /// The content as it is, not compressed.
    public var bytes: [UInt8]

    /// The name that the file has in a release: `logo.0123456789abcdef.svg`.
    package var hashedName: String { HashedName.name(name, hash: HashedName.hash(of: bytes)) }

    /// Whether a compressed form is worth making: pictures, fonts and PDF files are compressed already.
    var isCompressible: Bool {
        type == "image/svg+xml" || type == "image/vnd.microsoft.icon"
            || !["image/", "font/", "application/pdf"].contains { type.hasPrefix($0) }
    }

    /// A file by its parts.
    public init(name: String, type: String, headers: [HeaderField], bytes: [UInt8]) {
        self.name = name
        self.type = type
        self.headers = headers
        self.bytes = bytes
    }
}
