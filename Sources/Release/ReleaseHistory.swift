internal import Files

/// The releases that a folder keeps: the one that `release.json` is the manifest of, and earlier ones, whose manifests are
/// `.releases/<id>.json` and whose files are still there.
public struct ReleaseHistory: Sendable {
    /// A release of a folder.
    public struct Entry: Hashable, Sendable {
        /// What the manifest says.
        public var manifest: Manifest
        /// When the manifest was written, in seconds since 1970.
        public var seconds: Int
        /// Whether hosts serve it.
        public var isActive: Bool
    }

    /// Where `release.json` stands.
    public let folder: String

    /// The releases of a folder, which are read when they are asked for.
    public init(folder: String) {
        self.folder = folder
    }

    private static let folderName = ".releases"
    private var earlier: String { "\(folder)/\(Self.folderName)" }
    private var active: String { "\(folder)/\(LoadedRelease.manifestName)" }

    /// The releases, the active one first, then the younger before the older.
    ///
    /// - Throws: `ReleaseError` where there is no release, or the active one's manifest is none.
    public func entries() throws(ReleaseError) -> [Entry] {
        let manifest = try LoadedRelease.readManifest(folder)
        let entries = earlierEntries()
        let itself = entries.first { $0.manifest.id == manifest.id }
        let seconds = itself?.seconds ?? FileFingerprint(of: active)?.seconds ?? 0
        return [Entry(manifest: manifest, seconds: seconds, isActive: true)]
            + entries.filter { $0.manifest.id != manifest.id }
    }

    /// Makes an earlier release the active one: a host that reads the folder takes it over as it does a new one. What stands
    /// below `<app>/app` belongs to the newest build and stays.
    ///
    /// - Parameter prefix: how its id begins; no other's may begin so.
    /// - Returns: the release, every file of which was compared with its manifest.
    /// - Throws: `ReleaseError` where there is no such release, its files are damaged, or the manifest cannot be written;
    ///   the active release is untouched then.
    public func activate(_ prefix: String) throws(ReleaseError) -> Entry {
        let lock: FolderLock
        do {
            lock = try FolderLock(folder)
        } catch {
            throw ReleaseError(file: folder, error.isMissing ? "there is no release here" : error.reason)
        }
        let entries = try entries()
        let entry = try find(prefix, among: entries)
        if !entry.isActive {
            _ = try LoadedRelease.load(entry.manifest, in: folder)
            do {
                try keep(entries[0].manifest.id)
                try FileSystem.write(entry.manifest.serialized, to: active)
            } catch {
                throw ReleaseError(file: error.path, error.reason)
            }
        }
        // Held until here.
        _ = consume lock
        return entry
    }

    private func find(_ prefix: String, among entries: [Entry]) throws(ReleaseError) -> Entry {
        let found = prefix.isEmpty ? [] : entries.filter { $0.manifest.id.hasPrefix(prefix) }
        switch found.count {
        case 1: return found[0]
        case 0: throw ReleaseError(file: earlier, "no release that is kept has an id that begins with '\(prefix)'")
        default: throw ReleaseError(file: earlier, "\(found.count) releases have an id that begins with '\(prefix)'")
        }
    }

    /// Keeps the active release's manifest under its id, so that another may take its place.
    func keep(_ id: String) throws(FileError) {
        try FileSystem.makeFolder(earlier)
        try FileSystem.link(active, as: "\(earlier)/\(id).json")
    }

    /// Forgets all releases but some.
    ///
    /// - Parameters:
    ///   - count: how many stay, the active one included.
    ///   - active: the id of the active one.
    ///   - previous: the id of the release before the active one, which stays in any case: a host may still read it.
    /// - Returns: the apps of the releases that stay, without the active one's and those of the one before it.
    func prune(to count: Int, after active: String, previous: String?) -> [ManifestEntry] {
        var names = Set([active, previous].compactMap { $0.map(Self.fileName) })
        var left = max(count - names.count, 0)
        var apps: [ManifestEntry] = []
        for (name, _) in earlierFiles() where left > 0 && !names.contains(name) {
            guard let release = LoadedRelease.entries(at: "\(earlier)/\(name)"), Self.fileName(release.id) == name
            else { continue }
            names.insert(name)
            apps += release.apps
            left -= 1
        }
        for name in (try? FileSystem.list(earlier)) ?? [] where !names.contains(name) {
            try? FileSystem.removeFile("\(earlier)/\(name)")
        }
        return apps
    }

    private static func fileName(_ id: String) -> String { "\(id).json" }

    /// The names of what may be manifests, the younger before the older.
    private func earlierFiles() -> [(name: String, time: FileFingerprint)] {
        ((try? FileSystem.list(earlier)) ?? []).filter { $0.hasSuffix(".json") }
            .compactMap { name in FileFingerprint(of: "\(earlier)/\(name)").map { (name, $0) } }
            .sorted { $1.time.isOlder(than: $0.time) }
    }

    /// Those that can be read, the younger before the older.
    private func earlierEntries() -> [Entry] {
        earlierFiles().compactMap { name, time in
            let path = "\(earlier)/\(name)"
            guard let bytes = try? FileSystem.read(path, limit: LoadedRelease.longestManifest),
                let manifest = try? LoadedRelease.readManifest(at: path, bytes: bytes),
                Self.fileName(manifest.id) == name
            else { return nil }
            return Entry(manifest: manifest, seconds: time.seconds, isActive: false)
        }
    }
}
