internal import AppLinks
internal import JSON
internal import Release
internal import TextEncoding

/// An app as a folder of files at their public paths, for hosts that publish a folder.
struct StaticSite {
    /// A file at a public path.
    struct Placement {
        /// The URL path: `/reset-password`.
        let path: String
        let file: ReleasedFile
        /// The file's path relative to the published folder: `reset-password.html`.
        let name: String
    }

    let app: ReleasedApp
    /// The files that depend on neither query nor User-Agent.
    let placements: [Placement]
    /// The same for paths with parameters; the files are published at separate paths.
    let patterns: [(path: PathRoutes, file: ReleasedFile)]
    let redirects: [(path: PathRoutes, status: Int, location: String)]
    /// The paths that need code.
    let dynamic: [PathRoutes]
    private let bytes: [String: [UInt8]]

    init(_ index: Int, of release: LoadedRelease) {
        let app = release.manifest.apps[index]
        self.app = app
        var placements: [Placement] = []
        var patterns: [(PathRoutes, ReleasedFile)] = []
        var redirects: [(PathRoutes, Int, String)] = []
        var dynamic: [PathRoutes] = []
        for path in PathRoutes.all(of: app) {
            switch path.only {
            case .file(let name):
                guard let file = app.file(named: name) else { continue }
                if path.hasParameters {
                    patterns.append((path, file))
                } else {
                    let isPage = file.type.hasPrefix("text/html")
                    let name = path.path == "/" ? "index.html" : path.path.dropFirst() + (isPage ? ".html" : "")
                    placements.append(Placement(path: path.path, file: file, name: String(name)))
                }
            case .redirect(let status, let location): redirects.append((path, status, location))
            default: dynamic.append(path)
            }
        }
        self.placements = placements
        self.patterns = patterns
        self.redirects = redirects
        self.dynamic = dynamic
        var bytes: [String: [UInt8]] = [:]
        for (place, file) in app.files.enumerated() {
            bytes[file.name] = release.bytes(app: index, file: place, variant: 0)
        }
        self.bytes = bytes
    }

    var notFound: ReleasedFile? { app.file(named: app.notFound) }

    /// The files that have no public path but are used by patterns or functions.
    var hidden: [ReleasedFile] {
        let placed = Set(placements.map(\.file.name))
        let used = Set(patterns.map(\.file.name))
            .union(
                dynamic.flatMap(\.routes).compactMap(\.answer.file))
        return app.files.filter { used.contains($0.name) && !placed.contains($0.name) }
    }

    /// Returns the path at which a file is published: its public path, or one below `/_latchkey`.
    func path(of file: ReleasedFile) -> String {
        if file.name == app.notFound { return "/404" }
        return placements.first { $0.file.name == file.name }?.path ?? "/_latchkey/\(Self.stem(file))"
    }

    /// The name without `.html`, which hosts with clean URLs omit.
    private static func stem(_ file: ReleasedFile) -> String {
        let name = file.plainName
        return name.hasSuffix(".html") ? String(name.dropLast(5)) : name
    }

    /// Returns the files of the published folder.
    func files(in folder: String) -> [HostExport.File] {
        var files = placements.map { HostExport.File(path: "\(folder)/\($0.name)", bytes: bytes[$0.file.name] ?? []) }
        files += hidden.map {
            HostExport.File(path: "\(folder)/_latchkey/\($0.plainName)", bytes: bytes[$0.name] ?? [])
        }
        if let notFound { files.append(HostExport.File(path: "\(folder)/404.html", bytes: bytes[notFound.name] ?? [])) }
        return files
    }

    /// Every published path with its header fields, including the type.
    var headers: [(path: String, fields: [HeaderField])] {
        var seen: Set<String> = []
        let files = placements.map { ($0.path, $0.file) } + hidden.map { (path(of: $0), $0) }
        return files.filter { seen.insert($0.0).inserted }.map { ($0, $1.fields()) }
    }

    /// Returns the header fields of all published paths, paths with parameters, and redirects.
    ///
    /// - Parameter parameter: formats a parameter of a path in the host's syntax.
    /// - Returns: the rules in this order.
    func rules(_ parameter: (String) -> String) -> [(path: String, fields: [HeaderField])] {
        headers + patterns.map { ($0.path.path(parameter), $0.file.fields()) }
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

    /// The routes of the paths that need code.
    var dynamicRoutes: [Route] {
        app.routes.filter { route in dynamic.contains { $0.template.segments == route.path.segments } }
    }
}

extension ExportSource {
    /// The apps with a host, each as a folder.
    var sites: [StaticSite] {
        release.manifest.apps.indices.filter { !release.manifest.apps[$0].hosts.isEmpty }.map {
            StaticSite($0, of: release)
        }
    }
}
