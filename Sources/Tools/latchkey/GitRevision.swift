import CLibrary
import Diagnostics
import Files
import SiteBuilder
import SiteModel
import Studio

/// The site of a git revision, in a temporary folder.
struct GitRevision {
    private let name: String
    private let folder: String
    private let site: String

    /// Extracts the site, and the templates beside it.
    init(_ name: String, of site: String) throws(Diagnostic) {
        guard let path = FileSystem.realPath(site) else {
            throw Diagnostic(code: "missing-site", file: site, message: "there is no such folder")
        }
        var template = Array("/tmp/latchkey-compare-XXXXXX".utf8CString)
        guard let folder = mkdtemp(&template) else {
            throw Diagnostic(code: "unwritable", file: "/tmp", message: "no temporary folder can be made")
        }
        self.name = name
        self.folder = String(cString: folder)
        self.site = String(path[path.index(after: path.lastIndex(of: "/") ?? path.startIndex)...])
        let parent = SiteLocation.beside(path, "")
        guard Self.extract(self.site, of: name, in: parent, to: self.folder) else {
            remove()
            throw Diagnostic(
                code: "unknown-revision", file: site, message: "git has no revision '\(name)' with this folder",
                fix: "Name a commit, branch or tag of its repository, such as HEAD, or the folder of a release.")
        }
        // Most sites have none.
        _ = Self.extract("Templates", of: name, in: parent, to: self.folder)
    }

    /// The name is resolved first, so that it cannot be an option.
    private static func extract(_ path: String, of name: String, in parent: String, to folder: String) -> Bool {
        let script = """
            exec 2>/dev/null; cd "$1" || exit; commit=$(git rev-parse --verify --quiet --end-of-options "$2^{commit}") || exit
            git archive --format=tar "$commit" -- "$3" >"$4/.tar" && tar -xf "$4/.tar" -C "$4"
            """
        return ChildProcess.succeeds(["/bin/sh", "-c", script, "sh", parent, name, path, folder])
    }

    /// The storyboard of the revision; errors in it name their files as git does.
    func storyboard(like build: SiteBuild) throws(DiagnosticReport) -> Storyboard {
        var build = build
        build.site = "\(folder)/\(site)"
        do {
            return try Storyboard(of: build)
        } catch {
            var report = error
            for index in report.diagnostics.indices {
                guard let file = report.diagnostics[index].file, file.hasPrefix(folder) else { continue }
                report.diagnostics[index].file = "\(name):\(file.dropFirst(folder.count + 1))"
            }
            throw report
        }
    }

    func remove() { ChildProcess.succeeds(["/bin/rm", "-rf", folder]) }
}
