internal import CLibrary

/// The monotonic clock.
package enum Clock {
    /// The current time in nanoseconds, from an arbitrary origin.
    package static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
