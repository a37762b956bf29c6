internal import Memory

/// The bytes that a connection's socket has not accepted yet.
///
/// The rest of a body is a slice of the original, however many slow clients wait for it; the slice keeps a release in
/// memory that was replaced meanwhile.
struct OutputQueue {
    /// The bytes to send first, from `start` on.
    private var bytes: [UInt8] = []
    private var start = 0
    /// The bytes to send after them.
    private var rest = ByteSlice()

    var isEmpty: Bool { start == bytes.count && rest.isEmpty }

    /// Appends a head, which is copied, and a body, which is kept as a slice; if the head is shorter than `joining`, as
    /// many bytes of the body are copied with it, to be sent at once.
    mutating func append(_ head: ArraySlice<UInt8>, _ body: ByteSlice, joining: Int = 0) {
        removeSent()
        let begun = body.prefix(max(joining - head.count, 0))
        bytes.reserveCapacity(bytes.count + rest.count + head.count + begun.count)
        rest.withUnsafeBytes { bytes += $0 }
        bytes += head
        begun.withUnsafeBytes { bytes += $0 }
        rest = body.dropFirst(begun.count)
        if rest.isEmpty { rest = ByteSlice() }
    }

    /// Calls a function with the next bytes of a queue that is not empty.
    func withNext<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        guard start < bytes.count else { return rest.withUnsafeBytes(body) }
        return bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start...])) }
    }

    /// Removes bytes that were sent, at most those that `withNext` passed.
    mutating func removeFirst(_ count: Int) {
        if start < bytes.count {
            start += count
            if start == bytes.count { removeSent() }
        } else {
            rest = rest.dropFirst(count)
            // An empty slice would keep its block in memory.
            if rest.isEmpty { rest = ByteSlice() }
        }
    }

    /// Frees what was sent of the first bytes.
    private mutating func removeSent() {
        if start == bytes.count { bytes = [] } else { bytes.removeFirst(start) }
        start = 0
    }
}
