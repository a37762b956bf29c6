// The platform differences of this module.

internal import CLibrary
internal import CRename

/// Returns the modification time of a file, in seconds and nanoseconds since 1970.
func modificationTime(_ status: stat) -> timespec {
    #if canImport(Darwin)
        status.st_mtimespec
    #else
        status.st_mtim
    #endif
}

/// Renames a file; fails if the new name exists.
///
/// - Returns: 0, or -1 with `errno`, which is `EEXIST` if the new name exists.
func renameExclusively(_ from: String, _ to: String) -> Int32 {
    rename_exclusively(from, to)
}
