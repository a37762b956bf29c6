/// The connections of a loop by token, and in a list, the one whose last response is longest ago first.
struct ConnectionTable {
    /// The connections by slot, the lower 32 bits of their tokens. A slot is reused with a new token.
    private var slots: [Connection?] = []
    private var freeSlots: [Int] = []
    private var generation: UInt64 = 0
    /// The ends of the list, as slots; -1 for none.
    private var first = -1
    private var last = -1

    private(set) var count = 0

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
        append(connection)
        return connection
    }

    mutating func remove(_ connection: Connection) {
        unlink(connection)
        slots[connection.slot] = nil
        freeSlots.append(connection.slot)
        count -= 1
    }

    // MARK: - The list

    /// The connection whose last response, or arrival if it had none, is longest ago.
    var oldest: Connection? { first < 0 ? nil : slots[first] }

    /// The first of the 1,024 oldest connections for which a condition holds; bounded, so that a client that opens many
    /// connections cannot cause a scan of the whole list for each.
    func oldest(where condition: (Connection) -> Bool) -> Connection? {
        var slot = first
        for _ in 0..<1_024 {
            guard slot >= 0, let connection = slots[slot] else { return nil }
            if condition(connection) { return connection }
            slot = connection.next
        }
        return nil
    }

    /// Moves a connection, which has been answered, to the end of the list.
    mutating func renew(_ connection: Connection) {
        unlink(connection)
        append(connection)
    }

    private mutating func append(_ connection: Connection) {
        connection.previous = last
        connection.next = -1
        if last >= 0 { slots[last]?.next = connection.slot } else { first = connection.slot }
        last = connection.slot
    }

    private mutating func unlink(_ connection: Connection) {
        let (previous, next) = (connection.previous, connection.next)
        if previous >= 0 { slots[previous]?.next = next } else { first = next }
        if next >= 0 { slots[next]?.previous = previous } else { last = previous }
    }
}
