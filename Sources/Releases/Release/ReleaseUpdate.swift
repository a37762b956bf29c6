internal import CLibrary
package import Files
internal import Synchronization

/// An update of a release's folder: apps are added in any order and by any thread, then one rename commits them.
///
/// It holds the folder's lock. Changes can be undone until they are committed; files left by a killed build are removed
/// by the next commit.
package final class ReleaseUpdate: Sendable {
    /// The changes of a build, as paths relative to the folder.
    package struct Summary: Hashable, Sendable {
        /// The id of the release and its manifest.
        package var id: String
        /// The files written, sorted, followed by the manifest.
        package var written: [String]
        /// The files removed because no kept release uses them, sorted.
        package var removed: [String]
        package var unchanged: Int
    }

    private struct Changes {
        /// The folders created, parents before children.
        var madeFolders: [String] = []
        /// The paths of files that did not exist before.
        var new: [String] = []
        var staged: [StagedFile] = []
        /// The paths of files written, relative to the folder.
        var written: [String] = []
        var unchanged = 0
    }

    let folder: String
    /// The apps of the previous release, by name; empty if there is none that can be read.
    package let previous: [String: ManifestEntry]
    /// Whether the folder has a manifest that cannot be read; the update then reuses nothing of it.
    package var hasUnreadableRelease: Bool { manifestTime != nil && previousID == nil }
    private let previousID: String?
    private let kept: Int
    private let lock: FolderLock
    private let manifestTime: FileFingerprint?
    private let changes: Mutex<Changes>

    /// Acquires the lock of a folder, which is created if it does not exist, waiting if necessary, and reads the
    /// previous release. The number of releases to keep includes the new one; the previous one is always kept.
    package init(_ folder: String, keeping kept: Int = 2) throws(FileError) {
        self.folder = folder
        self.kept = kept
        var changes = Changes()
        if FileSystem.kind(of: folder) == nil { changes.madeFolders.append(folder) }
        try FileSystem.makeFolder(folder)
        lock = try FolderLock(folder)
        // Taken before reading the manifest, so that a file written meanwhile does not count as older.
        let manifest = "\(folder)/\(LoadedRelease.manifestName)"
        manifestTime = FileFingerprint(ofFileAt: manifest)
        // An unreadable manifest is treated as empty and will be replaced.
        let release = LoadedRelease.entries(at: manifest)
        previousID = release?.id
        previous = Dictionary((release?.apps ?? []).map { ($0.name, $0) }) { first, _ in first }
        self.changes = Mutex(changes)
    }

    // MARK: - Reusing unchanged apps

    /// Returns the previous entry of an app with the same inputs, if all its files are intact.
    ///
    /// A file older than the manifest is checked by its length only; others are read and hashed.
    package func unchanged(_ app: String, inputs: String) -> ManifestEntry? {
        guard let entry = previous[app], entry.inputs == inputs, let manifestTime else { return nil }
        let folder = "\(folder)/\(app)"
        let isComplete =
            entry.variants.allSatisfy { variant in
                let path = "\(folder)/web/\(variant.path)"
                guard let found = FileFingerprint(ofFileAt: path), found.size == variant.length else { return false }
                return found.isOlder(than: manifestTime) || has(path, length: variant.length, hash: variant.hash)
            }
            // These names contain no hash, so the content may be an older one.
            && entry.appFiles.allSatisfy { path, hash in has("\(folder)/app/\(path)", hash: hash) }
        guard isComplete else { return nil }
        changes.withLock { $0.unchanged += entry.variants.count + entry.appFiles.count }
        return entry
    }

    private func has(_ path: String, length: Int = LoadedRelease.longestFile, hash: String) -> Bool {
        (try? FileSystem.read(path, limit: length)).map { HashedName.hash(of: $0) == hash } ?? false
    }

    // MARK: - Adding

    /// Writes the files of an app that has not been added yet, and compresses variants that the folder does not
    /// contain. From the digest of its inputs the next build detects that it is unchanged.
    package func add(
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

    /// Returns the bytes of a compressed variant of the previous release, if its file is intact.
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
            // A symbolic link could make a build write and remove files outside the output folder.
            case .symbolicLink: throw FileError(path: path, action: "write through the symbolic link", errno: ENOTDIR)
            case nil: changes.withLock { [path] in $0.madeFolders.append(path) }
            case .file, .other: break
            }
            try FileSystem.makeFolder(path)
        }
    }

    /// Writes a file unless it exists with the same bytes.
    private func writeOnce(_ bytes: [UInt8], to relative: String) throws(FileError) {
        let path = path(relative)
        let kind = FileSystem.kind(of: path, followingLinks: false)
        if kind == .file, let found = try? FileSystem.read(path, limit: bytes.count), found == bytes {
            changes.withLock { $0.unchanged += 1 }
            return
        }
        if kind == nil {
            // No manifest refers to the file yet, so nothing reads it before the commit.
            try FileSystem.writeUnread(bytes, to: path)
        } else {
            try FileSystem.write(bytes, to: path)
        }
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

    /// Commits a release of the entries in any order, added ones and unchanged ones of the previous release, which it
    /// replaces. Until the manifest has been replaced, `undo` can restore the previous state.
    package func commit(_ entries: [ManifestEntry]) throws(FileError) -> Summary {
        let entries = entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        // Everything that can fail for lack of space is done. Only renames remain, the manifest's first.
        let manifest = ManifestText.join(entries.map(\.text))
        let manifestPath = path(LoadedRelease.manifestName)
        let history = ReleaseHistory(folder: folder)
        var wroteManifest = false
        if (try? FileSystem.read(manifestPath, limit: manifest.bytes.count)) != manifest.bytes {
            if let previousID, previousID != manifest.id { try history.keepActive(previousID) }
            try FileSystem.stage(manifest.bytes, for: manifestPath).commit()
            // The release is complete without the copy, which only a damaged 'release.json' makes necessary.
            try? history.keep(manifest.id, manifest.bytes)
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
        return Summary(
            id: manifest.id, written: written.sorted() + (wroteManifest ? [LoadedRelease.manifestName] : []),
            removed: leftovers.remove(),
            unchanged: changed.unchanged)
    }

    /// Removes the files written before a commit; does nothing after one.
    package func undo() {
        let changed = changes.withLock { changes in
            defer { changes = Changes() }
            return changes
        }
        for file in changed.staged { file.discard() }
        for path in changed.new { try? FileSystem.removeFile(path) }
        // The deepest first, regardless of the order in which threads created them.
        for folder in changed.madeFolders.sorted(by: { $0.utf8.count > $1.utf8.count }) {
            _ = try? FileSystem.removeFolderIfEmpty(folder)
        }
    }
}
