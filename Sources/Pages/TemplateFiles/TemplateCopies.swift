package import Diagnostics
import Files
import Hashing
import JSON
import SiteModel

/// A site's copies of built-in templates, with digests of their originals.
///
/// A copy does not follow its original; the digests show later that the original has changed.
package struct TemplateCopies: Sendable {
    package let folder: String
    /// The SHA-256 digests in lower-case hexadecimal, by path relative to the folder.
    private var digests: [String: String]
    private var isOfOneApp = false

    /// Reads the digests of the copies for one app, or for all.
    package init(in folder: String, of app: String?, in site: String) throws(DiagnosticReport) {
        guard let app else {
            try self.init(in: folder)
            return
        }
        let names = SiteFolder(site).names
        if !names.contains(app) { throw DiagnosticReport(noApp: app, in: site, of: names) }
        try self.init(in: "\(folder)/\(TemplateSources.appsFolder)\(app)")
        isOfOneApp = true
    }

    /// Hidden files are not templates.
    static let fileName = ".copied.json"

    /// Reads the digests of the copies in a folder, which need not exist.
    package init(in folder: String) throws(DiagnosticReport) {
        self.folder = folder
        digests = [:]
        let path = "\(folder)/\(Self.fileName)"
        guard FileSystem.kind(of: path) != nil else { return }
        do {
            let value = try JSONDocument(parsing: FileSystem.read(path, limit: 1 << 20)).value
            for (name, digest) in value.object ?? JSONObject() { digests[name] = digest.string }
        } catch {
            throw DiagnosticReport(
                code: "unreadable", file: path, message: "this file cannot be read: \(error)",
                fix: "Remove it: it only records from which versions templates were copied.")
        }
    }

    /// The built-in templates that a site may replace, sorted by path.
    ///
    /// Excluded are those of the studio, the storyboard, the starter, the catalogue, the hosts and the apps, which do not affect a site's
    /// appearance, and the script and the minified style sheets.
    package static let available: [String] = {
        let left = [
            "starter/", "studio/", "storyboard/", "hosts/", "pages/script/", "pages/script.min/", "pages/style.min/",
            "catalog/", "stacks/", "commands.yml", "senders.yml", "scanners.yml",
        ]
        return TemplateSources.embedded.paths.filter { path in !left.contains { path.hasPrefix($0) } }
    }()

    package enum State: String, Sendable {
        /// The folder has no such file.
        case builtIn = "built-in"
        case copied
        case changed
        /// The file differs, and the built-in template has changed since it was copied.
        case stale
    }

    package func state(of path: String) -> State {
        let file = "\(folder)/\(path)"
        guard let own = try? FileSystem.read(file, limit: TemplateSources.longestFile),
            let builtIn = TemplateSources.embedded.source(of: path)
        else { return .builtIn }
        if own == builtIn.bytes { return .copied }
        return digests[path].map { $0 != Self.digest(builtIn.bytes) } == true ? .stale : .changed
    }

    var warnings: [Diagnostic] {
        digests.keys.sorted().filter { state(of: $0) == .stale }.map { path in
            Diagnostic(
                .warning, code: "stale-template", file: "\(folder)/\(path)",
                message: "the built-in template has changed since this was copied",
                fix:
                    "Compare it with 'latchkey templates show \(path)', then run 'latchkey templates copy --keep \(path)'."
            )
        }
    }

    /// Copies templates into the folder, and returns the paths of the new files. Existing files are never overwritten;
    /// with `keeps` they are recorded as compared with the current templates. After an error, files earlier in `paths`
    /// have been written.
    package mutating func copy(_ paths: [String], keeping keeps: Bool) throws(DiagnosticReport) -> [String] {
        var written: [String] = []
        if isOfOneApp, let shared = paths.first(where: { !TemplateChecks.isOfOneApp($0) }) {
            throw DiagnosticReport(
                code: "shared-template", message: "'\(shared)' is for every app",
                fix: "Copy it without '--app'. An app alone can have templates of pages, emails and words.")
        }
        let present = paths.filter { FileSystem.kind(of: "\(folder)/\($0)", followingLinks: false) != nil }
        if !keeps, !present.isEmpty {
            throw DiagnosticReport(
                present.map {
                    Diagnostic(
                        code: "exists", file: "\(folder)/\($0)",
                        message: "this exists already, and nothing is overwritten",
                        fix: "Remove it to start again, or keep it with '--keep'.")
                })
        }
        do {
            for path in paths {
                guard let source = TemplateSources.embedded.source(of: path) else { continue }
                if !present.contains(path) {
                    let file = "\(folder)/\(path)"
                    if let slash = file.lastIndex(of: "/") { try FileSystem.makeFolder(String(file[..<slash])) }
                    try FileSystem.create(source.bytes, at: file)
                    written.append(file)
                }
                digests[path] = Self.digest(source.bytes)
            }
            try FileSystem.write(record, to: "\(folder)/\(Self.fileName)")
        } catch {
            throw DiagnosticReport([Diagnostic(writing: error)])
        }
        return written
    }

    /// The files of a folder with a copy of every template.
    package static func all(in folder: String) -> [(path: String, bytes: [UInt8])] {
        var copies = TemplateCopies(folder: folder)
        let files = available.compactMap { path in
            TemplateSources.embedded.source(of: path).map { (path: "\(folder)/\(path)", bytes: $0.bytes, name: path) }
        }
        for file in files { copies.digests[file.name] = digest(file.bytes) }
        return files.map { ($0.path, $0.bytes) } + [("\(folder)/\(fileName)", copies.record)]
    }

    private init(folder: String) {
        self.folder = folder
        digests = [:]
    }

    private var record: [UInt8] {
        let object = JSONObject(digests.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
        return Array((JSONValue.object(object).serialized(.pretty) + "\n").utf8)
    }

    private static func digest(_ bytes: [UInt8]) -> String { Base16.encode(Digest.sha256(bytes)) }
}
