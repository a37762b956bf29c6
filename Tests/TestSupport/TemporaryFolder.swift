package import Files

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A temporary folder, which is deleted with the value.
package final class TemporaryFolder: Sendable {
    /// The absolute path, with symbolic links resolved.
    package let path: String

    /// Creates the folder below `TMPDIR`, or below `/tmp`.
    ///
    /// - Throws: `FileError` if it cannot be created.
    package init() throws(FileError) {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/latchkey-test-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
        guard let made, let path = FileSystem.realPath(made) else {
            throw FileError(path: parent, action: "make", errno: errno)
        }
        self.path = path
    }

    deinit {
        Self.remove(path)
    }

    /// Writes a file below the folder, and creates the folders that contain it.
    ///
    /// - Throws: `FileError` if it cannot be written.
    package func write(_ text: String, to name: String) throws(FileError) {
        let path = "\(path)/\(name)"
        if let slash = path.lastIndex(of: "/") { try FileSystem.makeFolder(String(path[..<slash])) }
        try FileSystem.write(Array(text.utf8), to: path)
    }

    private static func remove(_ path: String) {
        if FileSystem.kind(of: path, followingLinks: false) == .folder {
            // A test may have made it read-only.
            chmod(path, 0o755)
            for name in (try? FileSystem.list(path)) ?? [] { remove("\(path)/\(name)") }
            rmdir(path)
        } else {
            unlink(path)
        }
    }
}
