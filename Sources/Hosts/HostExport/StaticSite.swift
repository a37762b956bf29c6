internal import AppLinks
internal import JSON
internal import Release
internal import TextEncoding

/// An app as a folder of files at their public paths, for hosts that publish a folder.
struct StaticSite {
    /// The app, with the routes of the folder.
    let app: ReleasedApp
    private let release: LoadedRelease
    private let index: Int
    private let paths: [PathRoutes]

    /// Creates the folder of an app by its index, with the app's routes or those for hosts without functions.
    init(_ index: Int, of release: LoadedRelease, routes: [Route]) {
        var app = release.manifest.apps[index]
        app.routes = routes
        self.app = app
        self.release = release
        self.index = index
        paths = PathRoutes.all(of: routes)
    }

    /// The files that depend on neither query nor User-Agent, each with its name in the published folder:
    /// `reset-password.html`.
    var placements: [(path: String, file: ReleasedFile, name: String)] {
        files { !$0.hasParameters }.map { path, file in
            let ending = file.type.hasPrefix("text/html") ? ".html" : ""
            return (path.path, file, path.path == "/" ? "index.html" : path.path.dropFirst() + ending)
        }
    }

    /// The same for paths with parameters; the files are published at separate paths.
    var patterns: [(path: PathRoutes, file: ReleasedFile)] { files(\.hasParameters) }

    private func files(_ isIncluded: (PathRoutes) -> Bool) -> [(path: PathRoutes, file: ReleasedFile)] {
        paths.filter(isIncluded).compactMap { path in
            path.only?.file.flatMap(app.file).map { (path, $0) }
        }
    }

    var redirects: [(path: PathRoutes, status: Int, location: String)] {
        paths.compactMap { path in
            guard case .redirect(let status, let location) = path.only else { return nil }
            return (path, status, location)
        }
    }

    /// The paths whose response depends on the query or the User-Agent.
    var dynamic: [PathRoutes] { paths.filter { $0.only == nil } }

    /// The routes of the paths that need code.
    var dynamicRoutes: [Route] {
        app.routes.filter { route in dynamic.contains { $0.template.segments == route.path.segments } }
    }

    var notFound: ReleasedFile? { app.file(named: app.notFound) }

    /// The files that have no public path but are used by patterns or functions.
    private var hidden: [ReleasedFile] {
        let placed = Set(placements.map(\.file.name))
        let used = Set(patterns.map(\.file.name) + dynamic.flatMap(\.routes).compactMap(\.answer.file))
        return app.files.filter { used.contains($0.name) && !placed.contains($0.name) }
    }

    /// Returns the path at which a file is published: its public path, or one below `/_latchkey`, without `.html`, which
    /// hosts with clean URLs omit.
    func path(of file: ReleasedFile) -> String {
        if file.name == app.notFound { return "/404" }
        let paths = placements.filter { $0.file.name == file.name }.map(\.path)
        if let path = paths.first(where: { !$0.hasPrefix("/open/") }) ?? paths.first { return path }
        let name = file.plainName
        return "/_latchkey/" + (name.hasSuffix(".html") ? String(name.dropLast(5)) : name)
    }

    func files(in folder: String) -> [HostExport.File] {
        let files =
            placements.map { ($0.name, $0.file) } + hidden.map { ("_latchkey/\($0.plainName)", $0) }
            + (notFound.map { [("404.html", $0)] } ?? [])
        return files.map { name, file in
            let place = app.files.firstIndex(of: file) ?? 0
            return HostExport.File(
                path: "\(folder)/\(name)", bytes: release.bytes(app: index, file: place, variant: 0))
        }
    }

    /// Returns the header fields of all published paths, paths with parameters in the host's syntax, and redirects.
    func rules(_ parameter: (String) -> String) -> [(path: String, fields: [HeaderField])] {
        let files =
            placements.map { ($0.path, $0.file) } + hidden.map { (path(of: $0), $0) }
            + patterns.map { ($0.path.path(parameter), $0.file) }
        let visitorFields = app.visitorFields
        return files.map { ($0, $1.fields(varyingBy: visitorFields[$1.name] ?? [])) }
            + redirects.map { ($0.path.path, app.redirectHeaders) }
    }

    /// Returns a header rule for a path in the format of Vercel and Firebase.
    static func rule(_ path: String, _ fields: [HeaderField]) -> JSONValue {
        [
            "source": .string(path),
            "headers": .array(fields.map { ["key": .string($0.name), "value": .string($0.value)] }),
        ]
    }

    /// Returns a page that refreshes to a location, which https://www.w3.org/TR/change-password-url/ permits.
    static func page(to location: String) -> String {
        HostTemplate.text("redirect.html").filled(["location": location])
    }
}

extension ExportSource {
    /// The apps with a host, each as a folder for a host with functions.
    var sites: [StaticSite] { sites(\.routes) }

    /// The same for a host without functions.
    var sitesWithoutFunctions: [StaticSite] { sites(routesWithoutFunctions) }

    private func sites(_ routes: (ReleasedApp) -> [Route]) -> [StaticSite] {
        release.manifest.apps.enumerated().filter { !$0.element.hosts.isEmpty }.map { index, app in
            StaticSite(index, of: release, routes: routes(app))
        }
    }
}
