#if canImport(Darwin)
    internal import Darwin

    /// Which descriptors are ready, over kqueue.
    ///
    /// Every readiness is told again until it is dealt with.
    struct Poller {
        private let descriptor: Int32
        private let found: UnsafeMutablePointer<kevent>
        private static let most = 256

        /// Nil where the system has no descriptor left.
        init?() {
            descriptor = kqueue()
            guard descriptor >= 0 else { return nil }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            found = .allocate(capacity: Self.most)
        }

        func close() {
            Darwin.close(descriptor)
            found.deallocate()
        }

        /// Watches a descriptor for bytes to read.
        ///
        /// - Returns: whether the system had room for it.
        func add(_ watched: Int32, token: UInt64, isShared: Bool = false) -> Bool {
            change(watched, EVFILT_READ, EV_ADD, token)
        }

        /// Watches a descriptor for bytes to read, for room to write, or for neither.
        ///
        /// - Returns: whether the system had room for it.
        func add(_ watched: Int32, token: UInt64, reads: Bool, writes: Bool) -> Bool {
            (!reads || change(watched, EVFILT_READ, EV_ADD, token))
                && (!writes || change(watched, EVFILT_WRITE, EV_ADD, token))
        }

        /// Watches for bytes to read, for room to write, or for neither.
        func update(_ watched: Int32, token: UInt64, reads: Bool, writes: Bool) {
            _ = change(watched, EVFILT_READ, reads ? EV_ADD : EV_DELETE, token)
            _ = change(watched, EVFILT_WRITE, writes ? EV_ADD : EV_DELETE, token)
        }

        func remove(_ watched: Int32) {
            _ = change(watched, EVFILT_READ, EV_DELETE, 0)
            _ = change(watched, EVFILT_WRITE, EV_DELETE, 0)
        }

        private func change(_ watched: Int32, _ filter: Int32, _ flags: Int32, _ token: UInt64) -> Bool {
            var event = kevent(
                ident: UInt(watched), filter: Int16(filter), flags: UInt16(flags), fflags: 0, data: 0,
                udata: UnsafeMutableRawPointer(bitPattern: UInt(token)))
            return kevent(descriptor, &event, 1, nil, 0, nil) == 0
        }

        /// Waits until something is ready.
        ///
        /// - Returns: how many readinesses there are; `subscript` tells which.
        func wait(milliseconds: Int32) -> Int {
            var time = timespec(tv_sec: Int(milliseconds) / 1_000, tv_nsec: Int(milliseconds) % 1_000 * 1_000_000)
            let count = kevent(descriptor, nil, 0, found, Int32(Self.most), &time)
            guard count < 0, errno == EINTR else { return max(Int(count), 0) }
            // A process that was stopped goes on with an interruption, which says nothing of what has come meanwhile.
            time = timespec()
            return max(Int(kevent(descriptor, nil, 0, found, Int32(Self.most), &time)), 0)
        }

        /// The token of a ready descriptor; its end counts as readiness.
        subscript(index: Int) -> (token: UInt64, reads: Bool, writes: Bool) {
            let event = found[index]
            return (
                UInt64(UInt(bitPattern: event.udata)), Int32(event.filter) == EVFILT_READ,
                Int32(event.filter) == EVFILT_WRITE
            )
        }
    }
#endif
