public import Files

/// Writes releases into a folder.
///
/// File names contain the content's hash, so a new release never changes a file of the old one. One rename then
/// replaces `release.json`, which switches from the old release to the new one atomically. Unchanged files are not
/// written again.
public struct ReleaseWriter: Sendable {
    /// The folder that contains `release.json`.
    public let folder: String

    /// The number of releases to keep, the new one included; the previous one is always kept.
    public let kept: Int

    /// Creates a writer for a folder, which need not exist.
    public init(folder: String, keeping kept: Int = 2) {
        self.folder = folder
        self.kept = kept
    }

    /// The changes of a build, as paths relative to the folder.
    public struct Summary: Hashable, Sendable {
        /// The id of the release and its manifest.
        public var id: String
        /// The files written, sorted, followed by the manifest.
        public var written: [String]
        /// The files removed because no kept release uses them, sorted.
        public var removed: [String]
        /// The number of files that were unchanged.
        public var unchanged: Int
    }

    /// Writes a release; waits if another build is writing to the folder.
    ///
    /// The files of kept releases stay; others are removed.
    ///
    /// - Parameters:
    ///   - contents: the release. Names must contain no slash and not begin with a dot, and be unique within their app;
    ///     routes must name existing files.
    ///   - compressor: called only for variants that the folder does not contain; nil for no compression.
    /// - Returns: a summary of the changes.
    /// - Throws: `FileError` if a file cannot be written; the previous release is then unchanged.
    public func write(_ contents: ReleaseContents, compressor: Compressor?) throws(FileError) -> Summary {
        let update = try ReleaseUpdate(folder, keeping: kept)
        do {
            var entries: [ManifestEntry] = []
            for app in contents.apps { entries.append(try update.add(app, compressor: compressor)) }
            return try update.commit(entries)
        } catch {
            update.undo()
            throw error
        }
    }
}
