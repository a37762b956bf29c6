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
        guard Self.runs(Self.extraction, path, name, "\(self.folder)/\(self.site)") else {
            remove()
            throw Diagnostic(
                code: "unknown-revision", file: site, message: "git has no revision '\(name)' with this folder",
                fix: "Name a commit, branch or tag of its repository, such as HEAD, or the folder of a release.")
        }
        // Most sites have none.
        _ = Self.runs(Self.templates, path, name, self.folder)
    }

    /// Extracts what the revision $2 has of the folder $1, which may be the root of its repository, into a new folder $3.
    /// The name is resolved first, so that it cannot be an option.
    private static let extraction = """
        exec 2>/dev/null; cd "$1" || exit; commit=$(git rev-parse --verify --quiet --end-of-options "$2^{commit}") || exit
        mkdir "$3" && git archive --format=tar --output="$3.tar" "$commit" && tar -xf "$3.tar" -C "$3"
        """

    /// Extracts the folder Templates beside $1 into $3. One outside the repository of $1 has no revisions, so it is copied.
    private static let templates = """
        exec 2>/dev/null; cd "$1" || exit; commit=$(git rev-parse --verify --end-of-options "$2^{commit}") || exit
        top=$(git rev-parse --show-toplevel); cd .. || exit
        if [ "$(git rev-parse --show-toplevel)" = "$top" ]
        then git archive --format=tar --output="$3/.tar" "$commit" -- Templates && tar -xf "$3/.tar" -C "$3"
        else cp -R Templates "$3"
        fi
        """

    private static func runs(_ script: String, _ arguments: String...) -> Bool {
        ChildProcess.status(["/bin/sh", "-c", script, "sh"] + arguments) == 0
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

    func remove() { ChildProcess.status(["/bin/rm", "-rf", folder]) }
}
