package import Diagnostics
package import Files
import Hashing
import SiteModel
import TextEncoding

/// The record of the files that exports wrote to a folder, so that they replace no other file and none that was edited.
///
/// `.latchkey-emails` in the folder has a line for each file in the form of `sha256sum`: the SHA-256, two spaces, and the
/// path below the folder.
package struct ExportRecord: Sendable {
    /// A file that is written under a temporary name, and its line in the record.
    package struct Entry: Sendable {
        /// The file.
        package let file: StagedFile
        fileprivate let line: String
    }

    private static let name = ".latchkey-emails"
    private let folder: String
    private let lines: Set<String>
    private let replacesAny: Bool

    /// Reads the record of a folder, which need not exist.
    ///
    /// - Parameters:
    ///   - folder: the output folder of the export.
    ///   - replacesAny: whether files may be replaced that no export wrote.
    package init(of folder: String, replacingAny replacesAny: Bool = false) {
        self.folder = folder
        self.replacesAny = replacesAny
        let bytes = (try? FileSystem.read("\(folder)/\(Self.name)", limit: 16 << 20)) ?? []
        lines = Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
    }

    /// Writes a file under a temporary name.
    ///
    /// - Parameters:
    ///   - bytes: the content.
    ///   - path: the path below the folder.
    /// - Returns: the file, to be committed or discarded.
    /// - Throws: `DiagnosticReport` if the path has a file that no export wrote, or if nothing can be written.
    package func stage(_ bytes: [UInt8], for path: String) throws(DiagnosticReport) -> Entry {
        let place = "\(folder)/\(path)"
        if FileSystem.kind(of: place) == .folder {
            throw DiagnosticReport(
                code: "unwritable", file: place, message: "there is a folder in the place of '\(place)'",
                fix: "Move it away, or choose another folder with '--output'.")
        }
        if !replacesAny, let found = try? FileSystem.read(place), found != bytes,
            !lines.contains(Self.line(path, found))
        {
            throw DiagnosticReport(
                code: "not-exported", file: place, message: "no export wrote this file, or it was edited since",
                fix: "Move it away, choose another folder with '--output', or replace it with '--replace'.")
        }
        do {
            if let slash = place.lastIndex(of: "/") { try FileSystem.makeFolder(String(place[..<slash])) }
            return Entry(file: try FileSystem.stage(bytes, for: place), line: Self.line(path, bytes))
        } catch {
            throw DiagnosticReport([Diagnostic(writing: error)])
        }
    }

    /// Gives the files their final names.
    ///
    /// - Returns: the paths of the files.
    /// - Throws: `DiagnosticReport` if a file cannot be renamed; the files renamed before are complete.
    package func commit(_ entries: [Entry]) throws(DiagnosticReport) -> [String] {
        let new = Set(entries.map(\.line))
        let paths = Set(entries.map { $0.line.drop { $0 != " " } })
        do {
            // Until all files are renamed, the record contains the old and the new ones.
            try write(lines.union(new))
            for entry in entries { try entry.file.commit() }
            try write(lines.filter { line in !paths.contains(line.drop { $0 != " " }) }.union(new))
            return entries.map(\.file.path)
        } catch {
            throw DiagnosticReport([Diagnostic(writing: error)])
        }
    }

    private func write(_ lines: Set<String>) throws(FileError) {
        let text = lines.sorted { $0.drop { $0 != " " } < $1.drop { $0 != " " } }.map { $0 + "\n" }.joined()
        try FileSystem.write(Array(text.utf8), to: "\(folder)/\(Self.name)")
    }

    private static func line(_ path: String, _ bytes: [UInt8]) -> String {
        "\(Base16.encode(Digest.sha256(bytes)))  \(path)"
    }
}
