import HTTPListener
import HTTPMessages
import TestSupport
import Testing

@Suite("Raw requests over a socket")
struct RawRequestTests {
    @Test("raw requests are parsed over a socket, and every refusal has our headers and ends the connection")
    func sockets() throws {
        let listener = try HTTPListener(ListenAddress(address: "127.0.0.1", port: 0)) { _ in .plain(200, "ok") }
        for row in RawRequestCase.all {
            let client = RawClient(port: listener.port)
            client.send(row.bytes)
            client.finish()
            let answer = String(decoding: client.receiveAll(), as: UTF8.self)
            let heads = answer.components(startingWith: "HTTP/1.1 ").filter {
                // A refusal's own text may name the version.
                $0.dropFirst(9).first?.isNumber == true && !$0.hasPrefix("HTTP/1.1 100 ")
            }
            #expect(heads.map { Int($0.dropFirst(9).prefix(3)) ?? 0 } == row.answers, "\(row.rule): \(answer)")
            guard let last = heads.last, last.hasPrefix("HTTP/1.1 4") || last.hasPrefix("HTTP/1.1 5") else { continue }
            for field in ["Connection: close", "Cache-Control: no-store", "X-Content-Type-Options: nosniff"] {
                #expect(last.contains("\r\n\(field)\r\n"), "\(row.rule)")
            }
        }
        listener.stop()
    }
}

extension String {
    /// The pieces that begin with a mark.
    fileprivate func components(startingWith mark: String) -> [String] {
        var pieces: [String] = []
        var rest = self[...]
        while let start = rest.firstRange(of: mark) {
            let after = rest[start.upperBound...].firstRange(of: mark)?.lowerBound ?? rest.endIndex
            pieces.append(String(rest[start.lowerBound..<after]))
            rest = rest[after...]
        }
        return pieces
    }
}
