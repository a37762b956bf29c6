#if os(Linux)
    internal import CSockets
    internal import Glibc

    /// Which descriptors are ready, over epoll.
    ///
    /// Every readiness is told again until it is dealt with.
    struct Poller {
        private let descriptor: Int32
        private let found: UnsafeMutablePointer<epoll_event>
        private static let most = 256

        /// Nil where the system has no descriptor left.
        init?() {
            descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
            guard descriptor >= 0 else { return nil }
            found = .allocate(capacity: Self.most)
        }

        func close() {
            Glibc.close(descriptor)
            found.deallocate()
        }

        /// Watches a descriptor for bytes to read; one of several pollers is woken for a shared one.
        ///
        /// - Returns: whether the system had room for it.
        func add(_ watched: Int32, token: UInt64, isShared: Bool = false) -> Bool {
            control(EPOLL_CTL_ADD, watched, EPOLLIN.rawValue | (isShared ? EPOLLEXCLUSIVE.rawValue : 0), token)
        }

        /// Watches a descriptor for bytes to read, for room to write, or for neither.
        ///
        /// - Returns: whether the system had room for it.
        func add(_ watched: Int32, token: UInt64, reads: Bool, writes: Bool) -> Bool {
            control(EPOLL_CTL_ADD, watched, Self.events(reads, writes), token)
        }

        /// Watches for bytes to read, for room to write, or for neither.
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

        /// Waits until something is ready.
        ///
        /// - Returns: how many descriptors are; `subscript` tells which.
        func wait(milliseconds: Int32) -> Int {
            let count = epoll_wait(descriptor, found, Int32(Self.most), milliseconds)
            // A process that was stopped goes on with an interruption, which says nothing of what has come meanwhile.
            return count < 0 && errno == EINTR
                ? max(Int(epoll_wait(descriptor, found, Int32(Self.most), 0)), 0) : max(Int(count), 0)
        }

        /// The token of a ready descriptor; an error counts as both kinds of readiness.
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
