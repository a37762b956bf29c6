package import Diagnostics
internal import Files

/// The releases kept in a folder, each described by `.releases/<id>.json`; `release.json` is a copy of the active one's.
package struct ReleaseHistory: Sendable {
    package struct Entry: Hashable, Sendable {
        package var manifest: Manifest
        /// The time at which it became the active one, in seconds since 1970.
        package var seconds: Int
        /// Whether this is the release that servers use.
        package var isActive: Bool
    }

    /// The folder that contains `release.json`.
    package let folder: String

    /// Creates the history of a folder without reading it.
    package init(folder: String) {
        self.folder = folder
    }

    private static let folderName = ".releases"
    private var earlier: String { "\(folder)/\(Self.folderName)" }
    private var active: String { "\(folder)/\(LoadedRelease.manifestName)" }

    /// The active release, then the others from newest to oldest; throws if there is none at all. `problem` receives
    /// what is wrong with `release.json` if it cannot be read; no release is active then.
    package func entries(problem: (Diagnostic) -> Void = { _ in }) throws(Diagnostic) -> [Entry] {
        let entries = earlierEntries()
        let manifest: Manifest
        do {
            manifest = try LoadedRelease.readManifest(folder)
        } catch {
            if entries.isEmpty { throw error }
            problem(error)
            return entries
        }
        let itself = entries.first { $0.manifest.id == manifest.id }
        let seconds = itself?.seconds ?? FileFingerprint(of: active)?.seconds ?? 0
        return [Entry(manifest: manifest, seconds: seconds, isActive: true)]
            + entries.filter { $0.manifest.id != manifest.id }
    }

    /// Makes an earlier release, by the unique beginning of its id, the active one, after verifying its files; servers
    /// load it like a new release. The files below `<app>/app` remain those of the newest build. After an error the
    /// active release is unchanged.
    package func activate(_ prefix: String) throws(Diagnostic) -> Entry {
        let lock: FolderLock
        do {
            lock = try FolderLock(folder)
        } catch {
            throw Diagnostic(release: folder, error.isMissing ? "there is no release here" : error.reason)
        }
        let entries = try entries()
        let entry = try find(prefix, among: entries)
        if !entry.isActive {
            _ = try LoadedRelease.load(entry.manifest, in: folder)
            do {
                let bytes = entry.manifest.serialized
                if let active = entries.first(where: \.isActive) { try keepActive(active.manifest.id) }
                try FileSystem.write(bytes, to: active)
                try keep(entry.manifest.id, bytes)
            } catch {
                throw Diagnostic(release: error.path, error.reason)
            }
        }
        // Keeps the lock until here.
        _ = consume lock
        return entry
    }

    /// Reads a kept release by the unique beginning of its id, and verifies its files.
    package func load(_ prefix: String) throws(Diagnostic) -> LoadedRelease {
        try LoadedRelease.load(find(prefix, among: entries()).manifest, in: folder)
    }

    private func find(_ prefix: String, among entries: [Entry]) throws(Diagnostic) -> Entry {
        let found = prefix.isEmpty ? [] : entries.filter { $0.manifest.id.hasPrefix(prefix) }
        switch found.count {
        case 1: return found[0]
        case 0: throw Diagnostic(release: earlier, "no release that is kept has an id that begins with '\(prefix)'")
        default: throw Diagnostic(release: earlier, "\(found.count) releases have an id that begins with '\(prefix)'")
        }
    }

    /// Returns the newest release whose files are intact; nil if there is none.
    package func newestIntact() -> LoadedRelease? {
        for entry in earlierEntries() {
            if let release = try? LoadedRelease.load(entry.manifest, in: folder) { return release }
        }
        return nil
    }

    /// Saves the manifest that has become the active one. It is written anew each time, so that the newest one is the one
    /// that was active last, and is no link to `release.json`, which may be damaged in its place.
    func keep(_ id: String, _ bytes: [UInt8]) throws(FileError) {
        try FileSystem.makeFolder(earlier)
        try FileSystem.write(bytes, to: "\(earlier)/\(id).json")
    }

    /// Saves the active manifest under its id before another replaces it, if an earlier version of Latchkey has not.
    func keepActive(_ id: String) throws(FileError) {
        try FileSystem.makeFolder(earlier)
        try FileSystem.link(active, as: "\(earlier)/\(id).json")
    }

    /// Removes the manifests of all but the newest releases, the active one included; the one before it is always kept,
    /// because servers may still be loading it. Returns the apps of the kept releases other than these two.
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

    /// The names of the JSON files in the history's folder, newest first.
    private func earlierFiles() -> [(name: String, time: FileFingerprint)] {
        ((try? FileSystem.list(earlier)) ?? []).filter { $0.hasSuffix(".json") }
            .compactMap { name in FileFingerprint(of: "\(earlier)/\(name)").map { (name, $0) } }
            .sorted { $1.time.isOlder(than: $0.time) }
    }

    /// The earlier releases with valid manifests, newest first.
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
