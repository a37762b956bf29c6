import Testing

@testable import SiteModel

// Where the links of emails lead.
extension LikelyMistakeTests {
    private static let names = "name: T\nhosts: [t.example]\n"

    private func email(_ text: String, link: String? = nil, named name: String = "hello", app: String) -> String? {
        let front = link.map { "link: \($0)\n" } ?? ""
        return said(
            app: Self.names + app, emails: [name: "---\nsubject: A\npreheader: B\n\(front)---\n\(text)\n"])
    }

    @Test(
        "a target for pages is told in an email with what opens the app",
        arguments: [
            (
                "login: { app: \"t://login\", web: \"https://my.t.example/in\" }",
                "Write (https://my.t.example/in), the web address of 'login' in app.yml."
            ),
            (
                "login: { app: \"t://login\" }\nlinks: { home: { web: /home, app: \"t://home\", page: page } }",
                "Write (/home), which opens the app."
            ),
            (
                "login: { app: \"t://login\" }",
                "Write (/start), and define it as a link that opens the app, under 'links:' in app.yml: start: { web: /start, app: \"t://login\", page: … }"
            ),
        ])
    func appTargets(app: String, fix: String) {
        let says = email("Words. [Open](app:login)", app: app) ?? ""
        #expect(
            says.contains(
                "'app:login' is a target for links of pages only: many email programs remove the addresses of apps | \(fix)"
            ), "\(says)")
        let scheme = email("Words. [Open](t://login)", app: app) ?? ""
        #expect(scheme.contains("a link cannot have the scheme 't:' | \(fix)"), "\(scheme)")
    }

    @Test(
        "a target that no email can have is told with one that the site has",
        arguments: [
            Row(
                "run:go",
                "'run:go' is a target for links of pages only | Link to a path of the site (/page), https: or mailto:."),
            Row("page", "'page' is not an address that a page can link to | Write (/page)."),
            Row(
                "tel:123",
                "a link cannot have the scheme 'tel:' | Link to a path of the site (/page), https: or mailto:."),
        ])
    func otherTargets(_ row: Row) { #expect(email("Words. [Open](\(row.text))", app: "") == row.says) }

    @Test(
        "a variable in the address of a link is told with the path that was meant",
        arguments: [
            Row(
                "https://${APP_HOST}/page",
                "'${APP_HOST}' would be part of the address itself | Write (/page): a path leads to the app's first host, which 'hosts' in app.<environment>.yml can replace."
            ),
            Row(
                "https://{host}/other",
                "'{host}' would be part of the address itself | Write the whole address, or a path of the app, such as (/page)."
            ),
            Row(
                "$APP_URL/page",
                "'$APP_URL' would be part of the address itself | Write the whole address, or a path of the app, such as (/page)."
            ),
            Row(
                "mailto:help@${DOMAIN}",
                "'${DOMAIN}' would be part of the address itself | Write (mailto:{{support}})."),
        ])
    func variables(_ row: Row) {
        #expect(email("Words. [Open](\(row.text))", app: "support: help@t.example\n") == row.says)
    }

    @Test(
        "a block of code in an email is told with what shows a code large",
        arguments: [
            Row(
                "```\n{{code}}\n```",
                "an email cannot contain blocks of code | Write `{{code}}` as a paragraph of its own, between single backquotes: it is shown large, in a box."
            ),
            Row(
                "    {{code}}",
                "an email cannot contain blocks of code | Write `{{code}}` as a paragraph of its own, between single backquotes: it is shown large, in a box."
            ),
            Row(
                "~~~\nWords\n~~~",
                "an email cannot contain blocks of code | Write it as a paragraph, without the signs around it."),
            Row(
                "    Words",
                "an email cannot contain blocks of code | Write it as a paragraph; a line that is indented by four spaces is code in Markdown."
            ),
        ])
    func codeBlocks(_ row: Row) { #expect(email("Words.\n\n\(row.text)", app: "") == row.says) }

    @Test("a target for pages in place of the email's link is told with the link")
    func targetsOfLink() {
        let says =
            email(
                "[Open](app:login)", link: "reset",
                app: "links: { reset: { web: \"/page?token={token}\", page: page } }") ?? ""
        #expect(says.contains("the addresses of apps | Write ({{link}}), the link of this email."), "\(says)")
    }

    @Test(
        "a notice to an address that the account has lost is told where it leads to an email to the new one",
        arguments: [
            ("email-changed", "/page", true), ("email-change-notice", "https://t.example/page", true),
            ("email-changed", "https://t.example/", false), ("password-changed", "/page", false),
            ("email-changed-again", "/page", false),
        ])
    func lostAddresses(name: String, target: String, isTold: Bool) {
        let says = email(
            "# Hello\nWords.\n\n[Reset](\(target))", named: name,
            app: "change-password: page\nsupport: help@t.example\n")
        #expect(
            says
                == (isTold
                    ? "this email goes to an address that the account no longer has, and '/page' leads to an email to its new one | Name the support address in its place: [{{support}}](mailto:{{support}})."
                    : nil))
    }
}
