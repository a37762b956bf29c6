// The one file of this module that asks which system it runs on.

internal import CRename

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// When a file's content last changed, in seconds and nanoseconds since 1970.
func modificationTime(_ status: stat) -> timespec {
    #if canImport(Darwin)
        status.st_mtimespec
    #else
        status.st_mtim
    #endif
}

/// Renames a file unless something stands under the new name already.
///
/// - Returns: 0, or -1 with `errno`: `EEXIST` where something stands there.
func renameExclusively(_ from: String, _ to: String) -> Int32 {
    rename_exclusively(from, to)
}
