// What Linux declares differently from Darwin, under the names that Darwin.swift has too.
#if !canImport(Darwin)
    #if canImport(Glibc)
        internal import Glibc
    #else
        internal import Musl
    #endif

    extension stat {
        /// The modification time, since 1970.
        package var modified: timespec { st_mtim }
    }

    /// Does nothing: a socket's address does not contain its length.
    package func setLength<Address>(_ address: inout Address) {}

    /// The clock of `Date`, which needs seconds only; reading the coarse one is cheaper.
    package var clockOfSeconds: clockid_t { CLOCK_REALTIME_COARSE }

    /// The argument of a thread's function.
    package typealias ThreadArgument = UnsafeMutableRawPointer?

    /// A joinable thread.
    package struct ThreadHandle: Sendable {
        package let thread: pthread_t
    }

    /// Starts a thread; nil if the system cannot create one.
    package func startThread(
        _ argument: UnsafeMutableRawPointer,
        _ body: @escaping @convention(c) (ThreadArgument) -> UnsafeMutableRawPointer?
    ) -> ThreadHandle? {
        var thread = pthread_t()
        return pthread_create(&thread, nil, body, argument) == 0 ? ThreadHandle(thread: thread) : nil
    }

    /// The attributes of a new process before `posix_spawnattr_init`.
    package var noSpawnAttributes: posix_spawnattr_t { posix_spawnattr_t() }

    /// The program that opens a URL in the default browser.
    package var browserOpener: String { "xdg-open" }
#endif
