package import Diagnostics
internal import JSON
package import LinkRouting
package import Release

/// A release prepared for a host: its files, its configuration, and its differences from `latchkey-server`.
package struct HostExport: Hashable, Sendable {
    package struct File: Hashable, Sendable {
        package var path: String
        package var bytes: [UInt8]

        package init(path: String, bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }
    }

    /// The files, sorted by path.
    package let files: [File]
    package let announcements: [Announcement]
    /// Commands that deploy the files to the host, one a line.
    package let commands: [String]

    init(files: [File], announcements: [Announcement], commands: [String]) {
        self.files = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        self.announcements = announcements
        self.commands = commands
    }
}

extension Diagnostic {
    /// A release, or an output folder, that cannot be exported.
    static func notExportable(_ message: String, file: String? = nil, fix: String) -> Diagnostic {
        Diagnostic(code: "not-exportable", file: file, message: message, fix: fix)
    }
}

extension HostExport.File {
    init(path: String, text: String) { self.init(path: path, bytes: Array(text.utf8)) }

    init(path: String, json: JSONValue) { self.init(path: path, text: json.serialized(.pretty) + "\n") }
}

package struct ExportSource: Sendable {
    package var release: LoadedRelease
    package var site: LandingSite
    /// The path of the exported folder on the host, for configurations with absolute paths; without a trailing slash.
    package var root: String

    package init(release: LoadedRelease, site: LandingSite, root: String) {
        self.release = release
        self.site = site
        self.root = root
    }

    var apps: [ReleasedApp] { release.manifest.apps.filter { !$0.hosts.isEmpty } }
}

package enum Host: String, Hashable, Sendable, CaseIterable {
    case nginx
    case caddy
    case apache
    case netlify
    case cloudflarePages = "cloudflare-pages"
    case vercel
    case firebaseHosting = "firebase-hosting"
    case githubPages = "github-pages"
    case azureStaticWebApps = "azure-static-web-apps"
    case awsAmplify = "aws-amplify"
    case cloudFront = "s3-cloudfront"
    case container

    /// Whether its configuration contains absolute paths, so that `ExportSource.root` is needed.
    package var namesFilesByPath: Bool { [.nginx, .caddy, .apache].contains(self) }

    /// Exports a release; throws if it exceeds the host's limits, or if every app is of no use there.
    package func export(_ source: ExportSource) throws(Diagnostic) -> HostExport {
        let announcements = announcements(of: source)
        let failures = announcements.filter { $0.weight == .failure }
        if let first = failures.first, failures.count == source.apps.count {
            throw .notExportable(
                failures.map(\.difference).joined(separator: " "),
                fix: first.meaning)
        }
        let files = try exporter.init(source: source).files()
        var paths: Set<String> = []
        if let twice = files.first(where: { !paths.insert($0.path).inserted }) {
            throw .notExportable(
                "'\(twice.path)' is a file of the app and the host's own configuration",
                fix: "Rename the file in 'public', or remove it: the export writes the configuration.")
        }
        return HostExport(
            files: files, announcements: announcements,
            commands: HostDescription.of(self).commands(for: source))
    }

    /// Returns the differences from `latchkey-server` that an export announces.
    package func announcements(of source: ExportSource) -> [Announcement] {
        HostDescription.of(self).announcements(for: source.release.manifest)
            + exporter.init(source: source).announcements
    }

    private var exporter: any Exporter.Type {
        switch self {
        case .nginx: Nginx.self
        case .caddy: Caddy.self
        case .apache: Apache.self
        case .netlify: Netlify.self
        case .cloudflarePages: CloudflarePages.self
        case .vercel: Vercel.self
        case .firebaseHosting: FirebaseHosting.self
        case .githubPages: GitHubPages.self
        case .azureStaticWebApps: AzureStaticWebApps.self
        case .awsAmplify: AWSAmplify.self
        case .cloudFront: CloudFront.self
        case .container: Container.self
        }
    }
}

/// Writes a release as files and configuration for one kind of host.
protocol Exporter {
    init(source: ExportSource)

    /// Returns the files to publish; throws if the release exceeds the host's limits.
    func files() throws(Diagnostic) -> [HostExport.File]

    /// The differences from `latchkey-server` that name parts of the release; the others are in the host's description.
    var announcements: [Announcement] { get }
}

extension Exporter {
    var announcements: [Announcement] { [] }
}
