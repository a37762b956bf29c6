// The platform differences of this module.

internal import CLibrary

/// Returns the modification time of a file, in seconds and nanoseconds since 1970.
func modificationTime(_ status: stat) -> timespec {
    #if canImport(Darwin)
        status.st_mtimespec
    #else
        status.st_mtim
    #endif
}
