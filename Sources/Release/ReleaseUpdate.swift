public import Files
internal import Synchronization
internal import Threads

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// One build's work on a release's folder: apps are added in any order and by any thread, then one rename commits them.
///
/// It holds the folder's lock. What it wrote before it was committed can be undone; what a killed build left is
/// removed by the next one that commits.
public final class ReleaseUpdate: Sendable {
    private struct Changes {
        /// Deepest last.
        var madeFolders: [String] = []
        /// Files under names that the previous release does not know.
        var new: [String] = []
        var staged: [StagedFile] = []
        /// Below the folder.
        var written: [String] = []
        var unchanged = 0
    }

    let folder: String
    /// What the previous release says of its apps, by name; empty where there is none that can be read.
    public let previous: [String: ManifestEntry]
    /// Whether there is a manifest that cannot be read; a release that is made now takes nothing of it over.
    public var hasUnreadableRelease: Bool { manifestTime != nil && previousID == nil }
    private let previousID: String?
    private let kept: Int
    private let lock: FolderLock
    private let manifestTime: FileFingerprint?
    private let changes: Mutex<Changes>

    /// Waits for the folder's lock, and reads the release that is there.
    ///
    /// - Parameters:
    ///   - folder: the release's, which need not be there yet.
    ///   - kept: how many releases the folder keeps, the new one included; the one before always stays.
    /// - Throws: `FileError` where the folder can neither be made nor opened.
    public init(_ folder: String, keeping kept: Int = 2) throws(FileError) {
        self.folder = folder
        self.kept = kept
        var changes = Changes()
        if FileSystem.kind(of: folder) == nil { changes.madeFolders.append(folder) }
        try FileSystem.makeFolder(folder)
        lock = try FolderLock(folder)
        // Before the manifest is read: a file that is written meanwhile is not older then.
        let manifest = "\(folder)/\(LoadedRelease.manifestName)"
        manifestTime = FileFingerprint(ofFileAt: manifest)
        // A manifest that cannot be read names nothing: the new one takes its place.
        let release = LoadedRelease.entries(at: manifest)
        previousID = release?.id
        previous = Dictionary((release?.apps ?? []).map { ($0.name, $0) }) { first, _ in first }
        self.changes = Mutex(changes)
    }

    // MARK: - Taking over

    /// The entry of the previous release for an app that was made from the same inputs, if all of its files are there.
    ///
    /// A file that is older than the manifest is what the manifest says if its length is; any other one is read.
    public func unchanged(_ app: String, inputs: String) -> ManifestEntry? {
        guard let entry = previous[app], entry.inputs == inputs, let manifestTime else { return nil }
        let folder = "\(folder)/\(app)"
        let areThere =
            entry.variants.allSatisfy { variant in
                let path = "\(folder)/web/\(variant.path)"
                guard let found = FileFingerprint(ofFileAt: path), found.size == variant.length else { return false }
                return found.isOlder(than: manifestTime) || has(path, length: variant.length, hash: variant.hash)
            }
            // These keep their names, so that an older content may stand in the place of one.
            && entry.appFiles.allSatisfy { path, hash in has("\(folder)/app/\(path)", hash: hash) }
        guard areThere else { return nil }
        changes.withLock { $0.unchanged += entry.variants.count + entry.appFiles.count }
        return entry
    }

    private func has(_ path: String, length: Int = LoadedRelease.longestFile, hash: String) -> Bool {
        (try? FileSystem.read(path, limit: length)).map { HashedName.hash(of: $0) == hash } ?? false
    }

    // MARK: - Adding

    /// Writes an app's files.
    ///
    /// - Parameters:
    ///   - contents: an app that was not added yet.
    ///   - inputs: the digest of what it was made from, by which the next build can take it over.
    ///   - compressor: asked only for variants that are not in the folder yet; nil writes none.
    ///   - jobs: the maximum number of threads that compress.
    /// - Returns: the app's part of the manifest.
    /// - Throws: `FileError` when something cannot be written.
    public func add(
        _ contents: AppContents, inputs: String? = nil, compressor: Compressor?, jobs: Int = 1
    ) throws(FileError) -> ManifestEntry {
        let name = contents.name
        let variants = previous[name]?.variants ?? []
        let plan = AppPlan(contents, inputs: inputs, compressor: compressor, jobs: jobs) { [folder] file, encoding in
            Self.bytes(of: file, encoding, among: variants, in: "\(folder)/\(name)/web")
        }
        try makeFolder("\(name)/web")
        for (file, bytes) in zip(plan.app.files, plan.bytes) {
            for (variant, bytes) in zip(file.variants, bytes) {
                try writeOnce(bytes, to: "\(name)/web/\(variant.path)")
            }
        }
        for (path, bytes) in contents.appFiles.sorted(by: { $0.key < $1.key }) {
            precondition(HashedName.isPlainPath(path), "a file for the app stands below the app's folder")
            try stage(bytes, for: "\(name)/app/\(path)")
        }
        return ManifestEntry(plan.app, text: plan.app.serialized)
    }

