import Diagnostics
import Files

/// Finds pictures and fonts in an app's folder, and whatever stands in its folder `public`.
struct AssetSearch {
    private(set) var assets: [AppAsset] = []
    private let app: String
    private let root: String?

    /// Deeper than any such file stands, and where a loop of links would end.
    private static let deepest = 4

    /// - Parameters:
    ///   - app: the app's folder.
    ///   - root: the site's folder without symbolic links, which no file may lie outside of.
    init(in app: String, root: String?) {
        self.app = app
        self.root = root
        look(in: "", depth: 0)
    }

    private mutating func look(in folder: String, depth: Int) {
        let isPublic = folder == AppAsset.publicFolder || folder.hasPrefix(AppAsset.publicFolder + "/")
        let names = (try? FileSystem.list(folder.isEmpty ? app : "\(app)/\(folder)")) ?? []
        for name in names {
            // macOS leaves .DS_Store in every folder that it shows; whatever else is hidden is told in `public`.
            if name == ".DS_Store" || name.hasPrefix(".") && !isPublic { continue }
            let path = folder.isEmpty ? name : "\(folder)/\(name)"
            let file = "\(app)/\(path)"
            let isLink = FileSystem.kind(of: file, followingLinks: false) == .symbolicLink
            switch FileSystem.kind(of: file) {
            case .folder where !isLink:
                if depth < Self.deepest, path != "emails" { look(in: path, depth: depth + 1) }
            case .folder where !isPublic, nil where !isPublic: continue
            default:
                guard isPublic || AppAsset.ending(of: name).map(AppAsset.endings.contains) == true else { continue }
                assets.append(AppAsset(path: path, file: file, content: content(of: file, isPublic && isLink)))
            }
        }
    }

    private func content(of file: String, _ isRefusedLink: Bool) -> AppAsset.Content {
        func unreadable(_ code: String, _ message: String, _ fix: String) -> AppAsset.Content {
            .unreadable(Diagnostic(code: code, file: file, message: message, fix: fix))
        }
        if isRefusedLink {
            return unreadable(
                "symbolic-link", "a symbolic link is not served", "Copy into its place what it leads to.")
        }
        guard let real = FileSystem.realPath(file), let root, real.hasPrefix(root == "/" ? root : root + "/") else {
            return unreadable(
                "outside-site", "this symbolic link leads out of the site", "Copy the file into the site instead.")
        }
        do {
            return .bytes(try FileSystem.read(file, limit: AppAsset.longest))
        } catch {
            if error.isTooLarge { return .tooLarge }
            if error.isIrregular {
                return unreadable(
                    "not-a-file", "this is not a regular file", "Put a file in its place, or remove it.")
            }
            return unreadable(
                "unreadable", "this file cannot be read: \(error.reason)", "Look at its permissions.")
        }
    }
}
