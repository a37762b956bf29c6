package import Diagnostics
import Files
import SiteModel
import Synchronization

/// The files of an export, under temporary names until all are complete.
///
/// An existing file with another content is replaced only on request, since somebody may have written or edited it.
package final class StagedFiles: Sendable {
    private let folder: String
    private let replacesOthers: Bool
    private let files = Mutex<[StagedFile]>([])

    package init(in folder: String, replacingOthers replacesOthers: Bool) {
        self.folder = folder
        self.replacesOthers = replacesOthers
    }

    /// Writes a file under a temporary name, and returns the path that it will have.
    package func add(_ bytes: [UInt8], at path: String) throws(DiagnosticReport) -> String {
        let place = "\(folder)/\(path)"
        if FileSystem.kind(of: place) == .folder {
            throw DiagnosticReport(
                code: "unwritable", file: place, message: "there is a folder in the place of '\(place)'",
                fix: "Move it away, or choose another folder with '--output'.")
        }
        if let found = try? FileSystem.read(place) {
            if found == bytes { return place }
            if !replacesOthers {
                throw DiagnosticReport(
                    code: "exists", file: place, message: "this file exists already and has another content",
                    fix: "Replace it with '--replace', or choose another folder with '--output'.")
            }
        }
        do {
            if let slash = place.lastIndex(of: "/") { try FileSystem.makeFolder(String(place[..<slash])) }
            let file = try FileSystem.stage(bytes, for: place)
            files.withLock { $0.append(file) }
            return place
        } catch {
            throw DiagnosticReport([Diagnostic(writing: error)])
        }
    }

    /// If a file cannot be renamed, those renamed before are complete.
    package func commit() throws(DiagnosticReport) {
        do {
            for file in files.withLock(\.self) { try file.commit() }
        } catch {
            throw DiagnosticReport([Diagnostic(writing: error)])
        }
    }

    /// Removes the files that still have temporary names.
    package func discard() {
        for file in files.withLock(\.self) { file.discard() }
    }
}
