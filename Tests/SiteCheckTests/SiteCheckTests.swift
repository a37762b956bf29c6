import Diagnostics
import EmailBuilder
import Release
import SiteBuilder
import SiteModel
import TemplateFiles
import TestSupport
import Testing

@testable import SiteCheck

@Suite struct SiteCheckTests {
    private static let page = "---\ntitle: T\nlink: reset\nstart: form\n---\n# form\nWords.\n"

    private static let sound = """
        name: T
        hosts: [t.example]
        ios: { app-id: ABCDE12345.example.t, scheme: t }
        elsewhere: [/callback]
        links:
          reset:
            web: "/reset?token={token}"
            app: "t://reset?token={token}"
            page: reset
        """

    private func check(_ app: String, page: String = page) throws -> SiteCheck {
        let folder = try TemporaryFolder()
        try folder.write(app, to: "Site/t/app.yml")
        try folder.write(page, to: "Site/t/reset.md")
        let (site, _) = try SiteReader.read("\(folder.path)/Site", contracts: TemplateSources.embedded.library)
        let contents = try PageRenderer(templates: .embedded).render(site.apps[0]).contents()
        return try SiteCheck(
            site.apps[0], contents: contents,
            emails: SiteEmails.entries(of: site.apps[0], with: EmailRenderer(templates: .embedded)),
            dialects: Dialects(.embedded))
    }

    @Test("a correct link is followed from the email to the messages without findings")
    func sound() throws {
        let check = try check(Self.sound)
        #expect(check.diagnostics == [])
        #expect(
            check.chains.map(\.text) == [
                """
                T: reset
                  email    none
                  address  https://t.example/reset?token=example
                  iPhone   opens the app, because of the entry {"/":"/reset","?":{"token":"?*"},"comment":"reset"}
                  Android  no app, so the browser opens the page
                  web      reset.html
                  page     reset reads token
                  runs     nothing
                  words    none

                """
            ])
    }

    /// A change to the sound app that breaks a link, and what is said of it.
    struct Break: Sendable, CustomTestStringConvertible {
        let what: String
        let from: String
        let to: String
        let severity: Diagnostic.Severity
        let code: String
        let line: Int
        let message: String
        var testDescription: String { what }
    }

    @Test(
        "each break is found at its line",
        arguments: [
            Break(
                what: "no handler in the app", from: "\n    app: \"t://reset?token={token}\"", to: "",
                severity: .warning,
                code: "no-in-app-handler", line: 6,
                message: "phones open the app for the link 'reset', but it has no address in the app"),
            Break(
                what: "no page on the web",
                from: "web: \"/reset?token={token}\"\n    app: \"t://reset?token={token}\"\n    page: reset",
                to: "web: \"/go?token={token}\"\n    app: \"t://reset?token={token}\"", severity: .warning,
                code: "no-web-fallback", line: 6,
                message: "without the app, visitors get the 404 page for the link 'reset'"),
            Break(
                what: "a redirect without a page", from: "page: reset", to: "page: reset\n    landing: redirect",
                severity: .warning, code: "redirect-without-page", line: 10,
                message: "on a phone without the app, the link 'reset' ends at an error"),
            Break(
                what: "a template that claims the change-password address and somebody else's paths",
                from: "web: \"/reset?token={token}\"", to: "web: \"/{one}/{token}\"", severity: .error,
                code: "claimed-by-mistake",
                line: 7,
                message:
                    "this claims '/.well-known/change-password' for the app, and password managers open it in the browser"
            ),
            Break(
                what: "a template that claims an OAuth callback", from: "web: \"/reset?token={token}\"",
                to: "web: \"/{token}\"",
                severity: .error, code: "claimed-by-mistake", line: 7,
                message: "this claims '/callback' for the app, and another server answers it"),
        ])
    func breaks(_ broken: Break) throws {
        let text = Self.sound.replacing(broken.from, with: broken.to)
        #expect(text != Self.sound)
        let page = text.contains("page: reset") ? Self.page : Self.page.replacing("link: reset\n", with: "")
        let found = try check(text, page: page).diagnostics.filter { $0.code == broken.code }
        let first = try #require(found.first)
        #expect(first.severity == broken.severity)
        #expect(first.line == broken.line)
        #expect(first.message == broken.message)
    }

    @Test("a page that does not read the link that leads to it is an error")
    func unread() throws {
        let check = try check(Self.sound, page: Self.page.replacing("link: reset\n", with: ""))
        #expect(check.diagnostics.map(\.message) == ["the page 'reset' does not read the link 'reset'"])
        #expect(
            check.diagnostics.map(\.fix) == ["Write 'link: reset' in reset.md, or give the link its own page."])
        #expect(check.diagnostics.map(\.line) == [9])
    }

    @Test(
        "a page that requests the email and has the link's name is told by what the contract has",
        arguments: [
            (
                "auth0", "{ client-id: c, connection: d }",
                "Remove this link: the links in the emails of this backend open its own pages."
            ),
            ("djoser", "{}", "Give the link 'reset' a page of its own."),
        ])
    func requests(contract: String, settings: String, fix: String) throws {
        let check = try check(
            """
            name: T
            hosts: [t.example]
            backend: { contract: \(contract), base: "https://b.t.example", settings: \(settings) }
            links: { reset: { web: "/reset?ticket={ticket}", page: reset } }
            """, page: "---\nkind: forgot-password\n---\n")
        #expect(
            check.diagnostics.map { "\($0.message) | \($0.fix ?? "")" } == [
                "the page 'reset' requests an email, and takes no link | \(fix)"
            ])
    }
}

extension String {
    /// The standard library has this for collections of any kind only beside Foundation.
    fileprivate func replacing(_ old: String, with new: String) -> String {
        split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
    }
}
