import Branding
import Release
import SiteModel

/// The files of an app that have their own paths besides the pages: its brand, and the content of `public`.
struct AppLoadedFiles {
    private let files: [(path: String, contents: FileContents)]

    init(_ app: App) {
        let brand = BrandFiles(app.brand).files.map { file in
            var contents = file.contents
            contents.headers = SecurityHeaders.file(type: contents.type, caching: .forever)
            return (path: file.path, contents: contents)
        }
        let own = app.publicFiles.map { file in
            // A release is a flat folder, and no path contains this character.
            let name = "public" + file.path.replacing("/", with: "~")
            let headers = SecurityHeaders.file(type: file.type, caching: .revalidated)
            return (
                path: file.path,
                contents: FileContents(name: name, type: file.type, headers: headers, bytes: file.bytes)
            )
        }
        files = brand + own
    }

    var contents: [FileContents] { files.map(\.contents) }

    var routes: [Route] { files.map { Route(path: $0.path, answer: .file($0.contents.name)) } }
}
