/// Makes the compressed form of a file; nil where it has none to offer.
///
/// Asked for the encodings `br` and `gzip`.
public typealias Compressor = @Sendable (_ bytes: [UInt8], _ encoding: String) -> [UInt8]?

/// What a release will consist of: the manifest, and the bytes of every variant in the manifest's order.
struct ReleasePlan {
    let manifest: Manifest
    let bytes: [[[[UInt8]]]]

    /// Names, compresses and sorts; the same contents always give the same plan.
    ///
    /// - Parameters:
    ///   - contents: names that are not fit for a file, or that routes use and no file has, are the caller's mistake.
    ///   - compressor: asked for each variant that `existing` does not have.
    ///   - existing: the bytes of a variant that an earlier build left, when they are still what it wrote.
    init(
        _ contents: ReleaseContents, compressor: Compressor?,
        existing: (_ app: String, _ file: String, _ encoding: String) -> [UInt8]? = { _, _, _ in nil }
    ) {
        var apps: [ReleasedApp] = []
        var bytes: [[[[UInt8]]]] = []
        for app in contents.apps.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
            precondition(HashedName.isPlainName(app.name), "an app's name is the name of a folder")
            var names: [String: String] = [:]
            var files: [ReleasedFile] = []
            var appBytes: [[[UInt8]]] = []
            for file in app.files.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
                precondition(HashedName.isPlainName(file.name), "a file's name has no slash and begins with no dot")
                let hash = HashedName.hash(of: file.bytes)
                let name = HashedName.name(file.name, hash: hash)
                names[file.name] = name
                var variants = [
                    ReleasedFile.Variant(encoding: "identity", path: name, length: file.bytes.count, hash: hash)
                ]
                var fileBytes = [file.bytes]
                for encoding in HashedName.encodings {
                    guard let compressor,
                        let compressed = existing(app.name, name, encoding.name)
                            ?? compressor(file.bytes, encoding.name),
                        compressed.count < file.bytes.count
                    else { continue }
                    variants.append(
                        ReleasedFile.Variant(
                            encoding: encoding.name, path: name + encoding.suffix, length: compressed.count,
                            hash: HashedName.hash(of: compressed)))
                    fileBytes.append(compressed)
                }
                files.append(
                    ReleasedFile(name: name, type: file.type, hash: hash, headers: file.headers, variants: variants))
                appBytes.append(fileBytes)
            }
            precondition(names.count == app.files.count, "two files of an app have one name")
            let routes = app.routes.map { route in
                guard case .file(let name) = route.answer else { return route }
                guard let hashed = names[name] else { preconditionFailure("a route names '\(name)', which is no file") }
                return Route(
                    path: route.path, conditions: route.conditions, required: route.required, answer: .file(hashed))
            }
            guard let notFound = names[app.notFound] else { preconditionFailure("there is no '\(app.notFound)'") }
            apps.append(
                ReleasedApp(
                    name: app.name, hosts: app.hosts, routes: routes, notFound: notFound, files: files,
                    appFiles: app.appFiles.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }))
            bytes.append(appBytes)
        }
        manifest = Manifest(apps: apps)
        self.bytes = bytes
    }
}

extension LoadedRelease {
    /// A release straight from memory, without a folder, as the preview serves it.
    public init(_ contents: ReleaseContents, compressor: Compressor? = nil) {
        let plan = ReleasePlan(contents, compressor: compressor)
        self.init(manifest: plan.manifest, bytes: plan.bytes)
    }
}
