internal import CLibrary
internal import Synchronization

/// A listening socket that several loops accept from, closed when the last loop releases it.
///
/// While it is open, the system keeps completing connections even if no loop accepts them.
final class SharedSocket: Sendable {
    let descriptor: Int32
    private let holders = Atomic(0)
    private let isClosed = Atomic(false)

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    func hold() { holders.add(1, ordering: .relaxed) }

    func release() {
        if holders.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { close() }
    }

    /// Closes the socket regardless of the loops that still use it.
    func close() {
        if !isClosed.exchange(true, ordering: .acquiringAndReleasing) { CLibrary.close(descriptor) }
    }
}
