#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The metadata by which a watcher detects that a file changed, without reading it.
///
/// Editors that replace a file change its inode, those that write into it its time or its size.
public struct FileFingerprint: Hashable, Sendable {
    /// The modification time in whole seconds since 1970.
    public let seconds: Int
    /// The rest of the modification time, in nanoseconds.
    public let nanoseconds: Int
    /// The size in bytes.
    public let size: Int
    /// The inode number.
    public let inode: UInt64
    /// The device of the inode.
    public let device: UInt64

    /// Reads the metadata of a path, following symbolic links; nil if nothing exists there.
    public init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let time = modificationTime(status)
        seconds = Int(time.tv_sec)
        nanoseconds = Int(time.tv_nsec)
        size = Int(status.st_size)
        inode = UInt64(status.st_ino)
        device = UInt64(truncatingIfNeeded: status.st_dev)
    }
}
