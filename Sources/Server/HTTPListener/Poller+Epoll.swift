#if os(Linux)
    internal import CSockets
    internal import CLibrary

    /// Reports which file descriptors are ready, using epoll.
    ///
    /// Level-triggered: readiness is reported until it has been handled.
    struct Poller {
        private let descriptor: Int32
        private let found: UnsafeMutablePointer<epoll_event>
        private static let maximumEvents = 256

        /// Returns nil if the process has no file descriptor left.
        init?() {
            descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
            guard descriptor >= 0 else { return nil }
            found = .allocate(capacity: Self.maximumEvents)
        }

        func close() {
            CLibrary.close(descriptor)
            found.deallocate()
        }

        /// Registers a descriptor for reading; for a shared one only some of its pollers are woken (`EPOLLEXCLUSIVE`).
        /// False if the system had no room for it.
        func add(_ watched: Int32, token: UInt64, isShared: Bool = false) -> Bool {
            control(EPOLL_CTL_ADD, watched, EPOLLIN.rawValue | (isShared ? EPOLLEXCLUSIVE.rawValue : 0), token)
        }

        /// Registers a descriptor for reading, writing, both or neither; false if the system had no room for it.
        func add(_ watched: Int32, token: UInt64, reads: Bool, writes: Bool) -> Bool {
            control(EPOLL_CTL_ADD, watched, Self.events(reads, writes), token)
        }

        /// Changes what a registered descriptor is watched for.
        func update(_ watched: Int32, token: UInt64, reads: Bool, writes: Bool) {
            _ = control(EPOLL_CTL_MOD, watched, Self.events(reads, writes), token)
        }

        private static func events(_ reads: Bool, _ writes: Bool) -> UInt32 {
            (reads ? EPOLLIN.rawValue : 0) | (writes ? EPOLLOUT.rawValue : 0)
        }

        func remove(_ watched: Int32) {
            _ = control(EPOLL_CTL_DEL, watched, 0, 0)
        }

        private func control(_ operation: Int32, _ watched: Int32, _ events: UInt32, _ token: UInt64) -> Bool {
            var event = epoll_event(events: events, data: epoll_data_t(u64: token))
            return epoll_ctl(descriptor, operation, watched, &event) == 0
        }

        /// Waits until a descriptor is ready or the timeout has passed; returns the number of ready ones, to be read
        /// with `subscript`.
        func wait(milliseconds: Int32) -> Int {
            let count = epoll_wait(descriptor, found, Int32(Self.maximumEvents), milliseconds)
            // When a suspended process continues, the call fails with EINTR; poll again for what arrived meanwhile.
            return count < 0 && errno == EINTR
                ? max(Int(epoll_wait(descriptor, found, Int32(Self.maximumEvents), 0)), 0) : max(Int(count), 0)
        }

        /// The token and readiness of a descriptor; an error or hang-up counts as both readable and writable.
        subscript(index: Int) -> (token: UInt64, reads: Bool, writes: Bool) {
            let event = found[index]
            let failed = event.events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0
            return (
                event.data.u64, failed || event.events & EPOLLIN.rawValue != 0,
                failed || event.events & EPOLLOUT.rawValue != 0
            )
        }
    }
#endif
