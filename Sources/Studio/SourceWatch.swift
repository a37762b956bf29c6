import Files

/// Tells whether anything below some folders has changed, by looking.
///
/// Looking costs well under a millisecond for a site, works alike on every system and file system, and cannot lose an
/// event: editors that save by renaming, folders that come and go and bursts of ten thousand writes are all just a
/// different picture.
struct SourceWatch {
    private typealias Picture = [String: Thing]

    /// A folder is just there or not: what editors put beside a file for a moment changes its time, and nothing else.
    private enum Thing: Equatable {
        case folder
        case file(FileFingerprint)
    }

    /// What is looked at.
    struct Places: Hashable, Sendable {
        /// Folders with everything below them.
        var folders: [String]
        /// Folders of which only the list of what is directly in them counts.
        var lists: [String] = []
    }

    let places: Places
    private var seen: Picture

    /// Deeper than any site.
    private static let deepest = 6
    /// A folder with more files than this is not a site; what lies beyond is not looked at.
    private static let mostFiles = 20_000

    init(_ places: Places) {
        self.places = places
        seen = Self.look(at: places)
    }

    /// Whether anything has changed since the last time this was asked.
    mutating func hasChanged() -> Bool {
        let now = Self.look(at: places)
        defer { seen = now }
        return now != seen
    }

    private static func look(at places: Places) -> Picture {
        var picture: Picture = [:]
        // A folder's time changes with its list.
        for path in places.lists { picture[path] = FileFingerprint(of: path).map(Thing.file) }
        var waiting = places.folders.map { (path: $0, depth: 0) }
        // By what they are and not by how one came to them, so that links that lead back to where they stand end.
        var entered: Set<String> = []
        while let (path, depth) = waiting.popLast(), picture.count < mostFiles {
            guard FileSystem.kind(of: path) == .folder else {
                if let fingerprint = FileFingerprint(of: path) { picture[path] = .file(fingerprint) }
                continue
            }
            picture[path] = .folder
            guard depth < deepest, entered.insert(FileSystem.realPath(path) ?? path).inserted,
                let names = try? FileSystem.list(path)
            else { continue }
            waiting += names.filter { !$0.hasPrefix(".") }.map { ("\(path)/\($0)", depth + 1) }
        }
        return picture
    }
}
