import AuthContracts
import AuthFlowClient
import AuthFlowVectors
import Foundation
import HTTPListener
import HTTPMessages
import JSON
import TestSupport
import Testing
import TextEncoding

/// Records requests, from any thread.
private final class Log: @unchecked Sendable {
    // Unchecked: the lock guards the entries.
    private let lock = NSLock()
    private var entries: [HTTPRequest] = []
    private let released = DispatchSemaphore(value: 0)

    func add(_ request: HTTPRequest) { lock.withLock { entries.append(request) } }
    var all: [HTTPRequest] { lock.withLock { entries } }
    /// Blocks a request until `release`; without it for ten minutes, so that a failing test ends.
    func waitForRelease() { _ = released.wait(timeout: .now() + 600) }
    func release() { released.signal() }
}

@Suite struct AuthFlowClientTests {
    /// Longer than the other tests can keep a machine so busy that these do not run.
    static let patience = Duration.seconds(3600)

    static func contract(_ name: String) throws -> Contract {
        try Contract(reading: #require(Vector.document("language.json")["contracts"]?[name]))
    }

    private func listen(
        _ answer: @escaping HTTPListener.Handler
    ) throws -> (listener: HTTPListener, base: String) {
        var options = HTTPListener.Options()
        // A client that has to wait for the processor must not be treated as gone.
        options.timeouts.idle = 3600 * Clock.second
        options.timeouts.request = 3600 * Clock.second
        let listener = try HTTPListener(
            ListenAddress(address: "127.0.0.1", port: 0), options: options, handler: answer)
        return (listener, "http://127.0.0.1:\(listener.port)")
    }

    @Test(
        "a truncated link or code is refused without a request",
        arguments: [("redeem", "link", OutcomeName.linkInvalid), ("enter", "code", .codeInvalid)])
    func truncated(operation: String, consumes: String, outcome: OutcomeName) async throws {
        let text = """
            {"parameters": {"token": "{hex:4}"}, "operations": {"\(operation)": {"consumes": "\(consumes)",
              "request": {"method": "POST", "url": "{{base}}/a", "json": {"token": "{{token}}"}},
              "outcomes": [{"status": 200, "is": "ok"}]}}}
            """
        let log = Log()
        let (listener, base) = try listen { request in
            log.add(request)
            return HTTPResponse(status: 200, body: [])
        }
        defer { listener.stop() }
        let contract = try Contract(parsing: Array(text.utf8))
        let client = AuthFlowClient(contract: contract, base: base, timeout: Self.patience)
        #expect(await client.run(operation, values: ["token": "09a"]).outcome.name == outcome)
        #expect(log.all.isEmpty)
        #expect(await client.run(operation, values: ["token": "09af"]).outcome.name == .ok)
    }

    @Test("requests and outcomes follow the contract")
    func steps() async throws {
        let log = Log()
        let (listener, base) = try listen { request in
            log.add(request)
            return request.path == "/verify"
                ? HTTPResponse(status: 200, body: Array(#"{"access_token":"jwt","user":{"email":"a@b.example"}}"#.utf8))
                : HTTPResponse(status: 200, body: Array("{}".utf8))
        }
        defer { listener.stop() }
        let client = AuthFlowClient(contract: try Self.contract("steps"), base: base, timeout: Self.patience)
        let result = await client.run("reset", values: ["token_hash": "h", "new-password": "secret-1"])
        #expect(result.outcome.name == .ok)
        #expect(result.kept == ["access_token": "jwt", "email": "a@b.example"])
        #expect(log.all.map { "\($0.method) \($0.path)" } == ["POST /verify", "PUT /user"])
        #expect(log.all.last.map { String(decoding: $0.body, as: UTF8.self) } == #"{"password":"secret-1"}"#)
        #expect(log.all.last?.headers["authorization"] == "Bearer jwt")
    }

    @Test("an operation without a response ends at the timeout")
    func timeout() async throws {
        let log = Log()
        let (listener, base) = try listen { _ in
            log.waitForRelease()
            return HTTPResponse(status: 200, body: [])
        }
        defer { listener.stop() }
        defer { log.release() }
        let client = AuthFlowClient(contract: try Self.contract("rules"), base: base, timeout: .milliseconds(100))
        #expect(await client.run("try", values: [:]).outcome.name == .timeout)
    }

    @Test("values of a response are kept when a later request fails")
    func kept() async throws {
        let log = Log()
        let (listener, base) = try listen { request in
            log.add(request)
            if request.path == "/verify" {
                return HTTPResponse(status: 200, body: Array(#"{"access_token":"jwt"}"#.utf8))
            }
            log.waitForRelease()
            return HTTPResponse(status: 200, body: [])
        }
        defer { listener.stop() }
        defer { log.release() }
        let client = AuthFlowClient(contract: try Self.contract("steps"), base: base, timeout: Self.patience)
        let task = Task { await client.run("reset", values: ["token_hash": "h", "new-password": "secret-1"]) }
        #expect(await comesTrue { log.all.count == 2 })
        task.cancel()
        #expect(await task.value == ContractResult(outcome: Outcome(.network), kept: ["access_token": "jwt"]))
    }

    @Test("a task that is cancelled ends its request")
    func cancellation() async throws {
        let log = Log()
        let (listener, base) = try listen { request in
            log.add(request)
            log.waitForRelease()
            return HTTPResponse(status: 200, body: [])
        }
        defer { listener.stop() }
        defer { log.release() }
        let client = AuthFlowClient(contract: try Self.contract("rules"), base: base, timeout: Self.patience)
        let task = Task { await client.run("try", values: [:]) }
        #expect(await comesTrue { !log.all.isEmpty })
        task.cancel()
        #expect(await task.value.outcome.name == .network)
    }

    @Test("without a server the outcome is network")
    func nobody() async throws {
        let (listener, base) = try listen { _ in HTTPResponse(status: 204, body: []) }
        listener.stop()
        let client = AuthFlowClient(contract: try Self.contract("rules"), base: base, timeout: Self.patience)
        #expect(await client.run("try", values: [:]).outcome.name == .network)
    }

    @Test("a redirect is followed on the same host only")
    func redirects() async throws {
        let log = Log()
        let (other, elsewhere) = try listen { request in
            log.add(request)
            return HTTPResponse(status: 204, body: [])
        }
        defer { other.stop() }
        let (listener, base) = try listen { request in
            switch request.path {
            case "/try":
                HTTPResponse(status: 307, headers: [HeaderField("Location", "/here")], body: [])
            case "/here": HTTPResponse(status: 204, body: [])
            default:
                HTTPResponse(status: 307, headers: [HeaderField("Location", "\(elsewhere)/try")], body: [])
            }
        }
        defer { listener.stop() }
        let contract = try Self.contract("rules")
        #expect(
            await AuthFlowClient(contract: contract, base: base, timeout: Self.patience).run("try", values: [:]).outcome
                .name == .ok)
        let away = await AuthFlowClient(contract: contract, base: "\(base)/away", timeout: Self.patience).run(
            "try", values: [:])
        #expect(away.outcome.name == .server)
        #expect(log.all.isEmpty)
    }

    @Test("cookies are kept for one flow, and only if the contract includes credentials")
    func cookies() async throws {
        let log = Log()
        let (listener, base) = try listen { request in
            log.add(request)
            return HTTPResponse(
                status: 200, headers: [HeaderField("Set-Cookie", "XSRF-TOKEN=a%3Db; Path=/")], body: [])
        }
        defer { listener.stop() }
        let contract = try Contract(
            reading: [
                "operations": [
                    "send": [
                        "steps": [
                            [
                                "request": ["method": "GET", "url": "{{base}}/csrf", "credentials": "include"],
                                "outcomes": [["status": 200, "is": "ok", "keep": ["csrf": "cookie XSRF-TOKEN"]]],
                            ],
                            [
                                "request": [
                                    "method": "POST", "url": "{{base}}/send", "credentials": "include",
                                    "headers": ["X-XSRF-TOKEN": "{{csrf}}"],
                                ],
                                "outcomes": [["status": 200, "is": "ok"]],
                            ],
                        ]
                    ],
                    "plain": [
                        "request": ["method": "GET", "url": "{{base}}/plain"],
                        "outcomes": [["status": 200, "is": "ok", "keep": ["csrf": "cookie XSRF-TOKEN"]]],
                    ],
                ]
            ])
        let client = AuthFlowClient(contract: contract, base: base, timeout: Self.patience)
        #expect(await client.run("send", values: [:]).outcome.name == .ok)
        #expect(log.all.last?.headers["cookie"] == "XSRF-TOKEN=a%3Db")
        #expect(log.all.last?.headers["x-xsrf-token"] == "a=b")
        #expect(await client.run("plain", values: [:]).kept == [:])
        #expect(log.all.last?.headers["cookie"] == nil)
        #expect(
            await AuthFlowClient(contract: contract, base: base, timeout: Self.patience).run("send", values: [:])
                .outcome.name == .ok)
        #expect(log.all.dropLast().last?.headers["cookie"] == nil, "another flow knows nothing of it")
    }

    @Test("a response that is too long still has its status")
    func long() async throws {
        let (listener, base) = try listen { _ in
            HTTPResponse(status: 204, body: [])
        }
        defer { listener.stop() }
        let (longListener, longBase) = try listen { _ in
            HTTPResponse(status: 429, body: Array(repeating: 0x20, count: 3 << 20))
        }
        defer { longListener.stop() }
        let contract = try Self.contract("rules")
        #expect(
            await AuthFlowClient(contract: contract, base: longBase, timeout: Self.patience).run("try", values: [:])
                .outcome.name
                == .rateLimited)
        #expect(
            await AuthFlowClient(contract: contract, base: base, timeout: Self.patience).run("no-such", values: [:])
                .outcome.name == .server)
    }

    @Test("neither a link nor a field can replace the base URL")
    func base() async throws {
        let (listener, base) = try listen { _ in HTTPResponse(status: 204, body: []) }
        defer { listener.stop() }
        let client = AuthFlowClient(contract: try Self.contract("rules"), base: base, timeout: Self.patience)
        #expect(await client.run("try", values: ["base": "http://127.0.0.1:1"]).outcome.name == .ok)
    }
}
