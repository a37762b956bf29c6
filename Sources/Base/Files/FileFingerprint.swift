internal import CLibrary

/// The metadata by which a watcher detects that a file changed, without reading it.
///
/// Editors that replace a file change its inode, those that write into it its time or its size.
package struct FileFingerprint: Hashable, Sendable {
    /// The modification time in whole seconds since 1970.
    package let seconds: Int
    /// The rest of the modification time, in nanoseconds.
    package let nanoseconds: Int
    package let size: Int
    package let inode: UInt64
    package let device: UInt64

    /// Reads the metadata of a path, following symbolic links; nil if nothing exists there.
    package init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Reads the metadata of a regular file; nil for anything else, symbolic links included.
    package init?(ofFileAt path: String) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        let time = status.modified
        seconds = Int(time.tv_sec)
        nanoseconds = Int(time.tv_nsec)
        size = Int(status.st_size)
        inode = UInt64(status.st_ino)
        device = UInt64(truncatingIfNeeded: status.st_dev)
    }

    /// Whether a file was modified before another one, as far as the file system's clock tells them apart.
    package func isOlder(than other: FileFingerprint) -> Bool {
        (seconds, nanoseconds) < (other.seconds, other.nanoseconds)
    }
}
