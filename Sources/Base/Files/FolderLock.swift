internal import CLibrary

/// An exclusive lock on a folder, held until the value is released. It excludes only processes that take the same lock.
///
/// It is a `flock` on the folder itself, so it leaves no file and ends with the process. On a file system without
/// `flock`, the folder is used without a lock.
package struct FolderLock: ~Copyable, Sendable {
    private let descriptor: Int32

    /// Waits until the lock is acquired.
    package init(_ folder: String) throws(FileError) {
        descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path: folder, action: "lock", errno: errno) }
        while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    }

    deinit { close(descriptor) }
}