    /// The bytes of a compressed variant of the previous release, if its file still holds them.
    private static func bytes(
        of file: String, _ encoding: String, among variants: [ReleasedFile.Variant], in folder: String
    ) -> [UInt8]? {
        guard let suffix = HashedName.encodings.first(where: { $0.name == encoding })?.suffix,
            let variant = variants.first(where: { $0.path == file + suffix }),
            let bytes = try? FileSystem.read("\(folder)/\(variant.path)", limit: variant.length),
            HashedName.hash(of: bytes) == variant.hash
        else { return nil }
        return bytes
    }

    private func path(_ relative: String) -> String { "\(folder)/\(relative)" }

    private func makeFolder(_ relative: String) throws(FileError) {
        var path = folder
        for name in relative.split(separator: "/") {
            path += "/\(name)"
            switch FileSystem.kind(of: path, followingLinks: false) {
            case .folder: continue
            // Whoever may write into the output folder could otherwise have a build write, and remove, files elsewhere.
            case .symbolicLink: throw FileError(path: path, action: "write through the symbolic link", errno: ENOTDIR)
            case nil: changes.withLock { [path] in $0.madeFolders.append(path) }
            case .file, .other: break
            }
            try FileSystem.makeFolder(path)
        }
    }

    /// Writes a file unless it stands there with the same bytes.
    private func writeOnce(_ bytes: [UInt8], to relative: String) throws(FileError) {
        let path = path(relative)
        let kind = FileSystem.kind(of: path, followingLinks: false)
        if kind == .file, let found = try? FileSystem.read(path, limit: bytes.count), found == bytes {
            changes.withLock { $0.unchanged += 1 }
            return
        }
        try FileSystem.write(bytes, to: path)
        changes.withLock { changes in
            if kind == nil { changes.new.append(path) }
            changes.written.append(relative)
        }
    }

    private func stage(_ bytes: [UInt8], for relative: String) throws(FileError) {
        if let slash = relative.lastIndex(of: "/") { try makeFolder(String(relative[..<slash])) }
        let path = path(relative)
        if let found = try? FileSystem.read(path, limit: bytes.count), found == bytes {
            changes.withLock { $0.unchanged += 1 }
            return
        }
        let staged = try FileSystem.stage(bytes, for: path)
        changes.withLock { $0.staged.append(staged) }
    }

    // MARK: - Committing

    /// Makes a release of the entries, which then stands in place of the previous one.
    ///
    /// - Parameter entries: in any order; each of an app that was added, or of the previous release.
    /// - Returns: what was done since the update began.
    /// - Throws: `FileError` when something cannot be written; before the manifest has moved, `undo` still helps.
    public func commit(_ entries: [ManifestEntry]) throws(FileError) -> ReleaseWriter.Summary {
        let entries = entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        // Everything that can fail for want of room is done; what is left are renames, the manifest's first.
        let manifest = ManifestText.join(entries.map(\.text))
        let manifestPath = path(LoadedRelease.manifestName)
        let history = ReleaseHistory(folder: folder)
        var wroteManifest = false
        if (try? FileSystem.read(manifestPath, limit: manifest.bytes.count)) != manifest.bytes {
            if let previousID, previousID != manifest.id { try history.keep(previousID) }
            try FileSystem.stage(manifest.bytes, for: manifestPath).commit()
            wroteManifest = true
        }
        let (staged, changed) = changes.withLock { changes in
            defer { changes = Changes() }
            return (changes.staged, changes)
        }
        var written = changed.written
        for (index, file) in staged.enumerated() {
            do {
                try file.commit()
            } catch {
                for file in staged[index...] { file.discard() }
                throw error
            }
            written.append(String(file.path.dropFirst(folder.count + 1)))
        }
        let earlier = history.prune(to: kept, after: manifest.id, previous: previousID)
        let leftovers = ReleaseLeftovers(
            folder: folder, earlier: previous.values + earlier, previous: previous, current: entries)
        return ReleaseWriter.Summary(
            id: manifest.id, written: written.sorted() + (wroteManifest ? [LoadedRelease.manifestName] : []),
            removed: leftovers.remove(),
            unchanged: changed.unchanged)
    }

    /// Takes back what was written before the manifest moved; afterwards it does nothing.
    public func undo() {
        let changed = changes.withLock { changes in
            defer { changes = Changes() }
            return changes
        }
        for file in changed.staged { file.discard() }
        for path in changed.new { try? FileSystem.removeFile(path) }
        // The deepest first, whichever thread made it.
        for folder in changed.madeFolders.sorted(by: { $0.utf8.count > $1.utf8.count }) {
            _ = try? FileSystem.removeFolderIfEmpty(folder)
        }
    }
}
