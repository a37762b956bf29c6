public import Diagnostics
import Files

/// Reads a site's folder.
///
/// Nothing outside of the folder is ever read: a symbolic link that leads out is an error.
public enum SiteReader {
    /// The most bytes that one file may have. A page spec of a megabyte is a mistake, not a page.
    public static let longestFile = 1_048_576

    /// The site in a folder.
    ///
    /// - Parameters:
    ///   - folder: the folder that holds one folder an app.
    ///   - contracts: the contracts that apps can name, by name; nil leaves the backends unread.
    /// - Returns: the site, and the warnings that did not keep it from being read.
    /// - Throws: every mistake that was found, each with its place.
    public static func read(
        _ folder: String, contracts: [String: SourceText]? = nil
    ) throws(DiagnosticReport) -> (site: Site, warnings: [Diagnostic]) {
        var reading = Reading(folder: folder, contracts: contracts)
        let apps = reading.apps()
        let report = DiagnosticReport(reading.diagnostics)
        if report.hasErrors { throw report }
        return (Site(folder: folder, apps: apps), report.diagnostics)
    }
}

private struct Reading {
    let folder: String
    let contracts: [String: SourceText]?
    var diagnostics: [Diagnostic] = []
    private let root: String?

    init(folder: String, contracts: [String: SourceText]?) {
        self.folder = folder
        self.contracts = contracts
        root = FileSystem.realPath(folder)
    }

    mutating func apps() -> [App] {
        guard FileSystem.kind(of: folder) == .folder else {
            let isThere = FileSystem.kind(of: folder) != nil
            complain(
                "no-site", folder, isThere ? "this is not a folder" : "there is no such folder",
                fix: isThere ? "Name the folder that holds one folder an app." : "Run 'latchkey init' to begin a site.")
            return []
        }
        if FileSystem.kind(of: "\(folder)/app.yml") != nil {
            complain(
                "app-not-site", "\(folder)/app.yml", "this folder is one app, and a site is the folder above it",
                fix: "Name the folder that holds '\(lastName(of: folder))'.")
            return []
        }
        var apps: [App] = []
        for name in names(in: folder) where FileSystem.kind(of: "\(folder)/\(name)") == .folder {
            guard isInside("\(folder)/\(name)") else { continue }
            if let app = app(named: name) { apps.append(app) }
        }
        if apps.isEmpty, diagnostics.isEmpty {
            complain(
                "no-apps", folder, "there is no app in this folder",
                fix: "Add a folder with an app.yml, or run 'latchkey init'.")
        }
        checkHosts(of: apps)
        return apps
    }

    private mutating func app(named name: String) -> App? {
        let path = "\(folder)/\(name)"
        if !PageReader.isName(name) {
            complain(
                "bad-app-name", path, "'\(name)' is not a name for an app's folder",
                fix: "Use lower-case letters, digits and hyphens.")
            return nil
        }
        let names = names(in: path)
        guard names.contains("app.yml") else {
            let near = names.contains("app.yaml") ? "Rename app.yaml to app.yml." : nil
            complain(
                "no-app-file", path, "there is no app.yml in this folder",
                fix: near ?? "Add one, or move the folder away.")
            return nil
        }
        let source = text("\(path)/app.yml")
        let pages = specs(in: path, of: names, kind: "page")
        var emails: [(name: String, source: SourceText?)] = []
        if names.contains("emails"), isInside("\(path)/emails") {
            emails = specs(in: "\(path)/emails", of: self.names(in: "\(path)/emails"), kind: "email")
        }
        guard let source else { return nil }
        do {
            var reader = AppReader(file: try AppFile(name: name, source: source), contracts: contracts)
            let app = reader.read(
                pages: pages, emails: emails.compactMap { email in email.source.map { (email.name, $0) } })
            diagnostics += reader.diagnostics
            return app
        } catch {
            diagnostics += error.diagnostics + AppReader.mistakes(ofPagesAlone: pages)
            return nil
        }
    }

    /// The Markdown files of a folder; without a source where one cannot be read.
    private mutating func specs(
        in folder: String, of names: [String], kind: String
    ) -> [(name: String, source: SourceText?)] {
        var specs: [(name: String, source: SourceText?)] = []
        for file in names where file.hasSuffix(".md") {
            let name = String(file.dropLast(3))
            if PageReader.isName(name) {
                specs.append((name, text("\(folder)/\(file)")))
            } else {
                complain(
                    "bad-\(kind)-name", "\(folder)/\(file)",
                    "'\(name)' is not a name for \(kind == "page" ? "a page" : "an email")",
                    fix: "Use lower-case letters, digits and hyphens.")
            }
        }
        return specs
    }

    /// Two apps that answer the same host would each hide the other.
    private mutating func checkHosts(of apps: [App]) {
        var owners: [String: App] = [:]
        for app in apps {
            for (index, host) in app.hosts.enumerated() {
                if let owner = owners[host] {
                    let message =
                        owner.name == app.name
                        ? "the host '\(host)' is listed twice"
                        : "the host '\(host)' belongs to the app '\(owner.name)' already"
                    diagnostics.append(
                        app.diagnostic(
                            code: "duplicate-host", at: "hosts[\(index)]", message, fix: "Give each app its own hosts.")
                    )
                } else {
                    owners[host] = app
                }
            }
        }
    }

    /// The names in a folder that are anybody's business: editors and systems keep their own under a dot.
    private mutating func names(in path: String) -> [String] {
        do {
            return try FileSystem.list(path).filter { !$0.hasPrefix(".") }
        } catch {
            complain("unreadable", path, "this folder cannot be read: \(error.reason)", fix: "Look at its permissions.")
            return []
        }
    }

    /// The text of a file; nil, with a complaint, where it is none.
    private mutating func text(_ path: String) -> SourceText? {
        guard isInside(path) else { return nil }
        let bytes: [UInt8]
        do {
            bytes = try FileSystem.read(path, limit: SiteReader.longestFile)
        } catch {
            if error.isTooLarge {
                complain(
                    "too-large", path, "this file is larger than 1 MiB", fix: "A page is a few kilobytes of words.")
            } else {
                complain(
                    "unreadable", path, "this file cannot be read: \(error.reason)", fix: "Look at its permissions.")
            }
            return nil
        }
        let source = SourceText(file: path, bytes: bytes)
        if let offset = source.firstMalformedByte {
            diagnostics.append(
                source.diagnostic(
                    code: "not-utf-8", at: offset, "this byte is not UTF-8", fix: "Save the file as UTF-8."))
            return nil
        }
        if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }) {
            complain("empty-file", path, "this file is empty", fix: "Write it, or remove it.")
            return nil
        }
        return source
    }

    private mutating func isInside(_ path: String) -> Bool {
        guard let real = FileSystem.realPath(path), let root else {
            complain("broken-link", path, "this symbolic link leads nowhere", fix: "Remove it, or mend where it leads.")
            return false
        }
        if real == root || real.hasPrefix(root == "/" ? root : root + "/") { return true }
        complain(
            "outside-site", path, "this symbolic link leads out of the site",
            fix: "Copy the file into the site instead.")
        return false
    }

    private func lastName(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    private mutating func complain(_ code: String, _ file: String, _ message: String, fix: String) {
        diagnostics.append(Diagnostic(code: code, file: file, message: message, fix: fix))
    }
}
