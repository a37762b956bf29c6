internal import CLibrary
internal import CRename

/// Writing is atomic: a file is written under a temporary name in the same folder and then renamed, so that a reader
/// sees either the old or the new content.
///
/// `fsync` is never called: a killed process loses nothing without it, and only a power failure could truncate a file.
/// All output can be built again, a release's reader verifies every file by its hash, and waiting for the disk would
/// multiply the time of a build.
extension FileSystem {
    /// Writes a file atomically, replacing an existing one, which is unchanged if that fails.
    package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
        try stage(bytes, for: path).commit()
    }

    /// Writes a new file atomically; `EEXIST` if the path exists.
    package static func create(_ bytes: [UInt8], at path: String) throws(FileError) {
        try stage(bytes, for: path).commit(replacing: false)
    }

    /// Writes bytes to a temporary file in the folder of their final path.
    ///
    /// A process that ends before it commits or discards leaves the temporary file, which `isTemporaryName` recognises.
    package static func stage(_ bytes: [UInt8], for path: String) throws(FileError) -> StagedFile {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        while true {
            let temporary = folder + temporaryPrefix + String(UInt64.random(in: .min ... .max), radix: 16)
            switch writeExclusively(bytes, to: temporary) {
            case nil: return StagedFile(temporary: temporary, path: path)
            case EEXIST?: continue
            case let failure?: throw FileError(path: path, action: "write", errno: failure)
            }
        }
    }

    /// Writes a new file directly under its final name, for files that nothing refers to yet: a process that is killed
    /// meanwhile leaves an incomplete file. `EEXIST` if the path exists; no incomplete file remains after an error.
    package static func writeUnread(_ bytes: [UInt8], to path: String) throws(FileError) {
        if let failure = writeExclusively(bytes, to: path) {
            throw FileError(path: path, action: "write", errno: failure)
        }
    }

    /// Writes a file that must not exist; the value of `errno` if it cannot be written.
    private static func writeExclusively(_ bytes: [UInt8], to path: String) -> Int32? {
        while true {
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
            if descriptor < 0 {
                if errno == EINTR { continue }
                return errno
            }
            var failure = writeAll(bytes, to: descriptor)
            if close(descriptor) != 0, failure == nil, errno != EINTR { failure = errno }
            if failure != nil { unlink(path) }
            return failure
        }
    }

    /// Creates a hard link to a file; copies the file where the file system has no hard links. Does nothing if the new
    /// path exists.
    package static func link(_ path: String, as second: String) throws(FileError) {
        if CLibrary.link(path, second) == 0 || errno == EEXIST { return }
        try write(read(path), to: second)
    }

    /// Whether a name has the form of a temporary name chosen by `stage`.
    package static func isTemporaryName(_ name: String) -> Bool {
        guard name.hasPrefix(temporaryPrefix) else { return false }
        let digits = name.utf8.dropFirst(temporaryPrefix.utf8.count)
        return (1...16).contains(digits.count)
            && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// Removes a file or a symbolic link; does nothing if it does not exist.
    package static func removeFile(_ path: String) throws(FileError) {
        if unlink(path) == 0 { return }
        let error = FileError(path: path, action: "remove", errno: errno)
        if !error.isMissing { throw error }
    }

    /// Removes a folder if it is empty; returns whether the folder does not exist any more.
    @discardableResult
    package static func removeFolderIfEmpty(_ path: String) throws(FileError) -> Bool {
        if rmdir(path) == 0 { return true }
        let error = FileError(path: path, action: "remove", errno: errno)
        if error.isMissing { return true }
        if error.errno == ENOTEMPTY || error.errno == EEXIST { return false }
        throw error
    }

    private static let temporaryPrefix = ".latchkey-tmp-"

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let slice = UnsafeRawBufferPointer(rebasing: rest)
                let count = CLibrary.write(descriptor, slice.baseAddress, slice.count)
                if count < 0 {
                    if errno == EINTR { continue }
                    return errno
                }
                rest = rest.dropFirst(count)
            }
            return nil
        }
    }
}

/// A file that is written under a temporary name and not yet renamed.
package struct StagedFile: Hashable, Sendable {
    package let temporary: String
    package let path: String

    /// Renames the file to its final path, and removes it if that fails; `EEXIST` if a file exists that is not to be
    /// replaced.
    package func commit(replacing: Bool = true) throws(FileError) {
        guard (replacing ? rename(temporary, path) : rename_exclusively(temporary, path)) != 0 else { return }
        let error = FileError(path: path, action: "write", errno: errno)
        discard()
        throw error
    }

    /// Removes the temporary file.
    package func discard() {
        unlink(temporary)
    }
}
