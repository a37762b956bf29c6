public import Diagnostics
import Files

/// The files of a site, as they were found and not yet understood.
public struct SiteSources: Sendable {
    /// The site's folder, as it was named on the command line.
    public let folder: String
    /// In the order of their folders' names; those without an `app.yml` that could be read are left out.
    public let apps: [AppSources]
    /// What kept files from being read.
    let diagnostics: [Diagnostic]

    /// Finds and reads the files in a folder.
    ///
    /// Nothing outside of the folder is ever read: a symbolic link that leads out is a mistake.
    public init(in folder: String, environment: SiteEnvironment = SiteEnvironment()) {
        let site = SiteFolder(folder, environment: environment)
        self.init(site, apps: site.names)
    }

    /// Reads the files of some apps of a folder.
    ///
    /// - Parameters:
    ///   - site: the folder.
    ///   - names: some of its names, in its order.
    public init(_ site: SiteFolder, apps names: [String]) {
        let found = names.map(site.sources)
        folder = site.path
        apps = found.compactMap(\.sources)
        diagnostics = site.diagnostics + found.flatMap(\.diagnostics)
    }
}

/// A site's folder: the apps in it, each to be read on its own.
public struct SiteFolder: Sendable {
    /// The folder, as it was named on the command line.
    public let path: String
    /// The names of the folders that each hold an app, sorted; whether they do is told by reading them.
    public let names: [String]
    /// What keeps the folder from being a site, or from having the environment.
    public let diagnostics: [Diagnostic]
    private let root: String?
    private let environment: SiteEnvironment

    /// Lists a folder.
    ///
    /// - Parameters:
    ///   - path: the folder.
    ///   - environment: what overrides keys of `app.yml`, and what variables in them stand for.
    public init(_ path: String, environment: SiteEnvironment = SiteEnvironment()) {
        self.path = path
        self.environment = environment
        root = FileSystem.realPath(path)
        var search = Search(folder: path, root: root, environment: environment)
        names = search.apps()
        diagnostics = search.diagnostics + (environment.problem(in: path, apps: names).map { [$0] } ?? [])
    }

    /// Reads the files of one app.
    ///
    /// - Parameter name: one of `names`.
    /// - Returns: the files, nil where there is no `app.yml` that can be read; and what kept files from being read.
    public func sources(of name: String) -> (sources: AppSources?, diagnostics: [Diagnostic]) {
        var search = Search(folder: path, root: root, environment: environment)
        let sources = search.app(named: name)
        return (sources, search.diagnostics)
    }
}

private struct Search {
    let folder: String
    let root: String?
    let environment: SiteEnvironment
    private(set) var diagnostics: [Diagnostic] = []
    /// The folder that was last found to be in the site's.
    private var inside: Substring?

    init(folder: String, root: String?, environment: SiteEnvironment) {
        self.folder = folder
        self.root = root
        self.environment = environment
    }

    mutating func apps() -> [String] {
        guard FileSystem.kind(of: folder) == .folder else {
            let isThere = FileSystem.kind(of: folder) != nil
            report(
                "no-site", folder, isThere ? "this is not a folder" : "there is no such folder",
                fix: isThere
                    ? "Name the folder that holds one folder an app."
                    : SiteLocation.below().first.map { "There is a site in '\($0)': name it." }
                        ?? "Run 'latchkey init' to begin a site.")
            return []
        }
        if FileSystem.kind(of: "\(folder)/app.yml") != nil {
            let name = lastName(of: folder)
            report(
                "app-not-site", "\(folder)/app.yml", "this folder is one app, and a site is the folder above it",
                fix: PageReader.isName(name)
                    ? "Name the folder that holds '\(name)'."
                    : "Move app.yml and what is beside it into a folder named after the app, such as \(folder)/harbour."
            )
            return []
        }
        let apps = names(in: folder).filter { FileSystem.kind(of: "\(folder)/\($0)") == .folder }
        if apps.isEmpty, diagnostics.isEmpty {
            report(
                "no-apps", folder, "there is no app in this folder",
                fix: "Add a folder with an app.yml, or run 'latchkey init'.")
        }
        return apps
    }

    mutating func app(named name: String) -> AppSources? {
        let path = "\(folder)/\(name)"
        guard isInside(path) else { return nil }
        if !PageReader.isName(name) {
            report(
                "bad-app-name", path, "'\(name)' is not a name for an app's folder",
                fix: "Use lower-case letters, digits and hyphens.")
            return nil
        }
        let names = names(in: path)
        guard names.contains("app.yml") else {
            let override = names.first { SiteEnvironment.name(ofFile: $0) != nil }
            let near =
                names.contains("app.yaml")
                ? "Rename app.yaml to app.yml."
                : override.map { "Add one: \($0) only overrides what it says." }
            report(
                "no-app-file", path, "there is no app.yml in this folder",
                fix: near ?? "Add one, or move the folder away.")
            return nil
        }
        let source = text("\(path)/app.yml")
        let pages = specs(in: path, of: names, kind: "page")
        reportPagesInFolders(of: path, names)
        var emails: [AppSources.Spec] = []
        if names.contains("emails"), isInside("\(path)/emails") {
            emails = specs(in: "\(path)/emails", of: self.names(in: "\(path)/emails"), kind: "email")
        }
        var override: SourceText?
        if let file = environment.fileName, names.contains(file) {
            override = text("\(path)/\(file)")
            if override == nil { return nil }
        }
        let assets = AssetSearch(in: path, root: root).assets
        return source.map {
            AppSources(
                name: name, file: $0, override: override, variables: environment.variables, pages: pages,
                emails: emails, assets: assets)
        }
    }

