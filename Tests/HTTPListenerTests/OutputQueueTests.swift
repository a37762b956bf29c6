import Memory
import Testing

@testable import HTTPListener

@Suite("Output that a socket did not accept")
struct OutputQueueTests {
    /// Everything that a queue sends if each call takes a number of bytes at most.
    private func drain(_ queue: inout OutputQueue, by step: Int) -> String {
        var sent: [UInt8] = []
        while !queue.isEmpty {
            let next = queue.withNext { Array($0.prefix(step)) }
            sent += next
            queue.removeFirst(next.count)
        }
        return String(decoding: sent, as: UTF8.self)
    }

    @Test("a response is sent in order, whatever the sizes of partial writes", arguments: [1, 2, 3, 5, 100])
    func order(step: Int) {
        for joining in [0, 3, 5, 100] {
            var queue = OutputQueue()
            #expect(queue.isEmpty)
            queue.append(Array("head".utf8)[...], ByteSlice(Array("body".utf8)), joining: joining)
            #expect(drain(&queue, by: step) == "headbody")
            queue.append(Array("x12".utf8).dropFirst(), ByteSlice(), joining: joining)
            queue.append([], ByteSlice(Array("34".utf8)), joining: joining)
            queue.removeFirst(1)
            queue.append(Array("5".utf8)[...], ByteSlice(Array("67".utf8)), joining: joining)
            #expect(drain(&queue, by: step) == "234567")
        }
    }

    @Test("a head takes as much of its body with it as fits into a record")
    func joining() {
        var queue = OutputQueue()
        queue.append(Array("head".utf8)[...], ByteSlice(Array("body".utf8)), joining: 6)
        #expect(queue.withNext { String(decoding: $0, as: UTF8.self) } == "headbo")
        queue.removeFirst(6)
        #expect(queue.withNext { String(decoding: $0, as: UTF8.self) } == "dy")
    }

    @Test("the memory of a body is freed after its last byte is sent")
    func lifetime() {
        weak var block: ByteBlock?
        var queue = OutputQueue()
        do {
            let made = ByteBlock(Array("body".utf8))
            block = made
            queue.append([], made[0..<4])
        }
        queue.removeFirst(3)
        #expect(block != nil)
        queue.removeFirst(1)
        #expect(queue.isEmpty && block == nil)
    }
}
