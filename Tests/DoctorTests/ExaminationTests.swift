import HostExport
import Testing
import TextEncoding

@testable import Doctor

@Suite("An examination")
struct ExaminationTests {
    /// A host with both association files and nothing else.
    private func fetch(_ request: Examination.Request) -> FetchEnding {
        let json = HeaderField("Content-Type", "application/json")
        let fields = [json, HeaderField("X-Content-Type-Options", "nosniff")]
        let bodies = [
            "/.well-known/apple-app-site-association":
                #"{"applinks":{"details":[{"appIDs":["ABCDE12345.a.b"],"components":[{"/":"/a"}]}]}}"#,
            "/.well-known/assetlinks.json": "[]",
        ]
        guard let body = bodies[request.request.path] else {
            return .response(HostResponse(status: 404, headers: [], body: []))
        }
        return .response(HostResponse(status: 200, headers: fields, body: Array(body.utf8)))
    }

    private func notes(_ address: String) throws -> [String] {
        let origin = try #require(Origin.parts(of: address)?.origin)
        return Examination(origin, fetch: fetch).findings.filter { $0.severity == .note }.map(\.message)
    }

    private let noRelease = "not checked: pages, '/open/' and everything else that needs a release, since none is named"

    @Test("reports checks that it could not make")
    func notChecked() throws {
        #expect(try notes("https://example.com") == [noRelease])
        #expect(
            try notes("http://example.com") == [
                "not checked: the certificate, the redirect to https and Apple's copy, since the address is http",
                noRelease,
            ])
        #expect(
            try notes("https://example.com:8443") == [
                "not checked: the redirect from http and Apple's copy, since the port is 8443", noRelease,
            ])
        #expect(
            try notes("https://[::1]:8443").dropFirst().first
                == "not checked: whether the host's own name is answered, since the address is an IP address")
    }

    @Test("ends with the reason if the host cannot be reached")
    func unreachable() throws {
        let origin = try #require(Origin.parts(of: "https://example.com")?.origin)
        let endings: [(FetchFailure, String)] = [
            (.unknownHost, "unknown-host"), (.unreachable, "unreachable"), (.timeout, "timeout"),
            (.tooLong, "endless-body"), (.tooManyFields, "endless-fields"), (.handshake("protocol version"), "tls"),
            (.handshake("wrong version number"), "no-tls"),
            (.untrusted("The certificate has expired"), "certificate"), (.other("reset"), "no-answer"),
        ]
        for (failure, code) in endings {
            let findings = Examination(origin) { _ in .failure(failure) }.findings
            #expect(findings.map(\.code) == [code])
            #expect(findings[0].severity == .error && findings[0].fix != nil)
        }
    }

    @Test(
        "recognises hosts by what they send unasked",
        arguments: [
            (["x-vercel-id": "1"], .vercel), (["x-nf-request-id": "1"], .netlify),
            (["server": "GitHub.com"], .githubPages),
            (["server": "cloudflare"], .cloudflarePages), (["x-amz-cf-id": "1", "server": "AmazonS3"], .cloudFront),
            (["server": "nginx/1.22.1"], .nginx), (["server": "Apache"], .apache),
            (["server": "lighttpd/1.4.69"], .lighttpd),
            (["server": "Caddy"], .caddy), (["x-azure-ref": "1"], .azureStaticWebApps), (["server": "h2o"], nil),
            ([:], nil),
        ] as [([String: String], Host?)])
    func recognising(_ fields: [String: String], _ host: Host?) {
        let response = HostResponse(status: 200, headers: fields.map { HeaderField($0.key, $0.value) })
        #expect(HostRecognition.host(of: response) == host)
    }
}
