#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// What tells a watcher that a file is another than before, without reading it.
///
/// Editors that replace a file change its inode, those that write into it its time or its size.
public struct FileFingerprint: Hashable, Sendable {
    /// In whole seconds since 1970.
    public let seconds: Int
    /// The rest of the time, in nanoseconds.
    public let nanoseconds: Int
    /// In bytes.
    public let size: Int
    /// The file's number on its device.
    public let inode: UInt64
    /// The device that the inode is counted on.
    public let device: UInt64

    /// What stands at a path, links followed; nil where nothing does.
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