    /// The Markdown files of a folder; without a source where one cannot be read.
    private mutating func specs(in folder: String, of names: [String], kind: String) -> [AppSources.Spec] {
        var specs: [AppSources.Spec] = []
        for file in names {
            guard let name = Self.specName(file) else { continue }
            let path = "\(folder)/\(file)"
            if FileSystem.kind(of: path) == .folder {
                report(
                    "not-a-file", path, "this is a folder, and \(kind == "page" ? "a page" : "an email") is a file",
                    fix: "Remove '.md' from its name, or put a file in its place.")
            } else if !file.hasSuffix(".md") {
                report(
                    "bad-\(kind)-name", path, "\(kind == "page" ? "a page's" : "an email's") file ends in '.md'",
                    fix: "Rename it to \(name).md.")
                // It is there, so that nothing else needs to be reported as missing.
                if PageReader.isName(name) { specs.append(AppSources.Spec(name: name, source: nil)) }
            } else if PageReader.isName(name) {
                specs.append(AppSources.Spec(name: name, source: text("\(folder)/\(file)")))
            } else {
                report(
                    "bad-\(kind)-name", "\(folder)/\(file)",
                    "'\(name)' is not a name for \(kind == "page" ? "a page" : "an email")",
                    fix: "Use lower-case letters, digits and hyphens.")
            }
        }
        return specs
    }

    /// The name of a spec if that is what a file's name looks like, whatever the editor made of its ending.
    private static func specName(_ file: String) -> String? {
        guard let dot = file.lastIndex(of: "."), ["md", "markdown"].contains(file[dot...].dropFirst().lowercased())
        else { return nil }
        return String(file[..<dot])
    }

    /// Reports specs in folders that nothing reads.
    private mutating func reportPagesInFolders(of app: String, _ names: [String]) {
        for name in names where name != "emails" && name != AppAsset.publicFolder {
            let path = "\(app)/\(name)"
            // A symbolic link may lead back to where the pages are.
            guard Self.specName(name) == nil, FileSystem.kind(of: path, followingLinks: false) == .folder else {
                continue
            }
            guard let page = self.names(in: path).first(where: { Self.specName($0) != nil }) else { continue }
            report(
                "page-in-folder", "\(path)/\(page)", "nothing reads this: pages stand beside app.yml",
                fix: "Move it up into \(app), or away.")
        }
    }

    /// The names in a folder that are anybody's business: editors and systems keep their own under a dot.
    private mutating func names(in path: String) -> [String] {
        do {
            return try FileSystem.list(path).filter { !$0.hasPrefix(".") }
        } catch {
            report("unreadable", path, "this folder cannot be read: \(error.reason)", fix: "Look at its permissions.")
            return []
        }
    }

    /// The text of a file; nil, with a diagnostic, where it is none.
    private mutating func text(_ path: String) -> SourceText? {
        guard isInside(path) else { return nil }
        let bytes: [UInt8]
        do {
            bytes = try FileSystem.read(path, limit: SiteReader.longestFile)
        } catch {
            if error.isTooLarge {
                report(
                    "too-large", path, "this file is larger than 1 MiB", fix: "A page is a few kilobytes of words.")
            } else if error.isIrregular {
                report("not-a-file", path, "this is not a regular file", fix: "Put a file in its place, or remove it.")
            } else {
                report(
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
            report("empty-file", path, "this file is empty", fix: "Write it, or remove it.")
            return nil
        }
        return source
    }

    /// Whether a path leads to something in the site's folder; reports it where it does not.
    private mutating func isInside(_ path: String) -> Bool {
        // What is no link stands where its folder does.
        let kind = FileSystem.kind(of: path, followingLinks: false)
        if let slash = path.lastIndex(of: "/"), path[..<slash] == inside, kind == .file || kind == .folder {
            if kind == .folder { inside = path[...] }
            return true
        }
        guard let real = FileSystem.realPath(path), let root else {
            report("broken-link", path, "this symbolic link leads nowhere", fix: "Remove it, or mend where it leads.")
            return false
        }
        if real == root || real.hasPrefix(root == "/" ? root : root + "/") {
            if kind == .folder { inside = path[...] }
            return true
        }
        report(
            "outside-site", path, "this symbolic link leads out of the site",
            fix: "Copy the file into the site instead.")
        return false
    }

    private func lastName(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    private mutating func report(_ code: String, _ file: String, _ message: String, fix: String) {
        diagnostics.append(Diagnostic(code: code, file: file, message: message, fix: fix))
    }
}
