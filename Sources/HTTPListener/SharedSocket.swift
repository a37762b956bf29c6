internal import Synchronization

/// A listening socket that several loops take connections from, closed by the last that lets go of it.
///
/// While it is open, the system goes on completing connections that nobody will take.
final class SharedSocket: Sendable {
    let descriptor: Int32
    private let holders = Atomic(0)
    private let isClosed = Atomic(false)

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    func hold() { holders.add(1, ordering: .relaxed) }

    func letGo() {
        if holders.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { close() }
    }

    /// Closes it whoever still holds it.
    func close() {
        if !isClosed.exchange(true, ordering: .acquiringAndReleasing) { systemClose(descriptor) }
    }
}
