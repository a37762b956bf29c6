public import Release

/// A release in the form that one host takes: its files, its configuration, and what it does otherwise than
/// `latchkey-server`.
public struct HostExport: Hashable, Sendable {
    /// One file to be written.
    public struct File: Hashable, Sendable {
        /// Below the output folder.
        public var path: String
        /// The whole content.
        public var bytes: [UInt8]

        /// A file by its bytes.
        public init(path: String, bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }

        /// A file of text.
        public init(path: String, text: String) {
            self.init(path: path, bytes: Array(text.utf8))
        }
    }

    /// In the order of their paths.
    public let files: [File]
    /// Rule by rule.
    public let announcements: [Announcement]
    /// Commands that bring the files to the host, one a line.
    public let commands: [String]

    init(files: [File], announcements: [Announcement], commands: [String]) {
        self.files = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        self.announcements = announcements
        self.commands = commands
    }
}

/// What an exporter works from.
public struct ExportSource: Sendable {
    /// The release; nothing else is read of a site.
    public var release: LoadedRelease
    /// Where the exported folder will be on the host, for configurations that name files absolutely; without a slash at
    /// its end.
    public var root: String
    /// The files of `Templates/hosts`, by name: what edge functions are made of.
    public var scripts: [String: String]

    /// A source by its parts.
    public init(release: LoadedRelease, root: String, scripts: [String: String]) {
        self.release = release
        self.root = root
        self.scripts = scripts
    }
}

/// Why a release has no form that a host takes, or cannot be written where it should go.
public struct HostExportError: Error, Hashable, Sendable {
    /// The path that is meant; nil where it is the release.
    public var file: String?
    /// In lower case without a full stop.
    public let message: String
    /// What to do, as a sentence.
    public let fix: String
}

/// A host that releases are exported to.
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

    /// Whether its configuration names files by their whole path, so that `ExportSource.root` counts.
    public var namesFilesByPath: Bool { [.nginx, .caddy, .apache, .lighttpd].contains(self) }

    /// Makes what the host takes.
    ///
    /// - Throws: `HostExportError` where the release asks for more than the host has.
    public func export(_ source: ExportSource) throws(HostExportError) -> HostExport {
        switch self {
        case .nginx: try Nginx(source).export()
        case .caddy: try Caddy(source).export()
        case .apache: try Apache(source).export()
        case .lighttpd: try Lighttpd(source).export()
        case .netlify: try Netlify(source).export()
        case .cloudflarePages: try CloudflarePages(source).export()
        case .vercel: try Vercel(source).export()
        case .firebaseHosting: try FirebaseHosting(source).export()
        case .githubPages: try GitHubPages(source).export()
        case .azureStaticWebApps: try AzureStaticWebApps(source).export()
        case .cloudFront: try CloudFront(source).export()
        case .container: try Container(source).export()
        }
    }
}
