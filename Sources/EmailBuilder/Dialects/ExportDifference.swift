public import Diagnostics
import Files

/// What is installed in a system, compared with what an export would install now.
public struct ExportDifference: Sendable {
    /// How one file differs.
    public struct Change: Hashable, Sendable {
        /// What happened to a file.
        public enum Kind: String, Hashable, Sendable {
            /// The installed folder does not have it.
            case missing
            /// The installed folder has another text.
            case changed
            /// The text is the same.
            case same
        }

        /// Below the installed folder.
        public let path: String
        /// The names of the emails that the file has something of.
        public let emails: [String]
        /// What happened to it.
        public let kind: Kind
        /// The lines that differ, in unified format without the names of the files; empty where none do.
        public let lines: [String]
    }

    /// In the order of their paths.
    public let changes: [Change]

    /// Whether everything is installed as it would be exported.
    public var isEmpty: Bool { changes.allSatisfy { $0.kind == .same } }

    /// Compares an export with a folder.
    ///
    /// - Parameters:
    ///   - export: what would be installed now.
    ///   - folder: an exported folder, or one app's part of it where the export has one app; line endings do not count.
    /// - Throws: when a file cannot be read.
    public init(of export: SiteExport, installedIn folder: String) throws(DiagnosticReport) {
        let apps = Set(export.files.map { String($0.path.prefix { $0 != "/" }) })
        let isWhole = apps.contains { FileSystem.kind(of: "\(folder)/\($0)") == .folder }
        if !isWhole, apps.count > 1 || FileSystem.kind(of: folder) != .folder {
            throw DiagnosticReport([
                Diagnostic(
                    code: "not-an-export", file: folder,
                    message: "the folder has no emails of \(apps.sorted().joined(separator: ", "))",
                    fix: "Name a folder that 'latchkey emails export' wrote, or one app's folder together with '--app'."
                )
            ])
        }
        var changes: [Change] = []
        for file in export.files {
            let path = isWhole ? file.path : String(file.path.drop { $0 != "/" }.dropFirst())
            guard FileSystem.kind(of: "\(folder)/\(path)") == .file else {
                changes.append(Change(path: path, emails: file.emails, kind: .missing, lines: []))
                continue
            }
            let bytes: [UInt8]
            do {
                bytes = try FileSystem.read("\(folder)/\(path)")
            } catch {
                throw DiagnosticReport([
                    Diagnostic(code: "unreadable", file: error.path, message: error.description)
                ])
            }
            let installed = Self.lines(String(decoding: bytes, as: UTF8.self))
            let lines = Self.unified(installed, Self.lines(file.text))
            changes.append(
                Change(path: path, emails: file.emails, kind: lines.isEmpty ? .same : .changed, lines: lines))
        }
        self.changes = changes
    }

    private static func lines(_ text: String) -> [String] {
        text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
    }

    /// The lines that differ, each after `-` for what is installed and `+` for what would be exported, in runs after
    /// `@@ -line +line @@`.
    private static func unified(_ old: [String], _ new: [String]) -> [String] {
        let difference = new.difference(from: old)
        var removed: [Int: String] = [:]
        var inserted: [Int: String] = [:]
        for case .remove(let offset, let line, _) in difference.removals { removed[offset] = line }
        for case .insert(let offset, let line, _) in difference.insertions { inserted[offset] = line }
        var result: [String] = []
        var (from, to) = (0, 0)
        var isInRun = false
        while from < old.count || to < new.count {
            if removed[from] == nil, inserted[to] == nil {
                (from, to, isInRun) = (from + 1, to + 1, false)
                continue
            }
            if !isInRun { result.append("@@ -\(from + 1) +\(to + 1) @@") }
            isInRun = true
            while let line = removed[from] {
                result.append("-\(line)")
                from += 1
            }
            while let line = inserted[to] {
                result.append("+\(line)")
                to += 1
            }
        }
        return result
    }
}
