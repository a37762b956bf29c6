import AppLinks
import Testing

@testable import HostExport

@Suite("Paths and texts in rules")
struct PathTests {
    @Test(
        "A path becomes a pattern in which only parameters match anything",
        arguments: [
            ("/", "/"), ("/a.b", #"/a\.b"#), ("/verify/{token}/now", "/verify/[^/]+/now"), ("/a%28b", #"/a\(b"#),
        ])
    func pattern(_ path: String, _ pattern: String) {
        #expect(PathRoutes(template: RoutePath(path), routes: []).pattern() == pattern)
    }

    @Test(
        "A text is escaped to match itself",
        arguments: [
            ("a.b", #"a\.b"#), ("(iphone", #"\(iphone"#), ("a/b-c_d~", "a/b-c_d~"),
            (#"\^$|?*+[]{}"#, #"\\\^\$\|\?\*\+\[\]\{\}"#),
        ])
    func escaping(_ text: String, _ escaped: String) {
        #expect(RegularExpression.escaped(text) == escaped)
    }

    @Test("Any of some texts is an alternative of them, escaped")
    func alternatives() {
        #expect(RegularExpression.anyOf(["a.b", "c"]) == #"a\.b|c"#)
    }
}
