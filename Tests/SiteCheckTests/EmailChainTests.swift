import Diagnostics
import EmailBuilder
import JSON
import Release
import SiteBuilder
import SiteModel
import TemplateFiles
import TestSupport
import Testing

@testable import SiteCheck

/// From the email's line on: email, link, platforms, page, operation, words.
@Suite struct EmailChainTests {
    private static let sound = [
        "app.yml": """
        name: T
        hosts: [t.example]
        support: help@t.example
        ios: { app-id: ABCDE12345.example.t, scheme: t }
        backend: { contract: firebase, base: "https://identitytoolkit.googleapis.com", settings: { api-key: k } }
        links:
          reset:
            web: "/action?mode=resetPassword&oobCode={oobCode}"
            app: "t://reset?oobCode={oobCode}"
            page: reset
            lives: 1h
        """,
        "reset.md": """
        ---
        title: Reset
        link: reset
        start: { reset: form, none: invalid }
        states:
          form:
            fields:
              - { name: new-password, rule: password, label: Password }
            reset-password: { ok: done, link-*: invalid }
        ---

        # form
        ## Reset
        [Reset Password](run:reset-password)

        # invalid
        ## No longer good
        <help@t.example> sends a new link.

        # done
        ## Done
        Log in.

        # messages
        - **weak-password** Use more characters.
        - **rate-limited** Try again in {{wait}}.
        - **account-disabled** This account was closed.
        """,
        "emails/reset-password.md": """
        ---
        subject: Reset your {{app}} password
        preheader: Choose a new one.
        link: reset
        ---

        # Reset your password
        The link works for {{expires}}.

        [Reset Password]({{link}})

        Questions? Write to [{{support}}](mailto:{{support}}).
        """,
    ]

    /// What `latchkey check` finds in a site, its reading included.
    private static func check(_ files: [String: String]) throws -> (chains: [LinkChain], diagnostics: [Diagnostic]) {
        let folder = try TemporaryFolder()
        for (path, text) in files { try folder.write(text, to: "Site/t/\(path)") }
        do throws(DiagnosticReport) {
            let templates = TemplateSources.embedded
            let (site, warnings) = try SiteReader.read("\(folder.path)/Site", contracts: templates.library)
            let contents = try PageRenderer(templates: templates).render(site.apps[0]).contents()
            let emails = try SiteEmails.entries(of: site.apps[0], with: EmailRenderer(templates: templates))
            let check = try SiteCheck(
                site.apps[0], contents: contents, emails: emails, dialects: Dialects(templates))
            let all = (warnings + emails.flatMap(\.warnings) + check.diagnostics).map { relative($0, to: folder) }
            return (check.chains, all)
        } catch {
            return ([], error.sorted.map { relative($0, to: folder) })
        }
    }

    private static func relative(_ diagnostic: Diagnostic, to folder: TemporaryFolder) -> Diagnostic {
        var diagnostic = diagnostic
        diagnostic.file = diagnostic.file.map { String($0.dropFirst("\(folder.path)/Site/t/".count)) }
        return diagnostic
    }

