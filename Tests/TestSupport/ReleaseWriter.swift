package import Files
package import Release

/// Writes whole releases into a folder, as `SiteBuild` does app by app.
package struct ReleaseWriter: Sendable {
    /// The folder that contains `release.json`.
    package let folder: String
    private let kept: Int

    /// Creates a writer for a folder, which need not exist.
    package init(folder: String, keeping kept: Int = 2) {
        self.folder = folder
        self.kept = kept
    }

    /// Writes a release; waits if another build is writing to the folder.
    package func write(_ contents: ReleaseContents, compressor: Compressor?) throws(FileError) -> ReleaseUpdate.Summary
    {
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
