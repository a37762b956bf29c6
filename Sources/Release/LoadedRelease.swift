internal import Files
internal import Threads

/// A release in memory: its manifest and the verified bytes of every variant.
public struct LoadedRelease: Sendable {
    /// The manifest.
    public let manifest: Manifest
    /// The bytes by app, file and variant, in the manifest's order.
    let bytes: [[[[UInt8]]]]

    /// Returns the bytes of a variant, by its indices in the manifest.
    public func bytes(app: Int, file: Int, variant: Int) -> [UInt8] {
        bytes[app][file][variant]
    }

    /// The file name of the manifest in a release's folder.
    public static let manifestName = "release.json"

    /// The maximum length of a manifest, in bytes.
    static let longestManifest = 64 << 20

    /// The maximum length of a file, in bytes; files are served from memory.
    static let longestFile = 64 << 20

    /// The maximum total length of a release's files, in bytes.
    static let longestRelease = 512 << 20

    /// Reads a release from its folder and verifies the length and hash of every file.
    ///
    /// - Parameter folder: the folder that contains `release.json`.
    /// - Returns: the release.
    /// - Throws: `ReleaseError`, which names the file and the problem.
    public static func load(_ folder: String) throws(ReleaseError) -> LoadedRelease {
        try load(readManifest(folder), in: folder)
    }

    /// Reads the files that a manifest names.
    static func load(_ manifest: Manifest, in folder: String) throws(ReleaseError) -> LoadedRelease {
        let total = manifest.apps.reduce(0) {
            $0 + $1.files.reduce(0) { $0 + $1.variants.reduce(0) { $0 + $1.length } }
        }
        guard total <= longestRelease else {
            throw ReleaseError(
                file: "\(folder)/\(manifestName)",
                "the files have \(total) bytes together, and a release has \(longestRelease) at most")
        }
        let read = Parallel.map(manifest.apps.count) { number in
            let app = manifest.apps[number]
            return Result { () throws(ReleaseError) in try Self.bytes(of: app, at: "\(folder)/\(app.name)/web") }
        }
        var bytes: [[[[UInt8]]]] = []
        for app in read { bytes.append(try app.get()) }
        return LoadedRelease(manifest: manifest, bytes: bytes)
    }

    private static func bytes(of app: ReleasedApp, at folder: String) throws(ReleaseError) -> [[[UInt8]]] {
        var files: [[[UInt8]]] = []
        for file in app.files {
            var variants: [[UInt8]] = []
            for variant in file.variants { variants.append(try read(variant, at: "\(folder)/\(variant.path)")) }
            files.append(variants)
        }
        return files
    }

    /// Reads only `release.json`.
    ///
    /// - Throws: `ReleaseError` if it is missing or invalid.
    public static func readManifest(_ folder: String) throws(ReleaseError) -> Manifest {
        let path = "\(folder)/\(manifestName)"
        return try readManifest(at: path, bytes: manifestBytes(path))
    }

    /// Parses a manifest.
    static func readManifest(at path: String, bytes: [UInt8]) throws(ReleaseError) -> Manifest {
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

    private static func manifestBytes(_ path: String) throws(ReleaseError) -> [UInt8] {
        if let kind = FileSystem.kind(of: path), kind != .file { throw ReleaseError(file: path, "this is not a file") }
        do {
            return try FileSystem.read(path, limit: longestManifest)
        } catch {
            throw ReleaseError(file: path, error.isMissing ? "there is no release here" : error.reason)
        }
    }

    private static func read(_ variant: ReleasedFile.Variant, at path: String) throws(ReleaseError) -> [UInt8] {
        // A symbolic link's target may be outside the release and change at any time.
        switch FileSystem.kind(of: path, followingLinks: false) {
        case .file: break
        case nil: throw ReleaseError(file: path, "the file is missing")
        default: throw ReleaseError(file: path, "this is not a file")
        }
        let bytes: [UInt8]
        do {
            bytes = try FileSystem.read(path, limit: max(variant.length, 1) * 2)
        } catch {
            throw ReleaseError(file: path, error.reason)
        }
        guard bytes.count == variant.length else {
            throw ReleaseError(
                file: path, "the file has \(bytes.count) bytes, and the manifest says \(variant.length)")
        }
        guard HashedName.hash(of: bytes) == variant.hash else {
            throw ReleaseError(file: path, "the content does not match the hash that the manifest has for it")
        }
        return bytes
    }
}
