import Diagnostics
import Files
import SiteModel

/// New files that are written all together or not at all.
struct NewFiles {
    private let files: [(path: String, bytes: [UInt8])]
    private let changed: (path: String, bytes: [UInt8])?

    init(_ files: [(path: String, bytes: [UInt8])], changing changed: (path: String, bytes: [UInt8])? = nil) {
        self.files = files
        self.changed = changed
    }

    func checkAbsence() throws(DiagnosticReport) {
        let present = files.filter { FileSystem.kind(of: $0.path, followingLinks: false) != nil }
        if present.isEmpty { return }
        throw DiagnosticReport(
            present.map {
                Diagnostic(
                    code: "exists", file: $0.path, message: "this exists already, and nothing is overwritten",
                    fix: "Choose another name, or move it away.")
            })
    }

    /// Writes the files and creates their folders; returns their paths. If a write fails, everything is rolled back.
    func write() throws(DiagnosticReport) -> [String] {
        try checkAbsence()
        var folders: [String] = []
        var written: [String] = []
        do {
            for file in files {
                for folder in Self.foldersAbove(file.path) where FileSystem.kind(of: folder) == nil {
                    try FileSystem.makeFolder(folder)
                    folders.append(folder)
                }
                try FileSystem.create(file.bytes, at: file.path)
                written.append(file.path)
            }
            if let changed {
                try FileSystem.write(changed.bytes, to: FileSystem.realPath(changed.path) ?? changed.path)
            }
        } catch {
            for path in written { try? FileSystem.removeFile(path) }
            for folder in folders.reversed() { _ = try? FileSystem.removeFolderIfEmpty(folder) }
            throw DiagnosticReport([Diagnostic(writing: error)])
        }
        return written
    }

    private static func foldersAbove(_ path: String) -> [String] {
        path.indices.filter { path[$0] == "/" && $0 > path.startIndex }.map { String(path[..<$0]) }
    }
}
