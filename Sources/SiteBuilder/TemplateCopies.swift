public import Diagnostics
import Files
import Hashing
import JSON
import SiteModel

/// A site's own copies of built-in templates, with the digest of what each was copied from.
///
/// The digests are what tells later that a built-in template has changed since: a copy does not follow it.
public struct TemplateCopies: Sendable {
    /// The folder that replaces built-in templates, `Templates` beside the site.
    public let folder: String
    /// SHA-256 in lower-case hexadecimal, by path below the folder.
    private var digests: [String: String]
    private var isOfOneApp = false

    /// Reads what was copied for one app, or for all.
    ///
    /// - Parameters:
    ///   - folder: the folder that replaces built-in templates.
    ///   - app: the app that alone has the copies; nil for every app.
    ///   - site: the site's folder.
    /// - Throws: an app that the site does not have, and what cannot be read.
    public init(in folder: String, of app: String?, in site: String) throws(DiagnosticReport) {
        guard let app else {
            try self.init(in: folder)
            return
        }
        let names = SiteFolder(site).names
        guard names.contains(app) else {
            throw DiagnosticReport([
                Diagnostic(
                    code: "no-app", message: "there is no app '\(app)' in '\(site)'",
                    fix: Suggestion.question(for: app, in: names) ?? "The apps are \(names.joined(separator: ", ")).")
            ])
        }
        try self.init(in: "\(folder)/\(TemplateSources.appsFolder)\(app)")
        isOfOneApp = true
    }

    /// Where the digests are kept; a hidden file is no template.
    static let fileName = ".copied.json"

    /// Reads what was copied into a folder, which need not exist.
    ///
    /// - Throws: what cannot be read, with the way out.
    public init(in folder: String) throws(DiagnosticReport) {
        self.folder = folder
        digests = [:]
        let path = "\(folder)/\(Self.fileName)"
        guard FileSystem.kind(of: path) != nil else { return }
        do {
            let value = try JSONDocument(parsing: FileSystem.read(path, limit: 1 << 20)).value
            for (name, digest) in value.object ?? JSONObject() { digests[name] = digest.string }
        } catch {
            throw DiagnosticReport([
                Diagnostic(
                    code: "unreadable", file: path, message: "this file cannot be read: \(error)",
                    fix: "Remove it: it only remembers what templates were copied from.")
            ])
        }
    }

    /// The built-in templates that a site may replace, sorted by path.
    ///
    /// Left out are the studio's, the starter's and the hosts', which are no part of a site's look, and what the page
    /// script and the minified style sheets are made of.
    public static let available: [String] = {
        let left = [
            "starter/", "studio/", "hosts/", "pages/script/", "pages/script.min/", "pages/style.min/", "catalog/",
        ]
        return TemplateSources.embedded.paths.filter { path in !left.contains { path.hasPrefix($0) } }
    }()

    /// How a site's file relates to the built-in template of its name.
    public enum State: String, Sendable {
        /// There is no file in the folder.
        case builtIn = "built-in"
        /// The folder's file has the same content.
        case copied
        /// The folder's file has other content.
        case changed
        /// Like `changed`, and the built-in template has changed since it was copied.
        case stale
    }

    /// The state of a template, by its path.
    public func state(of path: String) -> State {
        let file = "\(folder)/\(path)"
        guard let own = try? FileSystem.read(file, limit: TemplateSources.longestFile),
            let builtIn = TemplateSources.embedded.source(of: path)
        else { return .builtIn }
        if own == builtIn.bytes { return .copied }
        return digests[path].map { $0 != Self.digest(builtIn.bytes) } == true ? .stale : .changed
    }

    /// Warnings about copies of templates that have changed since.
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

    /// Copies templates into the folder; a file that is there is never overwritten.
    ///
    /// - Parameters:
    ///   - paths: of built-in templates.
    ///   - keeps: whether files that are there stay, and count as compared with the templates of today.
    /// - Returns: the paths of the files that were written.
    /// - Throws: what is there already or cannot be written; files before it in `paths` are then written.
    public mutating func copy(_ paths: [String], keeping keeps: Bool) throws(DiagnosticReport) -> [String] {
        var written: [String] = []
        if isOfOneApp, let shared = paths.first(where: { !TemplateChecks.isOfOneApp($0) }) {
            throw DiagnosticReport([
                Diagnostic(
                    code: "shared-template", message: "'\(shared)' is for every app",
                    fix: "Copy it without '--app'. An app alone can have templates of pages, emails and words.")
            ])
        }
        let present = paths.filter { FileSystem.kind(of: "\(folder)/\($0)", followingLinks: false) != nil }
        if !keeps, !present.isEmpty {
            throw DiagnosticReport(
                present.map {
                    Diagnostic(
                        code: "exists", file: "\(folder)/\($0)",
                        message: "this is here already, and nothing is overwritten",
                        fix: "Remove it to begin anew, or keep it with '--keep'.")
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

    /// The files of a folder that has a copy of every template.
    static func all(in folder: String) -> [(path: String, bytes: [UInt8])] {
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
