internal import CLibrary

/// A joinable POSIX thread.
package struct SystemThread: Sendable {
    private let thread: pthread_t

    /// Starts a thread; returns nil if the system cannot create one.
    package init?(_ body: @escaping @Sendable () -> Void) {
        let work = Unmanaged.passRetained(Work(body: body))
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
            return nil
        }
        self.thread = thread
    }

    /// Waits until the thread ends.
    package func join() {
        pthread_join(thread, nil)
    }
}

private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(body: @escaping @Sendable () -> Void) { self.body = body }

    static func run(_ work: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
        return nil
    }
}
