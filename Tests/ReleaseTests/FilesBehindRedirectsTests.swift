import AppLinks
import Testing

@testable import Release

@Suite("The files behind redirects into the app")
struct FilesBehindRedirectsTests {
    @Test("are those whose path a link of the app can take, whether either of the two is a pattern")
    func overlapping() throws {
        func open(_ path: String) throws -> Route {
            Route(path: path, answer: .open(OpenLink(web: try URLTemplate(parsing: path), app: nil)))
        }
        let app = ReleasedApp(
            name: "harbour", hosts: [],
            routes: [
                try open("/i/{code}"), Route(path: "/i/help", answer: .file("help")),
                Route(path: "/i/{token}", answer: .file("invite")), try open("/team/join"),
                Route(path: "/team/{name}", answer: .file("team")), Route(path: "/terms", answer: .file("terms")),
            ], notFound: "404", files: [])
        #expect(app.filesBehindRedirects == ["help", "invite", "team"])
    }
}
