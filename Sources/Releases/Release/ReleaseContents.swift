package import TextEncoding

/// A release in memory before it is written: the manifest's values, with the content of the files.
package struct ReleaseContents: Hashable, Sendable {
    /// The apps in any order; the writer sorts them by name.
    package var apps: [AppContents]

    package init(apps: [AppContents]) {
        self.apps = apps
    }
}

/// An app of a release that has not been written.
package struct AppContents: Hashable, Sendable {
    /// The name of the app's folder, both in the site and in the release.
    package var name: String
    /// The app's hosts, in lower case without a port; emails use the first.
    package var hosts: [String]
    /// The routes, which refer to files by `FileContents.name`; the writer substitutes the hashed names.
    package var routes: [Route]
    /// The `FileContents.name` of the 404 page.
    package var notFound: String
    /// The files, with unique names.
    package var files: [FileContents]
    /// The files for `<app>/app/`, which Xcode and Gradle use, by path. They are never served, so their names have no
    /// hash.
    package var appFiles: [String: [UInt8]]
    /// The environment whose file overrode keys of the app; nil if there was none.
    package var environment: String?
    /// Nil for an app whose pages are in one language.
    package var languages: LanguageRanges?
    /// The `FileContents.name` of the 404 page in each other language.
    package var notFoundByLanguage: [String: String]

    package init(
        name: String, hosts: [String], routes: [Route], notFound: String, files: [FileContents],
        appFiles: [String: [UInt8]] = [:], languages: LanguageRanges? = nil, notFoundByLanguage: [String: String] = [:]
    ) {
        self.name = name
        self.hosts = hosts
        self.routes = routes
        self.notFound = notFound
        self.files = files
        self.appFiles = appFiles
        self.languages = languages
        self.notFoundByLanguage = notFoundByLanguage
    }
}

/// A file of a release that has not been written.
package struct FileContents: Hashable, Sendable {
    /// The name without a hash: `reset-password.html`, `apple-app-site-association`.
    package var name: String
    /// The media type, as in `Content-Type`.
    package var type: String
    /// The header fields for caching and security, in order.
    package var headers: [HeaderField]
    package var bytes: [UInt8]

    /// The file's name in a release: `logo.0123456789abcdef.svg`.
    package var hashedName: String { HashedName.name(name, hash: HashedName.hash(of: bytes)) }

    /// Whether to compress the file; images other than SVG and ICO, fonts and PDF files are compressed already.
    var isCompressible: Bool {
        type == "image/svg+xml" || type == "image/vnd.microsoft.icon"
            || !["image/", "font/", "application/pdf"].contains { type.hasPrefix($0) }
    }

    package init(name: String, type: String, headers: [HeaderField], bytes: [UInt8]) {
        self.name = name
        self.type = type
        self.headers = headers
        self.bytes = bytes
    }
}
