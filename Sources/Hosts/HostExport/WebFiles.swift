internal import Release
internal import TextEncoding

/// The files of a release for servers with folders: `web/<app>/<name>.<hash>.html`, with their compressed variants.
enum WebFiles {
    static func all(of release: LoadedRelease) -> [HostExport.File] {
        var files: [HostExport.File] = []
        for (appIndex, app) in release.manifest.apps.enumerated() {
            for (fileIndex, file) in app.files.enumerated() {
                for (index, variant) in file.variants.enumerated() {
                    files.append(
                        HostExport.File(
                            path: "web/\(app.name)/\(variant.path)",
                            bytes: release.bytes(app: appIndex, file: fileIndex, variant: index)))
                }
            }
        }
        return files
    }
}

extension ReleasedFile {
    /// The content codings other than identity, with the suffixes of their files.
    var suffixes: [String: String] {
        Dictionary(
            variants.compactMap { variant in
                variant.encoding == "identity"
                    ? nil : (variant.encoding, String(variant.path.dropFirst(name.count)))
            }
        ) { first, _ in first }
    }
}

extension ReleasedFile {
    /// Returns the file's header fields: type, `Vary`, and its own.
    ///
    /// - Parameter byVisitor: whether a redirect into the app precedes the file, so that the response depends on the
    ///   User-Agent.
    /// - Returns: the fields in order.
    func fields(byVisitor: Bool = false) -> [HeaderField] {
        let vary = (variants.count > 1 ? ["Accept-Encoding"] : []) + (byVisitor ? ["User-Agent"] : [])
        return [HeaderField("Content-Type", type)]
            + (vary.isEmpty ? [] : [HeaderField("Vary", vary.joined(separator: ", "))]) + headers
    }
}

extension ReleasedApp {
    /// Returns the app's file with a name.
    func file(named name: String) -> ReleasedFile? { files.first { $0.name == name } }

    /// Returns the suffix with which a server's configuration selects a file's variant: a variable, depending on the
    /// file's codings.
    ///
    /// - Parameters:
    ///   - name: the file's name.
    ///   - brotli: the variable with the suffix for brotli, or empty.
    ///   - gzip: the variable with the suffix for gzip, or empty.
    ///   - either: the variable with the suffix of the preferred coding, or empty.
    /// - Returns: an empty text if the file has no compressed variant.
    func suffix(of name: String, brotli: String, gzip: String, either: String) -> String {
        let suffixes = file(named: name)?.suffixes ?? [:]
        return switch (suffixes["br"], suffixes["gzip"]) {
        case (nil, nil): ""
        case (nil, _?): gzip
        case (_?, nil): brotli
        default: either
        }
    }
}

/// A writer of configuration text that indents blocks.
struct ConfigurationText {
    private(set) var text = ""
    private var depth = 0
    private let indentation: String

    init(indentation: String = "    ") { self.indentation = indentation }

    mutating func line(_ line: String = "") {
        text += line.isEmpty ? "\n" : String(repeating: indentation, count: depth) + line + "\n"
    }

    mutating func block(_ opening: String, _ closing: String = "}", _ content: (inout ConfigurationText) -> Void) {
        line(opening)
        depth += 1
        content(&self)
        depth -= 1
        line(closing)
    }
}
