import AuthContracts
import LinkDefinitions
import MIME
import TemplateFiles
import Testing

@testable import Sandbox

@Suite struct SentEmailTests {
    private static let draft = EmailDraft(
        purpose: .resetPassword, to: "person@example.com", link: "https://app.example/r?t=1", code: "123456",
        origin: "https://app.example")

    private static func app() throws -> SandboxApp {
        SandboxApp(
            name: "app", title: "App", contract: "djoser",
            linkSet: AppLinkSet(hosts: ["app.example"], ios: nil, links: []),
            words: try TemplateSources.embedded.words())
    }

    @Test("for an app without an email spec the content is plain text")
    func plain() throws {
        let content = Self.draft.defaultContent(for: try Self.app())
        #expect(content.subject == "Reset your App password")
        #expect(
            content.text == """
                Use this link to choose a new password:

                https://app.example/r?t=1

                Or enter this code: 123456

                If you didn't request this, you can safely ignore this email.

                """)
        #expect(content.html == nil)
    }

    @Test("every purpose has its own subject and two paragraphs around the link", arguments: EmailPurpose.allCases)
    func purposes(purpose: EmailPurpose) throws {
        let draft = EmailDraft(
            purpose: purpose, to: "person@example.com", link: "https://app.example/l", code: nil,
            origin: "https://app.example")
        let content = draft.defaultContent(for: try Self.app())
        #expect(content.subject.contains("App"))
        let paragraphs = content.text.split(separator: "\n\n")
        #expect(paragraphs.count == 3 && paragraphs[1] == "https://app.example/l")
        let expected =
            switch purpose {
            case .recoverEmail, .passwordChanged: "If this was you, there's nothing you need to do.\n"
            default: "If you didn't request this, you can safely ignore this email.\n"
            }
        #expect(paragraphs.last.map(String.init) == expected)
    }

    @Test("an email has its content and the sandbox's sender")
    func composed() throws {
        let content = EmailContent(subject: "S", text: "T", html: "<p>T</p>")
        var environment = Environment(
            app: try Self.app(), address: "", now: 1_795_256_674_123, random: CountingGenerator(),
            compose: { _, _ in content })
        environment.send(.resetPassword, to: "person@example.com", link: "https://app.example/r?t=1")
        let email = try #require(environment.takeEmails().first)
        #expect(email.content == content)
        #expect(environment.takeEmails().isEmpty)
        #expect(email.message?.date == 1_795_256_674)
        #expect(email.message?.from.address == "no-reply@sandbox.invalid")
    }
}
