internal import JSON
package import Release

/// A release prepared for a host: its files, its configuration, and its differences from `latchkey-server`.
package struct HostExport: Hashable, Sendable {
    /// A file to write.
    package struct File: Hashable, Sendable {
        /// The path relative to the output folder.
        package var path: String
        /// The whole content.
        package var bytes: [UInt8]
    }

    /// The files, sorted by path.
    package let files: [File]
    /// The announced differences.
    package let announcements: [Announcement]
    /// Commands that deploy the files to the host, one a line.
    package let commands: [String]

    init(files: [File], announcements: [Announcement], commands: [String]) {
        self.files = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        self.announcements = announcements
        self.commands = commands
    }
}

extension HostExport.File {
    init(path: String, text: String) { self.init(path: path, bytes: Array(text.utf8)) }

    init(path: String, json: JSONValue) { self.init(path: path, text: json.serialized(.pretty) + "\n") }
}

/// The input of an exporter.
package struct ExportSource: Sendable {
    /// The release; the site itself is not read.
    package var release: LoadedRelease
    /// The path of the exported folder on the host, for configurations with absolute paths; without a trailing slash.
    package var root: String

    /// Creates an input from its parts.
    package init(release: LoadedRelease, root: String) {
        self.release = release
        self.root = root
    }

    /// The apps with a host.
    var apps: [ReleasedApp] { release.manifest.apps.filter { !$0.hosts.isEmpty } }
}

/// The error when a release cannot be exported or written.
package struct HostExportError: Error, Hashable, Sendable {
    /// The path concerned; nil for the release.
    package var file: String?
    /// The message, in lower case without a full stop.
    package let message: String
    /// The fix, as a sentence.
    package let fix: String
}

/// A kind of host that releases can be exported to.
package enum Host: String, Hashable, Sendable, CaseIterable {
    case nginx
    case caddy
    case apache
    case lighttpd
    case netlify
    case cloudflarePages = "cloudflare-pages"
    case vercel
    case firebaseHosting = "firebase-hosting"
    case githubPages = "github-pages"
    case azureStaticWebApps = "azure-static-web-apps"
    case cloudFront = "s3-cloudfront"
    case container

    /// Whether its configuration contains absolute paths, so that `ExportSource.root` is needed.
    package var namesFilesByPath: Bool { [.nginx, .caddy, .apache, .lighttpd].contains(self) }

    /// Exports a release.
    ///
    /// - Throws: `HostExportError` if the release exceeds the host's capabilities.
    package func export(_ source: ExportSource) throws(HostExportError) -> HostExport {
        let exporter = exporter.init(source: source)
        let description = HostDescription.of(self)
        return HostExport(
            files: try exporter.files(),
            announcements: description.announcements(for: source.release.manifest) + exporter.announcements,
            commands: description.commands(for: source))
    }

    private var exporter: any Exporter.Type {
        switch self {
        case .nginx: Nginx.self
        case .caddy: Caddy.self
        case .apache: Apache.self
        case .lighttpd: Lighttpd.self
        case .netlify: Netlify.self
        case .cloudflarePages: CloudflarePages.self
        case .vercel: Vercel.self
        case .firebaseHosting: FirebaseHosting.self
        case .githubPages: GitHubPages.self
        case .azureStaticWebApps: AzureStaticWebApps.self
        case .cloudFront: CloudFront.self
        case .container: Container.self
        }
    }
}

/// Writes a release as files and configuration for one kind of host.
protocol Exporter {
    init(source: ExportSource)

    /// Returns the files to publish.
    ///
    /// - Throws: `HostExportError` if the release exceeds the host's capabilities.
    func files() throws(HostExportError) -> [HostExport.File]

    /// The differences from `latchkey-server` that name parts of the release; the others are in the host's description.
    var announcements: [Announcement] { get }
}

extension Exporter {
    var announcements: [Announcement] { [] }
}
