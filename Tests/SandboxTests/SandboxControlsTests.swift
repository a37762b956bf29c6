import AuthContracts
import HTTPListener
import HTTPMessages
import JSON
import LinkDefinitions
import Problems
import SiteModel
import Synchronization
import TemplateFiles
import Testing

@testable import Sandbox

@Suite struct SandboxControlsTests {
    private final class Count: Sendable {
        let value = Mutex(0)
        var now: Int { value.withLock { $0 } }
    }

    private static func sandbox(counting count: Count = Count()) throws -> Sandbox {
        let app = SandboxApp(
            name: "artitec", title: "Artitec", contract: "artitec", definition: try Bench.contract("artitec"),
            linkSet: AppLinkSet(hosts: ["artitec.example"], ios: nil, links: []),
            words: try TemplateSources.embedded.words())
        return try Sandbox(ListenAddress(address: "127.0.0.1", port: 0), apps: [app], deliver: { _ in }) {
            count.value.withLock { $0 += 1 }
        }
    }

    private static func send(_ sandbox: Sandbox) -> HTTPResponse {
        let body: JSONValue = ["email": "person@example.com"]
        return sandbox.respond(
            to: HTTPRequest(
                method: "POST", path: "/artitec/v1/auth/forgot-password", host: "127.0.0.1",
                headers: ["Content-Type": "application/json"], body: Array(body.serialized().utf8)))
    }

    @Test("a chosen outcome replaces an earlier choice, occurs once, and is then reported")
    func choosing() throws {
        let count = Count()
        let sandbox = try Self.sandbox(counting: count)
        defer { sandbox.stop() }
        #expect(sandbox.controls.apps.first?.operations.map(\.name) == ["send-link", "check-link", "reset-password"])
        #expect(sandbox.controls.apps.first?.operations.first?.outcomes.contains(.rateLimited) == true)
        try sandbox.choose("server", of: "send-link", app: "artitec")
        try sandbox.choose("rate-limited", of: "send-link", app: "artitec")
        #expect(throws: Problem<ValuePath>.self) { try sandbox.choose("link-used", of: "send-link", app: "artitec") }
        #expect(sandbox.controls.apps.first?.next.map(\.outcome) == [.rateLimited])
        #expect(count.now == 2)
        #expect(Self.send(sandbox).status == 429)
        #expect(count.now == 3)
        #expect(sandbox.controls.apps.first?.next == [])
        #expect(Self.send(sandbox).status == 200)
        #expect(count.now == 3)
    }

    @Test("a choice can be removed")
    func takingBack() throws {
        let sandbox = try Self.sandbox()
        defer { sandbox.stop() }
        try sandbox.choose("server", of: "send-link", app: "artitec")
        try sandbox.choose(nil, of: "send-link", app: "artitec")
        #expect(Self.send(sandbox).status == 200)
    }

    @Test("unknown names are refused with a message")
    func refusals() throws {
        let sandbox = try Self.sandbox()
        defer { sandbox.stop() }
        func sentence(_ body: () throws(Problem<ValuePath>) -> Void) -> String? {
            do {
                try body()
                return nil
            } catch {
                return error.sentence
            }
        }
        #expect(
            sentence { () throws(Problem<ValuePath>) in try sandbox.choose("ok", of: "send-link", app: "nobody") }
                == "there is no app 'nobody' with a backend")
        #expect(
            sentence { () throws(Problem<ValuePath>) in try sandbox.advance(by: "soon") }
                == "'soon' is not a duration. Name a number and a unit: s, m, h or d.")
        #expect(throws: Problem<ValuePath>.self) { try sandbox.choose("link-used", of: "send-link", app: "artitec") }
    }

    @Test("the controls show time, refused origins and a reset")
    func others() throws {
        let sandbox = try Self.sandbox()
        defer { sandbox.stop() }
        #expect(!sandbox.controls.isAdvanced)
        try sandbox.advance(by: "1h")
        try sandbox.refuseOthers(true, app: "artitec")
        #expect(sandbox.controls.isAdvanced)
        #expect(sandbox.controls.apps.first?.refusesOthers == true)
        try sandbox.reset(app: nil)
        #expect(!sandbox.controls.isAdvanced)
        #expect(sandbox.controls.apps.first?.refusesOthers == false)
    }
}
