internal import CLibrary

/// An error of a file operation, with the system's reason.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    package let path: String
    /// The operation: `read`, `write`, `list`.
    package let action: String
    package let errno: Int32

    package init(path: String, action: String, errno: Int32) {
        self.path = path
        self.action = action
        self.errno = errno
    }

    /// The system's reason, in lower case: `no such file or directory`.
    package var reason: String {
        let text = String(cString: strerror(errno))
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    /// One line: `cannot read 'Site/app.yml': no such file or directory`.
    package var description: String { "cannot \(action) '\(path)': \(reason)" }

    /// Advice for a failed write, as a sentence.
    package var advice: String {
        switch errno {
        case ENOSPC, EDQUOT: "Free space on the disk, and run this again."
        case EACCES, EPERM, EROFS: "Make the folder writable, or name another one."
        case EEXIST, ENOTDIR: "Move the file that is in the folder's place, or name another folder."
        case EISDIR: "Move the folder that is in the file's place."
        default: "Check the folder, or name another one."
        }
    }

    /// Whether the file or folder does not exist.
    package var isMissing: Bool { errno == ENOENT || errno == ENOTDIR }

    /// Whether the path is a pipe, a socket or a device.
    package var isIrregular: Bool { errno == ENOTSUP }

    /// Whether the file exceeds the limit of the read.
    package var isTooLarge: Bool { errno == EFBIG }
}

/// File operations over POSIX. Paths are absolute or relative to the working directory, in UTF-8.
package enum FileSystem {
    /// The extension of a path's last name in lower case, without its dot; nil if there is none.
    package static func fileExtension(of path: String) -> String? {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
        return name[dot...].dropFirst().lowercased()
    }

    package enum Kind: Hashable, Sendable {
        case file, folder, symbolicLink, other
    }

    /// Returns the type of the file at a path; with `followingLinks` false, `symbolicLink` for a symbolic link. Nil if
    /// nothing exists there.
    package static func kind(of path: String, followingLinks: Bool = true) -> Kind? {
        var status = stat()
        guard (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return .folder
        case S_IFLNK: return .symbolicLink
        default: return .other
        }
    }

    /// Returns the names in a folder, sorted by bytes, without `.` and `..`.
    package static func list(_ path: String) throws(FileError) -> [String] {
        guard let stream = opendir(path) else { throw FileError(path: path, action: "list", errno: errno) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: $0.pointee)) {
                    String(cString: $0)
                }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Reads a file; `EFBIG` if it is longer than the limit in bytes, and `ENOTSUP` if it is not a regular file. Pipes
    /// and devices, which a command line may name, are read with `acceptingPipes`; opening a pipe without a writer
    /// blocks.
    package static func read(
        _ path: String, limit: Int = .max, acceptingPipes: Bool = false
    ) throws(FileError) -> [UInt8] {
        let (descriptor, size) = try openToRead(path, limit: limit, acceptingPipes: acceptingPipes)
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        // One byte more than the size, so that the end is detected without another buffer.
        var length = size + 1
        while true {
            var failure: Int32?
            let part = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
                failure = readAll(of: descriptor, into: UnsafeMutableRawBufferPointer(buffer), count: &count)
            }
            if let failure { throw FileError(path: path, action: "read", errno: failure) }
            // A file may grow and a device has no size, so the limit is checked again.
            guard bytes.count + part.count <= limit else { throw FileError(path: path, action: "read", errno: EFBIG) }
            if bytes.isEmpty { bytes = part } else { bytes += part }
            if part.count < length { return bytes }
            length = 65_536
        }
    }

    /// Reads a file into memory of exactly its length, and returns its length in bytes, at most `limit`; if the buffer
    /// has another length, its content is undefined.
    package static func read(
        _ path: String, into buffer: UnsafeMutableRawBufferPointer, limit: Int = .max
    ) throws(FileError) -> Int {
        let (descriptor, size) = try openToRead(path, limit: limit, acceptingPipes: false)
        defer { close(descriptor) }
        guard size == buffer.count else { return size }
        var count = 0
        var failure = readAll(of: descriptor, into: buffer, count: &count)
        // The file may have grown meanwhile.
        var more = 0
        if failure == nil, count == size {
            failure = withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) {
                readAll(of: descriptor, into: $0, count: &more)
            }
        }
        if let failure { throw FileError(path: path, action: "read", errno: failure) }
        return count + more
    }

    /// Opens a file for reading; the caller closes the descriptor. The size is in bytes.
    private static func openToRead(
        _ path: String, limit: Int, acceptingPipes: Bool
    ) throws(FileError) -> (descriptor: Int32, size: Int) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | (acceptingPipes ? 0 : O_NONBLOCK))
        guard descriptor >= 0 else { throw FileError(path: path, action: "read", errno: errno) }
        var status = stat()
        let failure: Int32? =
            if fstat(descriptor, &status) != 0 {
                errno
            } else if status.st_mode & S_IFMT == S_IFDIR {
                EISDIR
            } else if !acceptingPipes, status.st_mode & S_IFMT != S_IFREG {
                ENOTSUP
            } else {
                Int(status.st_size) <= limit ? nil : EFBIG
            }
        guard let failure else { return (descriptor, Int(status.st_size)) }
        close(descriptor)
        throw FileError(path: path, action: "read", errno: failure)
    }

    /// Reads until the buffer is full or the file ends; the value of `errno` if reading failed, otherwise nil.
    private static func readAll(
        of descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, count: inout Int
    ) -> Int32? {
        while count < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
            let read = CLibrary.read(descriptor, rest.baseAddress, rest.count)
            if read < 0 {
                if errno == EINTR { continue }
                return errno
            }
            if read == 0 { break }
            count += read
        }
        return nil
    }

    /// Creates a folder and its parents; does nothing if it exists.
    package static func makeFolder(_ path: String) throws(FileError) {
        if mkdir(path, 0o755) == 0 { return }
        let reason = errno
        if reason == EEXIST, kind(of: path) == .folder { return }
        guard reason == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
            throw FileError(path: path, action: "make", errno: reason)
        }
        try makeFolder(String(path[..<slash]))
        if mkdir(path, 0o755) != 0, errno != EEXIST { throw FileError(path: path, action: "make", errno: errno) }
    }

    /// Returns the path with every symbolic link resolved, also of a file that does not exist yet.
    package static func resolvedPath(_ path: String) -> String? {
        if let path = realPath(path) { return path }
        var parent = path[...]
        while parent.hasSuffix("/") { parent.removeLast() }
        guard let slash = parent.lastIndex(of: "/") else { return realPath(".").map { "\($0)/\(parent)" } }
        let name = parent[parent.index(after: slash)...]
        let folder = slash == parent.startIndex ? "/" : String(parent[..<slash])
        return resolvedPath(folder).map { $0 == "/" ? "/\(name)" : "\($0)/\(name)" }
    }

    /// Returns the path with every symbolic link resolved; nil if nothing exists there.
    package static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
