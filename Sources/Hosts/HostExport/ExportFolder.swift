package import Diagnostics
package import Files

/// The output folder of an export, or of a storyboard.
///
/// It must be new, empty, or contain an earlier one, whose files are listed in `.latchkey-export`. Other files in an
/// earlier export are kept: deployment tools store their state there.
package struct ExportFolder: Hashable, Sendable {
    package enum Content: String, Hashable, Sendable { case export, storyboard }

    package let path: String
    private let content: Content

    /// The name of the list of the files, one path a line; never deployed.
    private var listName: String { ".latchkey-\(content.rawValue)" }

    package init(_ path: String, of content: Content = .export) {
        self.path = path.isEmpty ? "." : path
        self.content = content
    }

    /// Validates that the folder may be written to: it is outside the release, and has no files that nothing of the
    /// kind wrote.
    package func check(against release: String? = nil) throws(Diagnostic) {
        if let release, let own = FileSystem.resolvedPath(path), let other = FileSystem.resolvedPath(release),
            own == other || own.hasPrefix(other == "/" ? other : other + "/")
        {
            throw .notExportable(
                "an export must not be inside the folder of the release", file: path,
                fix: "Name another folder: '--output Export'.")
        }
        switch FileSystem.kind(of: path) {
        case nil: return
        case .folder:
            let names = (try? FileSystem.list(path)) ?? []
            guard !names.contains(listName), let name = names.min() else { return }
            throw .notExportable(
                "the folder has files that no \(content.rawValue) wrote, such as '\(name)'", file: path, fix: fix)
        default:
            throw .notExportable("this is not a folder", file: path, fix: fix)
        }
    }

    private var fix: String {
        let name = content == .export ? "Export" : "Storyboard"
        // Not the folder that was refused.
        let isTaken = FileSystem.kind(of: name) != nil
        return "Name a new or an empty folder: '--output \(isTaken ? "New\(name)" : name)'."
    }

    /// Replaces the previous content. Every file is written under a temporary name before the first is renamed, and
    /// unchanged files are not written, so that the previous content stays complete if a write fails.
    package func replace(with files: [String: [UInt8]]) throws(FileError) {
        try replace(with: files.sorted { $0.key < $1.key }.map { HostExport.File(path: $0.key, bytes: $0.value) })
    }

    package func replace(with files: [HostExport.File]) throws(FileError) {
        let paths = files.map(\.path)
        let previous = ((try? FileSystem.read(list)).map { String(decoding: $0, as: UTF8.self) } ?? "")
            .split(separator: "\n").map(String.init).filter(Self.isBelow)
        let folders = Set((paths + previous).flatMap(Self.folders)).sorted { $0.utf8.count > $1.utf8.count }
        removeTemporaryFiles(in: folders)
        var staged: [StagedFile] = []
        do throws(FileError) {
            try FileSystem.makeFolder(path)
            // Until all files are renamed, the list contains the files of both.
            staged.append(try FileSystem.stage(Self.lines(paths + previous), for: list))
            for file in files {
                let place = "\(path)/\(file.path)"
                if let found = try? FileSystem.read(place, limit: file.bytes.count), found == file.bytes { continue }
                for folder in Self.folders(of: file.path).last.map({ [$0] }) ?? [] {
                    try FileSystem.makeFolder("\(path)/\(folder)")
                }
                staged.append(try FileSystem.stage(file.bytes, for: place))
            }
        } catch {
            for file in staged { file.discard() }
            removeEmpty(folders)
            throw error
        }
        for file in staged { try file.commit() }
        let current = Set(paths)
        for name in previous where !current.contains(name) { try FileSystem.removeFile("\(path)/\(name)") }
        removeEmpty(folders)
        try FileSystem.write(Self.lines(paths), to: list)
    }

    private var list: String { "\(path)/\(listName)" }

    private static func lines(_ paths: [String]) -> [UInt8] {
        Array(Set(paths).sorted().map { $0 + "\n" }.joined().utf8)
    }

    /// Returns the parent folders of a file, outermost first: `a` and `a/b` for `a/b/c`.
    private static func folders(of path: String) -> [String] {
        let segments = path.split(separator: "/").dropLast()
        return segments.indices.map { segments[...$0].joined(separator: "/") }
    }

    /// Removes the temporary files of a killed program.
    private func removeTemporaryFiles(in folders: [String]) {
        for folder in folders.map({ "\(path)/\($0)" }) + [path] {
            for name in (try? FileSystem.list(folder)) ?? [] where FileSystem.isTemporaryName(name) {
                try? FileSystem.removeFile("\(folder)/\(name)")
            }
        }
    }

    private func removeEmpty(_ folders: [String]) {
        for folder in folders { _ = try? FileSystem.removeFolderIfEmpty("\(path)/\(folder)") }
        _ = try? FileSystem.removeFolderIfEmpty(path)
    }

    private static func isBelow(_ path: String) -> Bool {
        !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
    }
}
