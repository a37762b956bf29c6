import Diagnostics
import SiteModel
import Testing

@Suite("A link's destination")
struct LinkDestinationTests {
    @Test(
        "is a state, an operation, a path, the app, a mail or a site",
        arguments: [
            ("#sent", .state("sent")), ("run:reset-password", .operation("reset-password")),
            ("/login", .sitePath("/login")),
            ("/", .sitePath("/")), ("/a?b={c}#d", .sitePath("/a?b={c}#d")), ("app:login", .app("login")),
            ("mailto:help@example.com?subject=x", .mail("help@example.com?subject=x")),
            ("https://example.com/help?a#b", .web("https://example.com/help?a#b")), ("RUN:x", .operation("x")),
            ("#größe", .state("größe")),
        ] as [(String, LinkDestination)])
    func isRead(text: String, destination: LinkDestination) throws {
        #expect(try LinkDestination(parsing: text) == destination)
        if text != "RUN:x" { #expect(destination.text == text) }
    }

    private static let choices =
        "Link to a state (#sent), an operation (run:reset-password), a path of the site (/login), the app (app:login), mailto: or https:."

    @Test(
        "that a page cannot lead to is refused",
        arguments: [
            ("", "the link has no address", choices),
            ("#", "'#' needs the name of a state", "Write #sent."),
            ("run:", "'run:' needs the name of an operation", "Write run:reset-password."),
            ("run:send,", "'send,' is not the name of an operation", "Write run:send."),
            ("app:", "'app:' needs the name of a link", "Write app:login."),
            ("app://login", "'//login' is not the name of a link", "Write app:login."),
            ("#a/b", "'a/b' is not the name of a state", "Write #sent."),
            (
                "login", "'login' is not an address that a page can link to",
                "Write /login for a path, #login for a state, or run:login for an operation."
            ),
            ("\\legal\\terms.pdf", "a path has '/', and not '\\'", "Write /legal/terms.pdf"),
            (".\\legal\\terms.pdf", "a path has '/', and not '\\'", "Write /legal/terms.pdf"),
            ("../a:b", "'../a:b' is not an address that a page can link to", "Did you mean '/../a:b'?"),
            ("javascript:alert(1)", "a link cannot have the scheme 'javascript:'", choices),
            ("JavaScript:alert(1)", "a link cannot have the scheme 'javascript:'", choices),
            ("data:text/html,x", "a link cannot have the scheme 'data:'", choices),
            ("http://example.com/a", "a link cannot have the scheme 'http:'", "Write https://example.com/a."),
            (
                "http://localhost:3000/a", "a link cannot have the scheme 'http:'",
                "Write the https address that visitors reach."
            ),
            ("mail:a@b.c", "a link cannot have the scheme 'mail:'", "Did you mean 'mailto:'?"),
            ("rnu:x", "a link cannot have the scheme 'rnu:'", "Did you mean 'run:'?"),
            (
                "//example.com", "'//example.com' is an address of another site",
                "Write https: in front of it, or begin the path with one slash."
            ),
            (
                "/\\example.com", "'/\\example.com' is an address of another site",
                "Write https: in front of it, or begin the path with one slash."
            ),
            ("https:example.com", "'https:example.com' has no host", "Write https://example.com/help."),
            ("https:///a", "'https:///a' has no host", "Write https://example.com/help."),
            (
                "https://good.com@evil.com",
                "'https://good.com@evil.com' has a user name or a backslash before its host",
                "Write the host directly after 'https://'."
            ),
            (
                "https://good.com\\@evil.com",
                "'https://good.com\\@evil.com' has a user name or a backslash before its host",
                "Write the host directly after 'https://'."
            ),
            ("mailto:help", "'mailto:' needs an email address", "Write mailto:help@example.com."),
            (
                "/legal/My Terms.pdf", "an address cannot contain spaces",
                "Rename the file without spaces, and write its name: /legal/My-Terms.pdf"
            ),
            (
                "/legal/Terms of Service (final).pdf", "an address cannot contain spaces",
                "Rename the file without spaces, and write its name: /legal/Terms-of-Service-final.pdf"
            ),
            ("/a b", "an address cannot contain spaces", "Write %20 for a space."),
            ("java\nscript:x", "an address cannot contain control characters", ""),
        ])
    func isRefused(text: String, message: String, fix: String) {
        let error = #expect(throws: TextProblem.self) { try LinkDestination(parsing: text) }
        #expect(error?.message == message)
        #expect(error?.fix ?? "" == fix)
    }
}
