import HTTPListener
import HTTPMessages
import TestSupport
import Testing

@testable import Studio

@Suite("EventStream")
struct EventStreamTests {
    private func listen(_ stream: EventStream) throws -> HTTPListener {
        try HTTPListener(ListenAddress(address: "127.0.0.1", port: 0)) { _ in stream.response }
    }

    private func join(_ listener: HTTPListener) -> RawClient {
        let client = RawClient(port: listener.port)
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        return client
    }

    @Test("an event stream sends every event to every client, the last message to a late one, and ends")
    func broadcasts() throws {
        let stream = EventStream()
        let listener = try listen(stream)
        let clients = (0..<3).map { _ in join(listener) }
        for client in clients {
            #expect(client.receive(until: "\r\n\r\n").contains("Content-Type: text/event-stream\r\n"))
        }
        #expect(comesTrue { stream.clientCount == 3 })
        stream.send("one\ntwo", event: "reload")
        for client in clients {
            #expect(client.receive(until: "\n\n") == "event: reload\ndata: one\ndata: two\n\n")
        }
        stream.send("three")
        for client in clients { #expect(client.receive(until: "\n\n") == "data: three\n\n") }
        let late = join(listener)
        #expect(late.receive(until: "three\n\n").hasSuffix("\r\n\r\ndata: three\n\n"))
        stream.close()
        for client in clients + [late] { #expect(client.receive() == "") }
        #expect(listener.connectionCount == 0)
        listener.stop()
    }

    @Test("an event stream forgets clients that have disconnected when the next one joins")
    func leaves() throws {
        let stream = EventStream()
        let listener = try listen(stream)
        for _ in 0..<3 { _ = join(listener).receive(until: "\r\n\r\n") }
        #expect(
            comesTrue {
                let client = join(listener)
                _ = client.receive(until: "\r\n\r\n")
                return stream.clientCount == 1
            })
        stream.close()
        listener.stop()
    }

    @Test("an event stream that is closed disconnects who joins")
    func closed() throws {
        let stream = EventStream()
        stream.close()
        let listener = try listen(stream)
        #expect(join(listener).receive() == "")
        listener.stop()
    }
}
