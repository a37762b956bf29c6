import Release
import SiteModel

/// The files of an app that have their own paths besides the pages: its brand, and the content of `public`.
struct AppLoadedFiles {
    /// The files, with the paths at which they are served.
    private let files: [(path: String, contents: FileContents)]

    init(_ app: App) {
        files =
            BrandFiles(app).files
            + app.publicFiles.map { file in
                // A release is a flat folder, and no path contains this character.
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