    @Test("an email is followed to the messages of its page, as text and as JSON")
    func sound() throws {
        let (chains, diagnostics) = try Self.check(Self.sound)
        #expect(diagnostics == [])
        let chain = try #require(chains.first)
        let lines = chain.text.split(separator: "\n")
        #expect(lines[1].hasPrefix("  email    "))
        #expect(lines[1].hasSuffix("Site/t/emails/reset-password.md:10: Reset your T password"))
        #expect(
            lines.dropFirst(2).map { $0.split(separator: " ").first } == [
                "address", "iPhone", "Android", "web", "page", "runs", "words",
            ])
        let email = chain.json["emails"]?.array?.first
        #expect(email?["email"]?.string == "reset-password")
        #expect(email?["line"] == 10)
    }

    struct Break: Sendable, CustomTestStringConvertible {
        let what: String
        let file: String
        let from: String
        let to: String
        /// `file:line: code`
        let found: String
        var testDescription: String { what }
    }

    @Test(
        "each way to break the chain is found at its line",
        arguments: [
            Break(
                what: "an email that names a link which is not there", file: "emails/reset-password.md",
                from: "link: reset\n", to: "link: rest\n", found: "emails/reset-password.md:4: unknown-link"),
            Break(
                what: "an email that forgot its link", file: "emails/reset-password.md",
                from: "({{link}})", to: "(/reset)", found: "emails/reset-password.md:10: unused-link"),
            Break(
                what: "an email that names no link", file: "emails/reset-password.md", from: "link: reset\n", to: "",
                found: "emails/reset-password.md:9: missing-link"),
            Break(
                what: "an address put together in the email", file: "emails/reset-password.md",
                from: "({{link}})", to: "(https://t.example/reset?oobCode={{code}})",
                found: "emails/reset-password.md:10: composed-link"),
            Break(
                what: "an email that says no lifetime", file: "emails/reset-password.md",
                from: "The link works for {{expires}}.", to: "Choose a new one.",
                found: "emails/reset-password.md:4: unmentioned-lifetime"),
            Break(
                what: "a lifetime that nobody knows", file: "app.yml", from: "    lives: 1h", to: "",
                found: "emails/reset-password.md:8: missing-value"),
            Break(
                what: "a path that nothing answers", file: "emails/reset-password.md",
                from: "Questions?", to: "[Help](/hlep). Questions?",
                found: "emails/reset-password.md:12: unknown-path"),
            Break(
                what: "a value that the system has not", file: "emails/reset-password.md",
                from: "Questions?", to: "`{{code}}` Questions?", found: "emails/reset-password.md:12: missing-value"),
            Break(
                what: "a parameter that the system's own link never has", file: "app.yml",
                from: "mode=resetPassword&oobCode={oobCode}\"",
                to: "mode=resetPassword&oobCode={oobCode}&email={email}\"",
                found: "emails/reset-password.md:4: foreign-link"),
            Break(
                what: "a mode that the system never sends", file: "app.yml", from: "mode=resetPassword",
                to: "mode=reset",
                found: "emails/reset-password.md:4: foreign-link"),
            Break(
                what: "an address that the system's links of other emails match", file: "app.yml",
                from: "links:\n  reset:\n    web: \"/action?mode=resetPassword&",
                to:
                    "links:\n  sign-in: { web: \"/action?mode=signIn&oobCode={oobCode}\", app: \"t://in?oobCode={oobCode}\" }\n  reset:\n    web: \"/action?",
                found: "app.yml:9: other-links"),
            Break(
                what: "a link to a page that is not there", file: "app.yml", from: "page: reset", to: "page: rset",
                found: "app.yml:10: missing-page"),
            Break(
                what: "a link without a page", file: "app.yml", from: "    page: reset\n", to: "",
                found: "app.yml:10: link-elsewhere"),
            Break(
                what: "an app's address that asks for what the mail does not carry", file: "app.yml",
                from: "t://reset?oobCode={oobCode}", to: "t://reset?oobCode={oobCode}&email={email}",
                found: "app.yml:9: parameter-without-source"),
            Break(
                what: "an operation that the backend has not", file: "reset.md", from: "(run:reset-password)",
                to: "(run:reset-pasword)", found: "reset.md:14: no-moves"),
            Break(
                what: "an outcome that leads nowhere", file: "reset.md", from: "link-*: invalid", to: "link-*: invlid",
                found: "reset.md:9: missing-state"),
            Break(
                what: "an outcome without words", file: "reset.md", from: "- **weak-password** Use more characters.\n",
                to: "", found: "reset.md:9: no-words"),
            Break(
                what: "a second link that no email carries", file: "app.yml", from: "links:\n",
                to:
                    "links:\n  sign-in: { web: \"/action?mode=signIn&oobCode={oobCode}\", app: \"t://in?oobCode={oobCode}\" }\n",
                found: "app.yml:7: link-unmailed"),
        ])
    func breaks(_ example: Break) throws {
        var files = Self.sound
        let text = try #require(files[example.file])
        let pieces = text.split(separator: example.from, omittingEmptySubsequences: false)
        #expect(pieces.count == 2)
        files[example.file] = pieces.joined(separator: example.to)
        let found = try Self.check(files).diagnostics.map { "\($0.file ?? ""):\($0.line ?? 0): \($0.code)" }
        #expect(found.contains(example.found), "\(found)")
    }
}
