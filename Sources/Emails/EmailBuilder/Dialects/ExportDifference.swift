package import Diagnostics
import Files

/// The difference between the emails installed in a system and a new export.
package struct ExportDifference: Sendable {
    package struct Change: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable {
            /// The file is not in the installed folder.
            case missing
            /// The installed file has another content.
            case changed
            case same
            /// The file is among the installed emails, but not in the export.
            case extra
        }

        /// The path below the installed folder.
        package let path: String
        package let emails: [String]
        package let kind: Kind
        /// The differing lines in unified format, without a header; empty if there are none.
        package let lines: [String]
    }

    /// The differences in the order of their paths.
    package let changes: [Change]

    /// Whether every exported file is installed unchanged; additional files are ignored.
    package var isEmpty: Bool { changes.allSatisfy { $0.kind == .same || $0.kind == .extra } }

    /// Compares with an exported folder, or with the folder of one app if the export has only one; line endings are
    /// ignored.
    package static func between(
        _ export: SiteExport, installedIn folder: String
    ) throws(DiagnosticReport) -> ExportDifference {
        let apps = Set(export.files.map { String($0.path.prefix { $0 != "/" }) })
        let isWhole = apps.contains { FileSystem.kind(of: "\(folder)/\($0)") == .folder }
        if !isWhole, apps.count > 1 || FileSystem.kind(of: folder) != .folder {
            throw DiagnosticReport(
                code: "not-an-export", file: folder,
                message: "the folder has no emails of \(apps.sorted().joined(separator: ", "))",
                fix: "Name a folder that 'latchkey emails export' wrote, or one app's folder together with '--app'.")
        }
        func installed(_ path: String) -> String { isWhole ? path : String(path.drop { $0 != "/" }.dropFirst()) }
        var changes: [Change] = []
        for file in export.files {
            let path = installed(file.path)
            guard FileSystem.kind(of: "\(folder)/\(path)") == .file else {
                changes.append(Change(path: path, emails: file.emails, kind: .missing, lines: []))
                continue
            }
            let lines = unified(self.lines(try text(of: "\(folder)/\(path)")), self.lines(file.text))
            changes.append(
                Change(path: path, emails: file.emails, kind: lines.isEmpty ? .same : .changed, lines: lines))
        }
        let expected = Set(changes.map(\.path))
        var present: Set<String> = []
        for path in export.emailFolders { present.formUnion(try files(below: installed(path), of: folder)) }
        changes += present.subtracting(expected).map { Change(path: $0, emails: [], kind: .extra, lines: []) }
        return ExportDifference(changes: changes.sorted { $0.path < $1.path })
    }

    private static func text(of path: String) throws(DiagnosticReport) -> String {
        do {
            return String(decoding: try FileSystem.read(path), as: UTF8.self)
        } catch {
            throw DiagnosticReport(code: "unreadable", file: error.path, message: error.description)
        }
    }

    /// The paths of the files in a folder, recursively, without hidden ones.
    private static func files(below path: String, of folder: String) throws(DiagnosticReport) -> [String] {
        let whole = path.isEmpty ? folder : "\(folder)/\(path)"
        guard FileSystem.kind(of: whole) == .folder else { return [] }
        let names: [String]
        do {
            names = try FileSystem.list(whole)
        } catch {
            throw DiagnosticReport(code: "unreadable", file: error.path, message: error.description)
        }
        var files: [String] = []
        for name in names where !name.hasPrefix(".") {
            let below = path.isEmpty ? name : "\(path)/\(name)"
            switch FileSystem.kind(of: "\(whole)/\(name)", followingLinks: false) {
            case .file: files.append(below)
            case .folder: files += try Self.files(below: below, of: folder)
            default: break
            }
        }
        return files
    }

    /// The lines without empty ones at the end, which a download may add or remove.
    private static func lines(_ text: String) -> [String] {
        var lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// The differing lines, old ones after `-` and new ones after `+`, in hunks after `@@ -line +line @@`.
    package static func unified(_ old: [String], _ new: [String]) -> [String] {
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
