#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Writing never shows half a file: everything is written under a temporary name in the same folder and moved over by
/// one `rename`, which a reader sees as before or after and never between.
///
/// Nothing is forced to the disk (`fsync`). A killed process loses nothing by that, since the system keeps what was
/// written; only a power failure could tear a file. What this project writes can be built again, a release's reader
/// checks every byte by its hash, and a build takes milliseconds, which waiting for a disk would multiply.
extension FileSystem {
    /// Writes a file whole, in the place of the one that stands there.
    ///
    /// - Throws: `FileError` when it cannot be written; what stood there stands there still.
    public static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
        try stage(bytes, for: path).commit()
    }

    /// Writes a file whole where nothing stands yet.
    ///
    /// - Throws: `FileError` with `EEXIST` where something does.
    public static func create(_ bytes: [UInt8], at path: String) throws(FileError) {
        try stage(bytes, for: path).commit(replacing: false)
    }

    /// Writes bytes under a temporary name beside the path that they are meant for.
    ///
    /// A process that dies before it commits or discards leaves the temporary file, which `isTemporaryName` knows.
    public static func stage(_ bytes: [UInt8], for path: String) throws(FileError) -> StagedFile {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        while true {
            let temporary = folder + temporaryPrefix + String(UInt64.random(in: .min ... .max), radix: 16)
            let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
            if descriptor < 0 {
                if errno == EEXIST || errno == EINTR { continue }
                throw FileError(path: path, action: "write", errno: errno)
            }
            var failure = writeAll(bytes, to: descriptor)
            if close(descriptor) != 0, failure == nil, errno != EINTR { failure = errno }
            if let failure {
                unlink(temporary)
                throw FileError(path: path, action: "write", errno: failure)
            }
            return StagedFile(temporary: temporary, path: path)
        }
    }

    /// Whether a name is one that `stage` chose.
    public static func isTemporaryName(_ name: String) -> Bool {
        guard name.hasPrefix(temporaryPrefix) else { return false }
        let digits = name.utf8.dropFirst(temporaryPrefix.utf8.count)
        return (1...16).contains(digits.count)
            && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// Removes a file or a symbolic link; one that is not there is fine.
    public static func removeFile(_ path: String) throws(FileError) {
        if unlink(path) == 0 { return }
        let error = FileError(path: path, action: "remove", errno: errno)
        if !error.isMissing { throw error }
    }

    /// Removes a folder if nothing is in it.
    ///
    /// - Returns: whether it is gone.
    /// - Throws: `FileError` when it is empty and stays all the same.
    @discardableResult
    public static func removeFolderIfEmpty(_ path: String) throws(FileError) -> Bool {
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
                let count = systemWrite(descriptor, slice)
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

/// A file that is written but does not stand under its name yet.
public struct StagedFile: Hashable, Sendable {
    /// Where the bytes are.
    public let temporary: String
    /// Where they are meant to stand.
    public let path: String

    /// Moves the file to its name.
    ///
    /// - Parameter replacing: whether a file that stands there gives way; otherwise that is `EEXIST`.
    /// - Throws: `FileError` when it cannot be moved; the temporary file is gone then.
    public func commit(replacing: Bool = true) throws(FileError) {
        guard (replacing ? rename(temporary, path) : renameExclusively(temporary, path)) != 0 else { return }
        let error = FileError(path: path, action: "write", errno: errno)
        discard()
        throw error
    }

    /// Removes the temporary file.
    public func discard() {
        unlink(temporary)
    }
}

// Inside the enum, `write` is its own.
private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    write(descriptor, buffer.baseAddress, buffer.count)
}
