import Files

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A folder of a test's own, gone with its value.
final class TemporaryFolder {
    let path: String

    init() throws(FileError) {
        path = "/tmp/latchkey-test-\(getpid())-\(UInt64.random(in: .min ... .max))"
        try FileSystem.makeFolder(path)
    }

    deinit { Self.remove(path) }

    private static func remove(_ path: String) {
        if FileSystem.kind(of: path, followingLinks: false) == .folder {
            chmod(path, 0o755)
            for name in (try? FileSystem.list(path)) ?? [] { remove("\(path)/\(name)") }
            _ = try? FileSystem.removeFolderIfEmpty(path)
        } else {
            try? FileSystem.removeFile(path)
        }
    }
}
