import Files

/// Detects changes below some folders by polling.
///
/// A poll takes well under a millisecond for a site, works on all systems and file systems, and cannot lose an event:
/// an editor that saves by renaming, folders that are created and removed, and bursts of ten thousand writes all result
/// in a different snapshot.
struct SourceWatch {
    /// The fingerprints of files; nil for a folder, of which only the existence counts, since the temporary files of
    /// editors change its time.
    private typealias Snapshot = [String: FileFingerprint?]

    struct Places: Hashable, Sendable {
        /// Folders that are watched recursively.
        var folders: [String]
        /// Folders of which only the list of entries is watched.
        var lists: [String] = []
    }

    let places: Places
    private var seen: Snapshot

    /// The maximum depth, more than any site has.
    private static let deepest = 6
    /// The maximum number of files; a folder with more is not a site, and the others are ignored.
    private static let maximumFiles = 20_000

    init(_ places: Places) {
        self.places = places
        seen = Self.snapshot(of: places)
    }

    /// Whether anything has changed since the previous call.
    mutating func hasChanged() -> Bool {
        let now = Self.snapshot(of: places)
        defer { seen = now }
        return now != seen
    }

    private static func snapshot(of places: Places) -> Snapshot {
        var snapshot: Snapshot = [:]
        // A folder's modification time changes with its list of entries.
        for path in places.lists { snapshot[path] = FileFingerprint(of: path) }
        var waiting = places.folders.map { (path: $0, depth: 0) }
        // Resolved paths, so that loops of symbolic links end.
        var entered: Set<String> = []
        while let (path, depth) = waiting.popLast(), snapshot.count < maximumFiles {
            guard FileSystem.kind(of: path) == .folder else {
                if let fingerprint = FileFingerprint(of: path) { snapshot[path] = fingerprint }
                continue
            }
            snapshot.updateValue(nil, forKey: path)
            guard depth < deepest, entered.insert(FileSystem.realPath(path) ?? path).inserted,
                let names = try? FileSystem.list(path)
            else { continue }
            waiting += names.filter { !$0.hasPrefix(".") }.map { ("\(path)/\($0)", depth + 1) }
        }
        return snapshot
    }
}
