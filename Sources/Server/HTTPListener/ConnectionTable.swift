internal import HTTPMessages

/// The connections of a loop by token, and the list of those that wait for a request, longest-waiting first.
struct ConnectionTable {
    /// The connections by slot, the lower 32 bits of their tokens. A slot is reused with a new token.
    private var slots: [Connection?] = []
    private var freeSlots: [Int] = []
    private var generation: UInt64 = 0
    /// The ends of the list, as slots; -1 for none.
    private var firstWaiting = -1
    private var lastWaiting = -1

    private(set) var count = 0

    /// The connections in any order.
    var all: [Connection] { slots.compactMap(\.self) }

    /// The connection with a token; nil if it has been removed.
    subscript(token: UInt64) -> Connection? {
        let slot = Connection.slot(of: token)
        guard slot < slots.count, let connection = slots[slot], connection.token == token else { return nil }
        return connection
    }

    /// Adds the connection that a function makes with a unique token.
    mutating func insert(_ make: (_ token: UInt64) -> Connection) -> Connection {
        let slot: Int
        if let free = freeSlots.popLast() {
            slot = free
        } else {
            slot = slots.count
            slots.append(nil)
        }
        generation = (generation + 1) & 0x7FFF_FFFF
        let connection = make(generation << 32 | UInt64(slot))
        slots[slot] = connection
        count += 1
        return connection
    }

    mutating func remove(_ connection: Connection) {
        stopWaiting(connection)
        slots[connection.slot] = nil
        freeSlots.append(connection.slot)
        count -= 1
    }

    // MARK: - Connections that wait for a request

    /// The connection that has waited longest.
    var oldest: Connection? { firstWaiting < 0 ? nil : slots[firstWaiting] }

    /// The connection that has waited longest among the first 1,024 for which a condition holds; bounded, so that a
    /// client that opens many connections cannot cause a scan of the whole list for each.
    func oldest(where condition: (Connection) -> Bool) -> Connection? {
        var slot = firstWaiting
        for _ in 0..<1_024 {
            guard slot >= 0, let connection = slots[slot] else { return nil }
            if condition(connection) { return connection }
            slot = connection.next
        }
        return nil
    }

    /// Moves a connection to the end of the list.
    mutating func wait(_ connection: Connection) {
        stopWaiting(connection)
        connection.isWaiting = true
        connection.previous = lastWaiting
        connection.next = -1
        if lastWaiting >= 0 { slots[lastWaiting]?.next = connection.slot } else { firstWaiting = connection.slot }
        lastWaiting = connection.slot
    }

    mutating func stopWaiting(_ connection: Connection) {
        guard connection.isWaiting else { return }
        connection.isWaiting = false
        let (previous, next) = (connection.previous, connection.next)
        if previous >= 0 { slots[previous]?.next = next } else { firstWaiting = next }
        if next >= 0 { slots[next]?.previous = previous } else { lastWaiting = previous }
    }
}
