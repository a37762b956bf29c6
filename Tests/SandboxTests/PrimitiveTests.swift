import AuthContracts
import HTTPListener
import LinkDefinitions
import TemplateFiles
import Testing

@testable import Sandbox

@Suite struct PrimitiveTests {
    @Test("a password's hash matches only that password, and its description is constant")
    func password() throws {
        var environment = Environment(
            app: try Bench("artitec").core.mounted[0].app, address: "", now: 0, random: CountingGenerator())
        let hash = PasswordHash("Secret-1", &environment)
        #expect(hash.matches("Secret-1"))
        #expect(!hash.matches("secret-1"))
        #expect(hash != PasswordHash("Secret-1", &environment))
        #expect("\(hash)" == "a password")
    }

    @Test("An email has a link with the encoded token if the app has none for it")
    func unlinked() throws {
        let app = SandboxApp(
            name: "a", title: "A", contract: "artitec", linkSet: AppLinkSet(hosts: ["a.example"], links: []),
            words: try TemplateSources.embedded.words())
        #expect(
            app.emailedAddress(for: .resetPassword, values: [:], token: "a/b+c")
                == "https://a.example/reset-password?token=a%2Fb%2Bc")
    }

    @Test("only the hash of a token is stored")
    func tokens() {
        var tokens = OneTimeTokens()
        tokens.issue("the-token-itself", for: "a", .resetPassword, lifetime: 60, now: 0)
        #expect(!"\(tokens)".contains("the-token-itself"))
        #expect(tokens.grant(of: "the-token-itself", for: [.resetPassword], now: 59_999)?.account == "a")
        #expect(tokens.grant(of: "the-token-itself", for: [.resetPassword], now: 60_000) == nil)
    }
}
