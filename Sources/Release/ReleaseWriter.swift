public import Files

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Writes releases into a folder.
///
/// Files get names that contain their content's hash, so that a new release never touches a file of the old one;
/// `release.json` then moves over the old manifest by one rename, before which the old release stands and after which
/// the new one does. Whatever is the same already is not written again.
public struct ReleaseWriter: Sendable {
    /// Where `release.json` stands.
    public let folder: String

    /// How many releases the folder keeps, the new one included; the one before always stays.
    public let kept: Int

    /// A writer for a folder, which need not be there yet.
    public init(folder: String, keeping kept: Int = 2) {
        self.folder = folder
        self.kept = kept
    }

    /// What a build changed, as paths below the folder.
    public struct Summary: Hashable, Sendable {
        /// The release's id, which is that of its manifest.
        public var id: String
        /// What was written anew.
        public var written: [String]
        /// What no release needs any more.
        public var removed: [String]
        /// How many files were there already.
        public var unchanged: Int
    }

    /// Writes a release; of two builds at once the second waits.
    ///
    /// The files of the releases that are kept stay; others are removed.
    ///
    /// - Parameters:
    ///   - contents: names without a slash that begin with no dot, each once in its app; routes that name them.
    ///   - compressor: asked only for variants that are not in the folder yet; nil writes none.
    /// - Returns: what was done.
    /// - Throws: `FileError` when something cannot be written; the release before is untouched then.
    public func write(_ contents: ReleaseContents, compressor: Compressor?) throws(FileError) -> Summary {
        var session = try Session(folder: folder, keeping: kept)
        do {
            return try session.write(contents, compressor: compressor)
        } catch {
            session.undo()
            throw error
        }
    }
}

/// One build's work on a folder, and what it takes to undo it.
private struct Session: ~Copyable {
    let folder: String
    let kept: Int
    let history: ReleaseHistory
    let lock: FolderLock
    let previous: Manifest?
    /// Deepest last.
    var madeFolders: [String] = []
    /// Files under names that the previous release does not know.
    var written: [String] = []
    var staged: [StagedFile] = []
    var summary = ReleaseWriter.Summary(id: "", written: [], removed: [], unchanged: 0)

    init(folder: String, keeping kept: Int) throws(FileError) {
        self.folder = folder
        self.kept = kept
        history = ReleaseHistory(folder: folder)
        if FileSystem.kind(of: folder) == nil { madeFolders.append(folder) }
        try FileSystem.makeFolder(folder)
        lock = try FolderLock(folder)
        // A manifest that cannot be read names nothing: the new one takes its place.
        previous = try? LoadedRelease.readManifest(folder)
    }

    mutating func write(_ contents: ReleaseContents, compressor: Compressor?) throws(FileError)
        -> ReleaseWriter.Summary
    {
        let (previous, folder) = (previous, folder)
        let plan = ReleasePlan(contents, compressor: compressor) { app, file, encoding in
            Self.variant(of: previous, in: folder, app: app, file: file, encoding: encoding)
        }
        for (app, bytes) in zip(plan.manifest.apps, plan.bytes) {
            try makeFolder("\(app.name)/web")
            for (file, bytes) in zip(app.files, bytes) {
                for (variant, bytes) in zip(file.variants, bytes) {
                    try writeOnce(bytes, to: "\(app.name)/web/\(variant.path)", variant)
                }
            }
        }
        for app in contents.apps {
            for (path, bytes) in app.appFiles.sorted(by: { $0.key < $1.key }) {
                precondition(HashedName.isPlainPath(path), "a file for the app stands below the app's folder")
                try stage(bytes, for: "\(app.name)/app/\(path)")
            }
        }
        // Everything that can fail for want of room is done; what is left are renames, the manifest's first.
        let manifest = plan.manifest.serialized
        if (try? FileSystem.read(path(LoadedRelease.manifestName))) != manifest {
            if let previous, previous.id != plan.manifest.id { try history.keep(previous.id) }
            try FileSystem.stage(manifest, for: path(LoadedRelease.manifestName)).commit()
            summary.written.append(LoadedRelease.manifestName)
        }
        written = []
        madeFolders = []
        while let file = staged.popLast() {
            try file.commit()
            summary.written.append(String(file.path.dropFirst(folder.count + 1)))
        }
        summary.id = plan.manifest.id
        removeLeftovers(plan.manifest)
        return summary
    }

    /// Takes back what was written before the manifest moved.
    mutating func undo() {
        for file in staged { file.discard() }
        for path in written { try? FileSystem.removeFile(path) }
        for folder in madeFolders.reversed() { _ = try? FileSystem.removeFolderIfEmpty(folder) }
    }

