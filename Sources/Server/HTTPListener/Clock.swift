internal import CLibrary
internal import Threads

/// A thread that calls a function every second until it is stopped.
struct Ticker: Sendable {
    private let thread: SystemThread
    private let wakePipe: WakePipe

    /// Returns nil if the system has no thread or file descriptor left.
    init?(_ body: @escaping @Sendable () -> Void) {
        guard let wakePipe = WakePipe() else { return nil }
        let thread = SystemThread {
            while true {
                // Waits on a pipe instead of sleeping, so that `stop` takes effect at once.
                var descriptor = pollfd(fd: wakePipe.reading, events: Int16(POLLIN), revents: 0)
                let ready = poll(&descriptor, 1, 1_000)
                if ready > 0 { return }
                if ready < 0 { continue }
                body()
            }
        }
        guard let thread else {
            wakePipe.close()
            return nil
        }
        self.thread = thread
        self.wakePipe = wakePipe
    }

    /// Ends the thread and waits for it.
    func stop() {
        wakePipe.wakeUp()
        thread.join()
        wakePipe.close()
    }
}

/// A pipe with which one thread wakes another that polls file descriptors.
package struct WakePipe: Sendable {
    /// The end that becomes readable on a wake-up.
    let reading: Int32
    private let writing: Int32

    /// Returns nil if the process has no file descriptor left.
    package init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
        }
        (reading, writing) = (ends[0], ends[1])
    }

    package func wakeUp() {
        var byte: UInt8 = 0
        _ = CLibrary.write(writing, &byte, 1)
    }

    package func wait() {
        var descriptor = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
        while poll(&descriptor, 1, -1) <= 0 {}
        clear()
    }

    func clear() {
        var bytes: (UInt64, UInt64) = (0, 0)
        while CLibrary.read(reading, &bytes, 16) == 16 {}
    }

    func close() {
        CLibrary.close(reading)
        CLibrary.close(writing)
    }
}

package enum Clock {
    /// A second in nanoseconds.
    package static let second: UInt64 = 1_000_000_000

    /// The current time in nanoseconds, from an arbitrary origin.
    package static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * second + UInt64(time.tv_nsec)
    }
}
