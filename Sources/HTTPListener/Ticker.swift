#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A thread that does something every second until it is told to stop.
///
/// It waits on a pipe rather than in a sleep, so that stopping takes no second.
struct Ticker: Sendable {
    private let thread: pthread_t
    private let stopping: Int32
    private let waiting: Int32

    /// - Parameter body: gets the number of seconds since the start, the first time 1.
    init?(_ body: @escaping @Sendable (UInt32) -> Void) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        (waiting, stopping) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let work = Unmanaged.passRetained(Work(waiting: waiting, body: body))
        #if canImport(Darwin)
            var thread: pthread_t?
            let result = pthread_create(&thread, nil, { Work.run($0) }, work.toOpaque())
        #else
            var started = pthread_t()
            let result = pthread_create(&started, nil, { $0.flatMap(Work.run) }, work.toOpaque())
            let thread: pthread_t? = started
        #endif
        guard result == 0, let thread else {
            work.release()
            for end in ends { close(end) }
            return nil
        }
        self.thread = thread
    }

    /// Ends the thread and waits for it.
    func stop() {
        var byte: UInt8 = 0
        _ = write(stopping, &byte, 1)
        pthread_join(thread, nil)
        close(stopping)
        close(waiting)
    }
}

private final class Work: Sendable {
    let waiting: Int32
    let body: @Sendable (UInt32) -> Void

    init(waiting: Int32, body: @escaping @Sendable (UInt32) -> Void) {
        self.waiting = waiting
        self.body = body
    }

    static func run(_ work: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        let work = Unmanaged<Work>.fromOpaque(work).takeRetainedValue()
        var seconds: UInt32 = 0
        while true {
            var descriptor = pollfd(fd: work.waiting, events: Int16(POLLIN), revents: 0)
            let ready = poll(&descriptor, 1, 1_000)
            if ready > 0 { return nil }
            if ready < 0 { continue }
            seconds += 1
            work.body(seconds)
        }
    }
}
