import Diagnostics
import Files
import TestSupport
import Testing
import TextEncoding

@testable import Release

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("Reading releases")
struct ManifestReaderTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func failure() -> String? {
        #expect(throws: Diagnostic.self) { try LoadedRelease.load(folder.path) }.map {
            String($0.oneLine.dropFirst(folder.path.count + 1))
        }
    }

    private func write(_ manifest: String) throws {
        try FileSystem.write(Array(manifest.utf8), to: "\(folder.path)/release.json")
    }

    @Test("the manifest is one line with sorted keys")
    func text() {
        let app = ReleasedApp(
            name: "a", hosts: ["a.com"],
            routes: [Route(path: "/", conditions: ["k": "v"], answer: .file("404.0123456789abcdef.html"))],
            notFound: "404.0123456789abcdef.html",
            files: [
                ReleasedFile(
                    name: "404.0123456789abcdef.html", type: "text/html", hash: "0123456789abcdef",
                    headers: [HeaderField("Cache-Control", "no-store")],
                    variants: [
                        .init(
                            encoding: "identity", path: "404.0123456789abcdef.html", length: 1, hash: "0123456789abcdef"
                        )
                    ])
            ])
        let expected = """
            {"apps":[{"files":[{"hash":"0123456789abcdef","headers":[["Cache-Control","no-store"]],\
            "name":"404.0123456789abcdef.html","type":"text/html","variants":[{"encoding":"identity",\
            "hash":"0123456789abcdef","length":1,"path":"404.0123456789abcdef.html"}]}],"hosts":["a.com"],"name":"a",\
            "notFound":"404.0123456789abcdef.html","routes":[{"conditions":{"k":"v"},\
            "file":"404.0123456789abcdef.html","path":"/"}]}],"id":"",\
            "version":1}

            """
        var manifest = Manifest(apps: [app])
        #expect(manifest.id.utf8.count == 64)
        manifest.id = ""
        #expect(String(decoding: manifest.serialized, as: UTF8.self) == expected)
    }

    @Test(
        "a manifest that no writer of ours wrote is refused, with its place",
        arguments: [
            ("", "release.json:1:1: "),
            ("{\"version\":2}", "release.json:1:12: the manifest is of version 2, and this is a reader of version 1"),
            ("{}", "release.json:1:1: the manifest has no version"),
            ("{\"version\":1}", "release.json:1:1: missing key 'id'"),
            ("{\"version\":1,\"id\":\"\"}", "release.json:1:1: missing key 'apps'"),
            (
                "{\"version\":1,\"id\":\"x\",\"apps\":[]}",
                "release.json:1:19: the id does not match the manifest, which was changed after the build"
            ),
            (
                "{\"version\":1,\"id\":\"\",\n\"apps\":[{\"name\":\"../x\",\"files\":[],\"routes\":[],\"hosts\":[],\"notFound\":\"\"}]}",
                "release.json:2:17: '../x' is not the name of a folder"
            ),
            ("{\"version\":1,\n \"id\":", "release.json:2:7: "),
        ])
    func refused(text: String, message: String) throws {
        try write(text)
        let failure = try #require(self.failure())
        #expect(failure.hasPrefix(message))
    }

    /// What is changed in a good manifest's text, and the diagnostic. The id is only checked at the end.
    static let changes: [(from: String, to: String, message: String)] = [
        (
            "\"path\":\"404.907ba78b4545338d.html\"", "\"path\":\"../404.html\"",
            "'../404.html' is outside the release"
        ),
        (
            "\"path\":\"404.907ba78b4545338d.html\"", "\"path\":\"/etc/passwd\"",
            "'/etc/passwd' is outside the release"
        ),
        (
            "\"notFound\":\"404.907ba78b4545338d.html\"", "\"notFound\":\"405.html\"",
            "'405.html' is not a file of the app"
        ),
        ("\"path\":\"/reset-password\"", "\"path\":\"reset-password\"", "'reset-password' is not the path of a route"),
        ("\"status\":302", "\"status\":200", "the status of the redirect is none of 301, 302, 303, 307 and 308"),
        (
            "\"location\":\"/forgot-password\"", "\"location\":\"/a\\r\\nX: y\"",
            "'/a\r\nX: y' is not the path of a redirect"
        ),
        (
            "\"location\":\"/forgot-password\"", "\"location\":\"/\\\"; } location /x { return 200 \\\"\"",
            "'/\"; } location /x { return 200 \"' is not the path of a redirect"
        ),
        (
            "\"location\":\"/forgot-password\"", "\"location\":\"//evil.example/\"",
            "'//evil.example/' is not the path of a redirect"
        ),
        (
            "\"location\":\"/forgot-password\"", "\"location\":\"https://evil.example/\"",
            "'https://evil.example/' is not the path of a redirect"
        ),
        (
            "\"location\":\"/forgot-password\"", "\"location\":\"javascript:alert(1)\"",
            "'javascript:alert(1)' is not the path of a redirect"
        ),
        (
            "\"location\":\"/forgot-password\"", "\"location\":\"/a$request_uri\"",
            "'/a$request_uri' is not the path of a redirect"
        ),
        (
            "\"type\":\"application/json\"",
            "\"type\":\"text/html\\\"; } location = /pwn { return 200 \\\"injected\\\"; }\"",
            "'text/html\"; } location = /pwn { return 200 \"injected\"; }' is not a media type"
        ),
        (
            "\"type\":\"application/json\"", "\"type\":\"text/html'$(touch F)'\"",
            "'text/html'$(touch F)'' is not a media type"
        ),
        ("\"type\":\"application/json\"", "\"type\":\"text\"", "'text' is not a media type"),
        (
            "\"type\":\"application/json\"", "\"type\":\"text/html; charset\"",
            "'text/html; charset' is not a media type"
        ),
        ("\"type\":\"application/json\"", "\"type\":\"text/html; a=$b\"", "'text/html; a=$b' is not a media type"),
        ("\"path\":\"/reset-password\"", "\"path\":\"/a\\\";b\"", "'/a\";b' is not the path of a route"),
        (
            "\"web\":\"/reset-password?token={token}\"", "\"web\":\"https://evil.example/?token={token}\"",
            "'https://evil.example/?token={token}' is not the address of a page of the app"
        ),
        (
            "\"web\":\"/reset-password?token={token}\"", "\"web\":\"//evil.example/?token={token}\"",
            "'//evil.example/?token={token}' is not the address of a page of the app"
        ),
        (
            "{\"mode\":\"resetPassword\"}", "{\"mode\":\"\\u001b[2J\"}",
            "'\u{1B}[2J' is not an item of a query that a link has"
        ),
        ("\"name\":\"artitec\"", "\"name\":\"a'$(x)\"", "'a'$(x)' is not the name of a folder"),
        ("\"name\":\"404.907ba78b4545338d.html\"", "\"name\":\"a b;c\"", "'a b;c' is not the name of a file"),
        (
            "\"notFound\"", "\"environment\":\"\\u202Etxt\",\"notFound\"",
            "'\u{202E}txt' is not the name of an environment"
        ),
        ("\"notFound\"", "\"inputs\":\"a\\nb\",\"notFound\"", "'a\nb' is not a digest"),
        (
            "\"web\":\"/reset-password?token={token}\"", "\"web\":\"/reset-password?token\"",
            "'/reset-password?token' is not the address of a link: an item of the query is a name and a value"
        ),
        ("\"com.artitec.app\"", "\"com;artitec\"", "'com;artitec' is not an Android application ID"),
        (
            "[\"Cache-Control\",\"no-store\"]", "[\"Cache-Control\",\"a\\nb\"]",
            "'Cache-Control' is not a header field that can be sent"
        ),
        (
            "[\"Cache-Control\",\"no-store\"]", "[\"Cache-Control\",\"a $request_uri\"]",
            "'Cache-Control' is not a header field that can be sent"
        ),
        (
            "[\"Cache-Control\",\"no-store\"]", "[\"Cache-Control\",\"a {http.request.uri}\"]",
            "'Cache-Control' is not a header field that can be sent"
        ),
        ("[\"Cache-Control\",\"no-store\"]", "[\"X'$(x)\",\"a\"]", "'X'$(x)' is not a header field that can be sent"),
        ("[\"Cache-Control\",\"no-store\"]", "[\"Cache-Control\"]", "a header field is a name and a value"),
        ("\"www.artitec.com\"", "\"a;{}.com\"", "'a;{}.com' is not a host in lower case"),
        ("\"www.artitec.com\"", "\"WWW.artitec.com\"", "'WWW.artitec.com' is not a host in lower case"),
        (
            "\"www.artitec.com\"", "\"artitec.com\"",
            "the id does not match the manifest, which was changed after the build"
        ),
        ("\"encoding\":\"identity\"", "\"encoding\":\"zip\"", "'zip' is not an encoding of a release"),
        (
            "{\"mode\":\"resetPassword\"}",
            "{\((0..<101).map { "\"\($0)\":\"x\"" }.joined(separator: ","))}",
            "the route has more than 100 conditions"
        ),
        ("\"length\":9", "\"length\":-9", "the variant has no length"),
        ("\"ios/Info.plist\"", "\"ios/../../x\"", "'ios/../../x' is outside the release"),
    ]

    @Test("a manifest that was tampered with is refused, with its place", arguments: changes)
    func tampered(change: (from: String, to: String, message: String)) throws {
        let text = String(decoding: LoadedRelease(.sample()).manifest.serialized, as: UTF8.self)
        let range = try #require(text.ranges(of: change.from).first)
        try write(text.replacingCharacters(in: range, with: change.to))
        let failure = try #require(self.failure())
        #expect(failure.hasPrefix("release.json:1:"))
        #expect(failure.hasSuffix(": \(change.message)"))
    }

    @Test("two apps cannot share a host")
    func sharedHost() throws {
        var contents = ReleaseContents.sample()
        contents.apps.append(contents.apps[0])
        contents.apps[1].name = "other"
        try FileSystem.write(LoadedRelease(contents).manifest.serialized, to: "\(folder.path)/release.json")
        let failure = try #require(self.failure())
        #expect(failure.hasSuffix("the host 'artitec.com' is in both 'artitec' and 'other'"))
    }

    @Test("a folder without a release says so")
    func missing() {
        #expect(failure() == "release.json: there is no release here")
    }

    @Test("files are checked by kind, length and content")
    func files() throws {
        let writer = ReleaseWriter(folder: folder.path)
        _ = try writer.write(.sample(), compressor: halve)
        let name = "artitec/web/404.907ba78b4545338d.html"
        let path = "\(folder.path)/\(name)"
        try FileSystem.write(Array("not founD".utf8), to: path)
        #expect(failure() == "\(name): the content does not match the hash that the manifest has for it")
        try FileSystem.write(Array("not".utf8), to: path)
        #expect(failure() == "\(name): the file has 3 bytes, and the manifest says 9")
        try FileSystem.removeFile(path)
        #expect(failure() == "\(name): the file is missing")
        symlink("/etc/hostname", path)
        #expect(failure() == "\(name): this is not a file")
        for folder in ["artitec/web", "artitec"] {
            #expect(rename("\(self.folder.path)/\(folder)", "\(self.folder.path)/elsewhere-\(folder.utf8.count)") == 0)
            symlink("elsewhere-\(folder.utf8.count)", "\(self.folder.path)/\(folder)")
            #expect(failure() == "\(folder): this is not a folder")
        }
    }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
        self[..<range.lowerBound] + text + self[range.upperBound...]
    }
}
