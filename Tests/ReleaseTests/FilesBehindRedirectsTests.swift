import TestSupport
import Testing

@testable import Release

@Suite("Files behind redirects")
struct FilesBehindRedirectsTests {
    @Test(
        "a file varies if a redirect into the app can have its path",
        arguments: [
            (redirect: "/reset", file: "/reset", varies: true),
            ("/reset", "/reset/", true),
            ("/{page}", "/reset", true),
            ("/a/b", "/a/{x}", true),
            ("/a/{x}", "/{y}/b", true),
            ("/reset", "/verify", false),
            ("/a/{x}", "/a", false),
            ("/open/reset", "/reset", false),
        ])
    func sharedPath(redirect: String, file: String, varies: Bool) {
        let link = OpenLink(web: "/reset?token={token}", app: "harbour://reset?token={token}", opensOnIPhones: true)
        let app = ReleasedApp(
            name: "harbour", hosts: ["harbour.example"],
            routes: [Route(path: redirect, answer: .open(link)), Route(path: file, answer: .file("page.html"))],
            notFound: "404.html", files: [])
        #expect(Set(app.visitorFields.keys) == (varies ? ["page.html"] : []))
    }
}
