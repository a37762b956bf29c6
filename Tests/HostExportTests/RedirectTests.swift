import Release
import Testing

@testable import HostExport

@Suite("Redirects in rules")
struct RedirectTests {
    @Test(
        "an encoded space in a location is no reference to a capture",
        arguments: [(.apache, #"LATCHKEY_LOCATION:/a\%20b"#), (.lighttpd, #""" => "/a%%20b""#)] as [(Host, String)])
    func escaping(_ host: Host, _ rule: String) throws {
        let app = AppContents(
            name: "harbour", hosts: ["harbour.example"],
            routes: [
                Route(path: "/.well-known/change-password", answer: .redirect(status: 302, location: "/a%20b"))
            ], notFound: "404.html",
            files: [FileContents(name: "404.html", type: "text/html", headers: [], bytes: [])])
        let release = LoadedRelease(ReleaseContents(apps: [app]))
        let export = try host.export(ExportSource(release: release, root: "/srv/latchkey"))
        let configuration = try #require(export.files.first { $0.path == "latchkey.conf" })
        #expect(String(decoding: configuration.bytes, as: UTF8.self).contains(rule))
    }
}
