internal import CLibrary

/// A joinable POSIX thread.
package struct SystemThread: Sendable {
    private let handle: ThreadHandle

    /// Starts a thread; returns nil if the system cannot create one.
    package init?(_ body: @escaping @Sendable () -> Void) {
        let work = Unmanaged.passRetained(Work(body: body))
        guard let handle = startThread(work.toOpaque(), { Work.run($0) }) else {
            work.release()
            return nil
        }
        self.handle = handle
    }

    /// Waits until the thread ends.
    package func join() {
        pthread_join(handle.thread, nil)
    }
}

private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(body: @escaping @Sendable () -> Void) { self.body = body }

    static func run(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
        return nil
    }
}
