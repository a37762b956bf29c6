internal import Files
internal import Threads

/// The files in a release's folder that no kept release uses.
///
/// Since the new release is complete, a file that cannot be removed is not an error.
struct ReleaseLeftovers: Sendable {
    let folder: String
    let previous: [String: ManifestEntry]
    let current: [String: ManifestEntry]
    /// The apps of the earlier releases that are kept for a rollback, by name.
    let earlier: [String: [ManifestEntry]]

    init(folder: String, earlier: [ManifestEntry], previous: [String: ManifestEntry], current: [ManifestEntry]) {
        self.folder = folder
        self.earlier = Dictionary(grouping: earlier, by: \.name)
        self.previous = previous
        self.current = Dictionary(current.map { ($0.name, $0) }) { first, _ in first }
    }

    /// Removes the files; returns their paths, relative to the folder and sorted.
    func remove() -> [String] {
        let names = (try? FileSystem.list(folder)) ?? []
        let removed = Parallel.map(names.count) { number in remove(below: names[number]) }
        return removed.flatMap { $0 }.sorted()
    }

    /// Removes the leftovers of one entry of the folder: an app's folder, or a temporary file of an interrupted build.
    private func remove(below name: String) -> [String] {
        var removed: [String] = []
        if FileSystem.isTemporaryName(name), remove(name) { removed.append(name) }
        guard HashedName.isPlainName(name), FileSystem.kind(of: path(name), followingLinks: false) == .folder else {
            return removed
        }
        let (before, now) = (previous[name], current[name])
        let kept = Set((earlier[name] ?? []).flatMap(\.variants).map(\.path) + (now?.variants ?? []).map(\.path))
        var leftovers: [String] = []
        for file in (try? FileSystem.list(path("\(name)/web"))) ?? []
        where HashedName.isWellFormed(file) && !kept.contains(file) || FileSystem.isTemporaryName(file) {
            leftovers.append("\(name)/web/\(file)")
        }
        let gone = (before?.appFiles ?? [:]).keys.filter { now?.appFiles[$0] == nil }
        leftovers += gone.map { "\(name)/app/\($0)" }
        // Every folder that may contain a file for the app.
        let paths = Set((before?.appFiles ?? [:]).keys).union((now?.appFiles ?? [:]).keys)
        for parent in Set(paths.map { $0.split(separator: "/").dropLast().joined(separator: "/") } + [""]) {
            let folder = parent.isEmpty ? "\(name)/app" : "\(name)/app/\(parent)"
            for file in (try? FileSystem.list(path(folder))) ?? [] where FileSystem.isTemporaryName(file) {
                leftovers.append("\(folder)/\(file)")
            }
        }
        return removed + leftovers.filter(remove)
    }

    private func path(_ relative: String) -> String { "\(folder)/\(relative)" }

    /// Removes a file and the folders that become empty; does not follow symbolic links.
    private func remove(_ relative: String) -> Bool {
        let folders = relative.split(separator: "/").dropLast()
        guard
            folders.indices.allSatisfy({
                FileSystem.kind(of: path(folders[...$0].joined(separator: "/")), followingLinks: false) == .folder
            })
        else { return false }
        guard (try? FileSystem.removeFile(path(relative))) != nil else { return false }
        var parent = relative[...]
        while let slash = parent.lastIndex(of: "/") {
            parent = parent[..<slash]
            guard (try? FileSystem.removeFolderIfEmpty(path(String(parent)))) == true else { break }
        }
        return true
    }
}
