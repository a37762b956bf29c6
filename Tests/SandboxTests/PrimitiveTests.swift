import AuthContracts
import HTTPListener
import LinkDefinitions
import TemplateFiles
import Testing

@testable import Sandbox

@Suite struct PrimitiveTests {
    @Test("An email has a link with the encoded token if the app has none for it")
    func unlinked() throws {
        let app = SandboxApp(
            name: "a", title: "A", contract: "djoser", linkSet: AppLinkSet(hosts: ["a.example"], links: []),
            words: try TemplateSources.embedded.words())
        #expect(
            app.emailedAddress(for: .resetPassword, values: ["token": "a/b+c"])
                == "https://a.example/reset-password?token=a%2Fb%2Bc")
    }

    @Test("A token is valid until its lifetime is over")
    func tokens() {
        var tokens = OneTimeTokens()
        tokens.issue("token", for: "a", .resetPassword, lifetime: 60, now: 0)
        #expect(tokens.grant(of: "token", for: [.resetPassword], now: 59_999)?.account == "a")
        #expect(tokens.grant(of: "token", for: [.resetPassword], now: 60_000) == nil)
    }

    @Test("Passwords are compared by bytes: another normalisation is another password")
    func passwords() {
        let account = Account(id: "a", email: "a@example.com", password: "caf\u{E9}", now: 0)
        #expect(account.hasPassword("caf\u{E9}"))
        #expect(!account.hasPassword("cafe\u{301}"))
    }
}
