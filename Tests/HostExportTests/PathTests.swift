import AppLinks
import Release
import Testing

@testable import HostExport

@Suite("Paths in configurations")
struct PathTests {
    @Test(
        "A pattern matches anything for a parameter and the literal segments as they are",
        arguments: [
            ("/", "/"), ("/a.b", #"/a\.b"#), ("/verify/{token}/now", "/verify/.+/now"), ("/a%28b", #"/a\(b"#),
        ])
    func pattern(_ path: String, _ pattern: String) {
        #expect(PathRoutes(template: RoutePath(path), routes: []).pattern(parameter: ".+") == pattern)
    }

    @Test(
        "A text escaped for a pattern matches itself",
        arguments: [
            ("a.b", #"a\.b"#), ("(iphone", #"\(iphone"#), ("a/b-c_d~", "a/b-c_d~"),
            (#"\^$|?*+[]{}"#, #"\\\^\$\|\?\*\+\[\]\{\}"#),
        ])
    func escaping(_ text: String, _ escaped: String) {
        #expect(text.escapedForPattern == escaped)
    }

    @Test("Paths are ordered without parameters first, then with more segments first")
    func ordering() {
        let routes = ["/i/{code}", "/team/{team}/join", "/a", "/i/new"].map { Route(path: $0, answer: .file("f")) }
        #expect(PathRoutes.all(of: routes).map(\.path) == ["/a", "/i/new", "/team/{team}/join", "/i/{code}"])
    }
}
