#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Keeps other processes that take the same lock out of a folder, for as long as this value lives.
///
/// The lock is the folder's own (`flock`), so it leaves no file behind and ends with the process that holds it, however
/// that ends. A file system that knows no such lock has none, and the folder is used without.
public struct FolderLock: ~Copyable, Sendable {
    private let descriptor: Int32

    /// Waits for the lock of a folder.
    ///
    /// - Throws: `FileError` when the folder cannot be opened.
    public init(_ folder: String) throws(FileError) {
        descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path: folder, action: "lock", errno: errno) }
        while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    }

    deinit { close(descriptor) }
}
