internal import Memory
internal import Release
internal import TextEncoding

/// The files of a release for servers with folders: `web/<app>/<name>.<hash>.html`, with their compressed variants.
enum WebFiles {
    static func all(of release: LoadedRelease) -> [HostExport.File] {
        let paths = release.manifest.apps.flatMap { app in
            app.files.flatMap(\.variants).map { "web/\(app.name)/\($0.path)" }
        }
        return zip(paths, release.bodies).map { HostExport.File(path: $0, bytes: [UInt8]($1)) }
    }
}

extension ReleasedFile {
    /// Returns the file's header fields: type, `Vary` with or without User-Agent, and its own.
    func fields(varyingBy visitorFields: [String] = []) -> [HeaderField] {
        let vary = (variants.count > 1 ? ["Accept-Encoding"] : []) + visitorFields
        return [HeaderField("Content-Type", type)]
            + (vary.isEmpty ? [] : [HeaderField("Vary", vary.joined(separator: ", "))]) + headers
    }
}

extension ReleasedApp {
    func file(named name: String) -> ReleasedFile? { files.first { $0.name == name } }
}
