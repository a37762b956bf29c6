internal import Diagnostics
internal import Release

/// Exporter for a container image: `latchkey-server` with the release on an empty base image.
///
/// Instructions: https://docs.docker.com/reference/dockerfile/; the Compose file:
/// https://docs.docker.com/reference/compose-file/. The first stage determines the shared libraries of
/// `latchkey-server` with `ldd`; the second copies them.
struct Container: Exporter {
    let source: ExportSource

    func files() throws(Diagnostic) -> [HostExport.File] {
        let release = WebFiles.all(of: source.release).map { file in
            // The server expects the layout that 'latchkey build' writes: `<app>/web/<name>`.
            let parts = file.path.split(separator: "/", maxSplits: 2)
            return HostExport.File(path: "release/\(parts[1])/web/\(parts[2])", bytes: file.bytes)
        }
        return release + [
            HostExport.File(path: "release/release.json", bytes: source.release.manifest.serialized),
            HostExport.File(path: "Containerfile", text: HostTemplate.text("container/Containerfile")),
            HostExport.File(path: "compose.yaml", text: HostTemplate.text("container/compose.yaml")),
            HostExport.File(path: ".dockerignore", text: "*\n!release\n!latchkey-server\n"),
        ]
    }
}
