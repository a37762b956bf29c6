public import Release

/// A release prepared for a host: its files, its configuration, and its differences from `latchkey-server`.
public struct HostExport: Hashable, Sendable {
    /// A file to write.
    public struct File: Hashable, Sendable {
        /// The path relative to the output folder.
        public var path: String
        /// The whole content.
        public var bytes: [UInt8]

        /// Creates a file from bytes.
        public init(path: String, bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }

        /// Creates a file from text.
        public init(path: String, text: String) {
            self.init(path: path, bytes: Array(text.utf8))
        }
    }

    /// The files, sorted by path.
    public let files: [File]
    /// The announced differences.
    public let announcements: [Announcement]
    /// Commands that deploy the files to the host, one a line.
    public let commands: [String]

    init(files: [File], announcements: [Announcement], commands: [String]) {
        self.files = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        self.announcements = announcements
        self.commands = commands
    }
}

/// The input of an exporter.
public struct ExportSource: Sendable {
    /// The release; the site itself is not read.
    public var release: LoadedRelease
    /// The path of the exported folder on the host, for configurations with absolute paths; without a trailing slash.
    public var root: String
    /// The files of `Templates/hosts` by name, from which edge functions are composed.
    public var scripts: [String: String]

    /// Creates an input from its parts.
    public init(release: LoadedRelease, root: String, scripts: [String: String]) {
        self.release = release
        self.root = root
        self.scripts = scripts
    }
}

/// The error when a release cannot be exported or written.
public struct HostExportError: Error, Hashable, Sendable {
    /// The path concerned; nil for the release.
    public var file: String?
    /// The message, in lower case without a full stop.
    public let message: String
    /// The fix, as a sentence.
    public let fix: String
}

/// A kind of host that releases can be exported to.
public enum Host: String, Hashable, Sendable, CaseIterable {
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
    public var namesFilesByPath: Bool { [.nginx, .caddy, .apache, .lighttpd].contains(self) }

    /// Exports a release.
    ///
    /// - Throws: `HostExportError` if the release exceeds the host's capabilities.
    public func export(_ source: ExportSource) throws(HostExportError) -> HostExport {
        switch self {
        case .nginx: try Nginx(source: source).export()
        case .caddy: try Caddy(source: source).export()
        case .apache: try Apache(source: source).export()
        case .lighttpd: try Lighttpd(source: source).export()
        case .netlify: try Netlify(source: source).export()
        case .cloudflarePages: try CloudflarePages(source: source).export()
        case .vercel: try Vercel(source: source).export()
        case .firebaseHosting: try FirebaseHosting(source: source).export()
        case .githubPages: try GitHubPages(source: source).export()
        case .azureStaticWebApps: try AzureStaticWebApps(source: source).export()
        case .cloudFront: try CloudFront(source: source).export()
        case .container: try Container(source: source).export()
        }
    }
}
