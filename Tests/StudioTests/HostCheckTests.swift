import HTTPListener
import HTTPMessages
import Testing

@testable import Studio

struct HostCheckTests {
    @Test(
        "A preview answers for its own host alone, and 'localhost' is one on this machine only",
        arguments: [
            (
                "http://127.0.0.1:4000", ["127.0.0.1", "localhost"],
                ["evil.example", "artitec.com", "127.0.0.2", "[::1]", ""]
            ),
            (
                "http://192.168.1.20:4001", ["192.168.1.20"],
                ["localhost", "127.0.0.1", "evil.example", "192.168.1.200"]
            ),
        ])
    func hosts(origin: String, own: [String], others: [String]) {
        for host in own { #expect(HostCheck.refusal(of: HTTPRequest(path: "/", host: host), to: origin) == nil) }
        for host in others.map(Optional.init) + [nil] {
            let answer = HostCheck.refusal(of: HTTPRequest(method: "POST", path: "/", host: host), to: origin)
            #expect(answer?.status == 421, "\(host ?? "none")")
            guard case .bytes(let text)? = answer?.body else {
                Issue.record("there is no text")
                continue
            }
            #expect(text == Array("This is not the preview's address. Open \(origin) instead.\n".utf8))
        }
    }
}
