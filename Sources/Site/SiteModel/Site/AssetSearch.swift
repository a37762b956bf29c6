import Diagnostics
import Files

/// Finds the other files in an app's folder: pictures and fonts, the files of `public`, and files that nothing reads.
struct AssetSearch {
    private(set) var assets: [AppAsset] = []
    private(set) var unread: [SiteEntry] = []
    /// Errors about folders that cannot be read.
    private(set) var diagnostics: [Diagnostic] = []
    private let site: String
    private let app: String
    private let root: String?

    /// The maximum depth of folders; it also ends loops of symbolic links.
    private static let deepest = 4

    /// Searches the folder of an app. No file may be outside `root`, the real path of the site's folder; nil if it
    /// cannot be resolved.
    init(in site: String, of app: String, root: String?) {
        self.site = site
        self.app = app
        self.root = root
        look(in: "", depth: 0)
    }

    /// An unread entry at a path below the app's folder.
    func entry(_ path: String, _ kind: SiteEntry.Kind = .file) -> SiteEntry {
        SiteEntry(site: site, app: app, path: path, kind: kind)
    }

    private mutating func look(in folder: String, depth: Int) {
        let isPublic = folder == AppAsset.publicFolder || folder.hasPrefix(AppAsset.publicFolder + "/")
        let names: [String]
        do {
            names = try FileSystem.list(folder.isEmpty ? "\(site)/\(app)" : "\(site)/\(app)/\(folder)")
        } catch {
            return diagnostics.append(Diagnostic(reading: error))
        }
        for name in names {
            // Hidden files in `public` are reported, except those that systems and repositories leave in every folder.
            if isPublic ? SiteLayout.isMarker(name) : SiteLayout.isIgnored(name) { continue }
            if ["", "emails"].contains(folder), AppSources.specName(name) != nil { continue }
            if folder.isEmpty,
                ["app.yml", ContractLibrary.ownFile].contains(name) || SiteEnvironment.name(ofFile: name) != nil
            {
                continue
            }
            look(at: folder.isEmpty ? name : "\(folder)/\(name)", depth: depth, isPublic: isPublic)
        }
    }

    private mutating func look(at path: String, depth: Int, isPublic: Bool) {
        let file = "\(site)/\(app)/\(path)"
        let isLink = FileSystem.kind(of: file, followingLinks: false) == .symbolicLink
        let kind = FileSystem.kind(of: file)
        if isPublic, isLink || kind != .folder {
            assets.append(AppAsset(path: path, file: file, content: content(of: file, isLink)))
            return
        }
        switch kind {
        case .folder where isLink:
            // `emails` may be a symbolic link within the site; its specs are read elsewhere.
            if path != "emails" { unread.append(entry(path, .linkToFolder)) }
        case .folder where depth < Self.deepest: look(in: path, depth: depth + 1)
        case .folder: unread.append(entry(path, .tooDeep))
        case nil: unread.append(entry(path, .brokenLink))
        case .file
        where !path.hasPrefix("emails/") && FileSystem.fileExtension(of: path).map(AppAsset.endings.contains) == true:
            assets.append(AppAsset(path: path, file: file, content: content(of: file, false)))
        case .file: unread.append(entry(path))
        case .symbolicLink, .other: unread.append(entry(path, .irregular))
        }
    }

    private func content(of file: String, _ isRefusedLink: Bool) -> AppAsset.Content {
        func unreadable(_ code: String, _ message: String, _ fix: String) -> AppAsset.Content {
            .unreadable(Diagnostic(code: code, file: file, message: message, fix: fix))
        }
        if isRefusedLink {
            return unreadable(
                "symbolic-link", "a symbolic link is not served", "Replace it with a copy of its target.")
        }
        guard let real = FileSystem.realPath(file), let root, real.hasPrefix(root == "/" ? root : root + "/") else {
            return unreadable(
                "outside-site", "this symbolic link points outside the site", "Copy the file into the site instead.")
        }
        do {
            return .bytes(try FileSystem.read(file, limit: AppAsset.longest))
        } catch {
            return error.isTooLarge ? .tooLarge : .unreadable(Diagnostic(reading: error))
        }
    }
}
