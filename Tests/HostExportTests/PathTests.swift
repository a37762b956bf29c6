import Testing

@testable import HostExport

@Suite("Paths and texts in rules")
struct PathTests {
    @Test(
        "A path is taken apart and decoded",
        arguments: [
            ("/", []), ("/reset", [.literal("reset")]), ("//a//b/", [.literal("a"), .literal("b")]),
            ("/verify/{token}", [.literal("verify"), .parameter("token")]), ("/a%20b", [.literal("a b")]),
            ("/%ZZ", [.literal("%ZZ")]),
        ] as [(String, [PathRoutes.Segment])])
    func segments(_ path: String, _ segments: [PathRoutes.Segment]) {
        #expect(PathRoutes.segments(of: path) == segments)
    }

    @Test(
        "A path becomes a pattern in which only parameters match anything",
        arguments: [
            ("/", "/"), ("/a.b", #"/a\.b"#), ("/verify/{token}/now", "/verify/[^/]+/now"), ("/a%28b", #"/a\(b"#),
        ])
    func pattern(_ path: String, _ pattern: String) {
        #expect(PathRoutes(segments: PathRoutes.segments(of: path), routes: []).pattern() == pattern)
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
