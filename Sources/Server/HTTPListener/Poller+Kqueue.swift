#if canImport(Darwin)
    internal import CLibrary

    /// Reports which file descriptors are ready, using kqueue.
    ///
    /// Level-triggered: readiness is reported until it has been handled.
    struct Poller {
        private let descriptor: Int32
        private let found: UnsafeMutablePointer<kevent>
        private static let maximumEvents = 256

        /// Returns nil if the process has no file descriptor left.
        init?() {
            descriptor = kqueue()
            guard descriptor >= 0 else { return nil }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            found = .allocate(capacity: Self.maximumEvents)
        }

        func close() {
            CLibrary.close(descriptor)
            found.deallocate()
        }

        /// Registers a descriptor for reading; false if the system had no room for it.
        func add(_ watched: Int32, token: UInt64, isShared: Bool = false) -> Bool {
            change(watched, EVFILT_READ, EV_ADD, token)
        }

        /// Registers a descriptor for reading, writing, both or neither; false if the system had no room for it.
        func add(_ watched: Int32, token: UInt64, reads: Bool, writes: Bool) -> Bool {
            (!reads || change(watched, EVFILT_READ, EV_ADD, token))
                && (!writes || change(watched, EVFILT_WRITE, EV_ADD, token))
        }

        /// Changes what a registered descriptor is watched for.
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

        /// Waits until a descriptor is ready or the timeout has passed; returns the number of events, to be read with
        /// `subscript`.
        func wait(milliseconds: Int32) -> Int {
            var time = timespec(tv_sec: Int(milliseconds) / 1_000, tv_nsec: Int(milliseconds) % 1_000 * 1_000_000)
            let count = kevent(descriptor, nil, 0, found, Int32(Self.maximumEvents), &time)
            guard count < 0, errno == EINTR else { return max(Int(count), 0) }
            // When a suspended process continues, the call fails with EINTR; poll again for what arrived meanwhile.
            time = timespec()
            return max(Int(kevent(descriptor, nil, 0, found, Int32(Self.maximumEvents), &time)), 0)
        }

        /// The token and readiness of an event; end of file counts as readiness.
        subscript(index: Int) -> (token: UInt64, reads: Bool, writes: Bool) {
            let event = found[index]
            return (
                UInt64(UInt(bitPattern: event.udata)), Int32(event.filter) == EVFILT_READ,
                Int32(event.filter) == EVFILT_WRITE
            )
        }
    }
#endif