    private func path(_ relative: String) -> String { "\(folder)/\(relative)" }

    /// The bytes of a compressed variant of the previous release, if its file still holds them.
    private static func variant(
        of previous: Manifest?, in folder: String, app: String, file: String, encoding: String
    ) -> [UInt8]? {
        guard let app = previous?.apps.first(where: { $0.name == app }),
            let file = app.files.first(where: { $0.name == file }),
            let variant = file.variants.first(where: { $0.encoding == encoding }),
            let bytes = try? FileSystem.read("\(folder)/\(app.name)/web/\(variant.path)", limit: variant.length),
            HashedName.hash(of: bytes) == variant.hash
        else { return nil }
        return bytes
    }

    private mutating func makeFolder(_ relative: String) throws(FileError) {
        var path = folder
        for name in relative.split(separator: "/") {
            path += "/\(name)"
            // Whoever may write into the output folder could otherwise have a build write, and remove, files elsewhere.
            if FileSystem.kind(of: path, followingLinks: false) == .symbolicLink {
                throw FileError(path: path, action: "write through the symbolic link", errno: ENOTDIR)
            }
            if FileSystem.kind(of: path) == nil { madeFolders.append(path) }
            try FileSystem.makeFolder(path)
        }
    }

    /// Writes a file unless it stands there with the same bytes.
    private mutating func writeOnce(_ bytes: [UInt8], to relative: String, _ variant: ReleasedFile.Variant)
        throws(FileError)
    {
        let path = path(relative)
        if FileSystem.kind(of: path, followingLinks: false) == .file,
            let found = try? FileSystem.read(path, limit: bytes.count), found == bytes
        {
            summary.unchanged += 1
            return
        }
        let isNew = FileSystem.kind(of: path, followingLinks: false) == nil
        try FileSystem.write(bytes, to: path)
        if isNew { written.append(path) }
        summary.written.append(relative)
    }

    private mutating func stage(_ bytes: [UInt8], for relative: String) throws(FileError) {
        if let slash = relative.lastIndex(of: "/") { try makeFolder(String(relative[..<slash])) }
        let path = path(relative)
        if let found = try? FileSystem.read(path, limit: bytes.count), found == bytes {
            summary.unchanged += 1
            return
        }
        staged.append(try FileSystem.stage(bytes, for: path))
    }

    // MARK: - Tidying up

    /// Removes what no release names that is kept. The new release stands already, so that what resists simply stays.
    private mutating func removeLeftovers(_ manifest: Manifest) {
        let earlier = history.prune(to: self.kept, after: manifest.id, previous: previous?.id)
        var kept: [String: Set<String>] = [:]
        for app in manifest.apps + (previous?.apps ?? []) + earlier.flatMap(\.apps) {
            kept[app.name, default: []].formUnion(app.files.flatMap { $0.variants.map(\.path) })
        }
        let folders = (try? FileSystem.list(folder)) ?? []
        for name in folders {
            if FileSystem.isTemporaryName(name) { remove(name) }
            guard HashedName.isPlainName(name), FileSystem.kind(of: path(name), followingLinks: false) == .folder else {
                continue
            }
            let web = "\(name)/web"
            for file in (try? FileSystem.list(path(web))) ?? [] {
                if HashedName.isOurs(file), kept[name]?.contains(file) != true { remove("\(web)/\(file)") }
            }
            for folder in [web, "\(name)/app"] {
                for file in (try? FileSystem.list(path(folder))) ?? [] where FileSystem.isTemporaryName(file) {
                    remove("\(folder)/\(file)")
                }
            }
        }
        for app in previous?.apps ?? [] {
            let current = manifest.apps.first { $0.name == app.name }
            for file in app.appFiles where current?.appFiles.contains(file) != true {
                remove("\(app.name)/app/\(file)")
            }
        }
    }

    /// Removes a file, and the folders that are empty without it; nothing behind a symbolic link.
    private mutating func remove(_ relative: String) {
        let folders = relative.split(separator: "/").dropLast()
        guard
            folders.indices.allSatisfy({
                FileSystem.kind(of: path(folders[...$0].joined(separator: "/")), followingLinks: false) == .folder
            })
        else { return }
        do {
            try FileSystem.removeFile(path(relative))
            summary.removed.append(relative)
            var parent = relative[...]
            while let slash = parent.lastIndex(of: "/") {
                parent = parent[..<slash]
                guard try FileSystem.removeFolderIfEmpty(path(String(parent))) else { return }
            }
        } catch {}
    }
}
