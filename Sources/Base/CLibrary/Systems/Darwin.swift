// What Darwin declares differently from Linux, under the names that Linux.swift has too. Each follows the manual page that it names,
// as published at https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/. The kqueue
// poller is beside the epoll one, in HTTPListener.
#if canImport(Darwin)
    package import Darwin

    extension stat {
        /// The modification time, since 1970: stat(2).
        package var modified: timespec { st_mtimespec }
    }

    /// Sets the length of a socket's address, which is the first byte of each on Darwin: netintro(4).
    package func setLength<Address>(_ address: inout Address) {
        withUnsafeMutableBytes(of: &address) { $0[0] = UInt8($0.count) }
    }

    /// The clock of `Date`, which needs seconds only: clock_gettime(3).
    package var clockOfSeconds: clockid_t { CLOCK_REALTIME }

    /// The argument of a thread's function: pthread_create(3).
    package typealias ThreadArgument = UnsafeMutableRawPointer

    /// A joinable thread: pthread_join(3).
    // Unchecked: the handle is a pointer that is never followed, and that any thread may pass to `pthread_join`.
    package struct ThreadHandle: @unchecked Sendable {
        package let thread: pthread_t
    }

    /// Starts a thread, by pthread_create(3); nil if the system cannot create one.
    package func startThread(
        _ argument: UnsafeMutableRawPointer,
        _ body: @escaping @convention(c) (ThreadArgument) -> UnsafeMutableRawPointer?
    ) -> ThreadHandle? {
        var thread: pthread_t?
        return pthread_create(&thread, nil, body, argument) == 0 ? thread.map(ThreadHandle.init) : nil
    }

    /// The attributes of a new process before `posix_spawnattr_init`: posix_spawnattr_init(3).
    package var noSpawnAttributes: posix_spawnattr_t? { nil }

    /// The program that opens a URL in the default browser: open(1).
    package var browserOpener: String { "open" }
#endif
