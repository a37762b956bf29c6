import Release
import SiteModel

/// The files of an app that have a path of their own and are no page: its brand, and what stands in `public`.
struct AppLoadedFiles {
    /// By the path that each answers.
    private let files: [(path: String, contents: FileContents)]

    init(_ app: App) {
        files =
            BrandFiles(app).files
            + app.publicFiles.map { file in
                // A release is one folder, and no path has this character.
                let name = "public" + file.path.replacing("/", with: "~")
                return (
                    file.path,
                    FileContents(
                        name: name, type: file.type,
                        headers: SecurityHeaders.file(type: file.type, caching: .revalidated), bytes: file.bytes)
                )
            }
    }

    var contents: [FileContents] { files.map(\.contents) }

    var routes: [Route] { files.map { Route(path: $0.path, answer: .file($0.contents.name)) } }
}
