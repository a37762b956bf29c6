public import Files

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
        /// What was written anew, sorted, with the manifest at the end.
        public var written: [String]
        /// What no release needs any more, sorted.
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
