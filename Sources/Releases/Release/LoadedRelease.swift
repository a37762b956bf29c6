internal import AppLinks
package import Diagnostics
internal import Files
internal import JSON
package import Memory
internal import Threads

/// A release in memory: its manifest and the verified bytes of every variant.
package struct LoadedRelease: Sendable {
    package let manifest: Manifest
    /// The bytes of all variants, in the manifest's order; those read from a folder are slices of one block.
    package let bodies: [ByteSlice]
    /// The index of each app's first variant.
    private let firstBodies: [Int]

    init(manifest: Manifest, bodies: [ByteSlice]) {
        self.manifest = manifest
        self.bodies = bodies
        firstBodies = Self.firstBodies(manifest)
    }

    /// Returns the bytes of a variant, by its indices in the manifest.
    package func bytes(app: Int, file: Int, variant: Int) -> [UInt8] {
        let place = manifest.apps[app].files[..<file].reduce(firstBodies[app]) { $0 + $1.variants.count }
        return Array(bodies[place + variant])
    }

    /// Returns the content that an app answers a path with, by the path's text in the manifest; nil if that is no file.
    package func content(at path: String, of app: Int) -> [UInt8]? {
        let routes = manifest.apps[app].routes
        guard let name = routes.first(where: { $0.path.text == path })?.answer.file,
            let file = manifest.apps[app].files.firstIndex(where: { $0.name == name })
        else { return nil }
        return bytes(app: app, file: file, variant: 0)
    }

    package static let manifestName = "release.json"

    /// The maximum length of a manifest, in bytes.
    static let longestManifest = 64 << 20

    /// The maximum length of a file, in bytes; files are served from memory.
    static let longestFile = 64 << 20

    /// The maximum total length of a release's files, in bytes.
    static let longestRelease = 512 << 20

    /// Reads a release from the folder that contains `release.json`, and verifies the length and hash of every file.
    package static func load(_ folder: String) throws(Diagnostic) -> LoadedRelease {
        try load(readManifest(folder), in: folder)
    }

    static func load(_ manifest: Manifest, in folder: String) throws(Diagnostic) -> LoadedRelease {
        // Where each file begins, and at last where all end.
        var starts = [0]
        for app in manifest.apps {
            for file in app.files {
                for variant in file.variants { starts.append(starts[starts.count - 1] + variant.length) }
            }
        }
        let total = starts[starts.count - 1]
        guard total <= longestRelease else {
            throw Diagnostic(
                release: "\(folder)/\(manifestName)",
                "the files have \(total) bytes together, and a release has \(longestRelease) at most")
        }
        let (places, firstBodies) = (starts, firstBodies(manifest))
        let block = try ByteBlock(count: total) { (memory) throws(Diagnostic) in
            // Safe to share: each task writes the files of one app, to places of their own.
            nonisolated(unsafe) let memory = memory
            let read = Parallel.map(manifest.apps.count) { number in
                let app = manifest.apps[number]
                return Result { () throws(Diagnostic) in
                    for path in ["\(folder)/\(app.name)", "\(folder)/\(app.name)/web"] where !app.files.isEmpty {
                        try Self.check(path, is: .folder)
                    }
                    for (place, variant) in zip(firstBodies[number]..., app.files.lazy.flatMap(\.variants)) {
                        let buffer = UnsafeMutableRawBufferPointer(rebasing: memory[places[place]..<places[place + 1]])
                        try Self.read(variant, at: "\(folder)/\(app.name)/web/\(variant.path)", into: buffer)
                    }
                }
            }
            for result in read { try result.get() }
        }
        return LoadedRelease(manifest: manifest, bodies: zip(starts, starts.dropFirst()).map { block[$0..<$1] })
    }

    private static func firstBodies(_ manifest: Manifest) -> [Int] {
        var next = 0
        return manifest.apps.map { app in
            defer { next += app.files.reduce(0) { $0 + $1.variants.count } }
            return next
        }
    }

    /// Reads only `release.json`.
    package static func readManifest(_ folder: String) throws(Diagnostic) -> Manifest {
        let path = "\(folder)/\(manifestName)"
        return try readManifest(at: path, bytes: manifestBytes(path))
    }

    static func readManifest(at path: String, bytes: [UInt8]) throws(Diagnostic) -> Manifest {
        if let (id, apps) = releasedApps(in: bytes, { app, _ in app }),
            AppConflict(in: apps.map { ($0.name, $0.hosts) }) == nil
        {
            return Manifest(id: id, apps: apps)
        }
        // Parsed again as a whole, an invalid manifest yields an error with a location.
        return try ManifestReader.manifest(bytes, file: path)
    }

    /// Reads the parts of a manifest that a build needs; nil if it cannot be read.
    static func entries(at path: String) -> (id: String, apps: [ManifestEntry])? {
        guard let bytes = try? manifestBytes(path) else { return nil }
        return releasedApps(in: bytes) { ManifestEntry($0, text: $1) }
    }

    /// Whether the manifest's name belongs to a JSON file of something else, which a build must not replace.
    ///
    /// A damaged manifest is not JSON.
    package static func isForeign(_ folder: String) -> Bool {
        guard let bytes = try? manifestBytes("\(folder)/\(manifestName)"),
            let value = try? JSONDocument(parsing: bytes).value
        else { return false }
        return value["apps"] == nil || value["version"] == nil
    }

    /// Parses the id and the apps of a manifest, each app separately and in parallel; nil if the text is incomplete or
    /// an app is invalid.
    private static func releasedApps<App: Sendable>(
        in bytes: [UInt8], _ made: @escaping @Sendable (ReleasedApp, _ text: [UInt8]) -> App
    ) -> (id: String, apps: [App])? {
        guard let (id, ranges) = ManifestText.split(bytes) else { return nil }
        let apps = Parallel.map(ranges.count) { number -> App? in
            let text = Array(bytes[ranges[number]])
            return (try? ManifestReader.app(text)).map { made($0, text) }
        }
        let good = apps.compactMap(\.self)
        return good.count == apps.count ? (id, good) : nil
    }

    private static func manifestBytes(_ path: String) throws(Diagnostic) -> [UInt8] {
        if let kind = FileSystem.kind(of: path), kind != .file { throw Diagnostic(release: path, "this is not a file") }
        do {
            return try FileSystem.read(path, limit: longestManifest)
        } catch {
            throw Diagnostic(release: path, error.isMissing ? "there is no release here" : error.reason)
        }
    }

    /// Throws unless there is a file or a folder at a path. A symbolic link's target may be outside the release and change
    /// at any time.
    private static func check(_ path: String, is kind: FileSystem.Kind) throws(Diagnostic) {
        let name = kind == .folder ? "folder" : "file"
        switch FileSystem.kind(of: path, followingLinks: false) {
        case kind: return
        case nil: throw Diagnostic(release: path, "the \(name) is missing")
        default: throw Diagnostic(release: path, "this is not a \(name)")
        }
    }

    private static func read(
        _ variant: ReleasedFile.Variant, at path: String, into buffer: UnsafeMutableRawBufferPointer
    ) throws(Diagnostic) {
        try check(path, is: .file)
        let length: Int
        do {
            length = try FileSystem.read(path, into: buffer, limit: max(variant.length, 1) * 2)
        } catch {
            throw Diagnostic(release: path, error.reason)
        }
        guard length == variant.length else {
            throw Diagnostic(release: path, "the file has \(length) bytes, and the manifest says \(variant.length)")
        }
        guard HashedName.hash(of: UnsafeRawBufferPointer(buffer)) == variant.hash else {
            throw Diagnostic(release: path, "the content does not match the hash that the manifest has for it")
        }
    }
}

extension Diagnostic {
    /// Creates an error in a release's file, which has its path as displayed: `Output/release.json`.
    init(release file: String, line: Int? = nil, column: Int? = nil, _ message: String) {
        self.init(
            code: "unusable-release", file: file, line: line, column: column, message: message,
            fix: "Build the release with 'latchkey build'.")
    }
}
