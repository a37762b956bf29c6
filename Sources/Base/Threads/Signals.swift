internal import CLibrary

/// Signals that are received synchronously instead of by handlers, which would interrupt other code.
package struct Signals: Sendable {
    private let set: sigset_t

    /// Blocks the signals in this thread and in those created from now on.
    package init(_ signals: [Int32]) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        self.set = set
    }

    /// Waits for one of the signals and returns it.
    package func next() -> Int32 {
        var set = set
        var signal: Int32 = 0
        while sigwait(&set, &signal) != 0 {}
        return signal
    }

    /// Sleeps for a time, then returns whether one of the signals is pending; it stays pending for `next`.
    package func arrived(within microseconds: Int) -> Bool {
        usleep(UInt32(microseconds))
        var pending = sigset_t()
        sigpending(&pending)
        return (1..<32).contains { signal in
            withUnsafePointer(to: set) { sigismember($0, signal) == 1 } && sigismember(&pending, signal) == 1
        }
    }
}
