import HostExport
import Problems
import Testing
import TextEncoding

@testable import Doctor

@Suite("An examination")
struct ExaminationTests {
    /// A host with both association files and nothing else.
    private func fetch(_ request: ExaminationRequest) -> FetchEnding {
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
        return Examination.examine(ExaminationSubject(origin)) { $0.map(fetch) }.findings.compactMap { finding in
            if case .problem(let problem) = finding, problem.severity == .note { problem.message } else { nil }
        }
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

    @Test("asks for each response once, and in the order in which checks need it")
    func requests() throws {
        let origin = try #require(Origin.parts(of: "http://example.com")?.origin)
        var asked: [ExaminationRequest] = []
        _ = Examination.examine(ExaminationSubject(origin)) { requests in
            asked += requests
            return requests.map(fetch)
        }
        #expect(Set(asked).count == asked.count)
        #expect(asked.map(\.request.path).prefix(1) == ["/.well-known/apple-app-site-association"])
        #expect(Set(asked.map(\.request.path)).count == 5)
    }

    @Test("ends with the reason and a fix if the host cannot be reached", arguments: FetchFailure.Cause.allCases)
    func unreachable(_ cause: FetchFailure.Cause) throws {
        let origin = try #require(Origin.parts(of: "https://example.com")?.origin)
        let ending = FetchEnding.failure(FetchFailure(cause, "wrong version number"))
        let findings = Examination.examine(ExaminationSubject(origin)) { $0.map { _ in ending } }.findings
        let codes: [FetchFailure.Cause: String] = [
            .expired: "certificate", .undecodable: "no-answer", .noRoute: "unreachable",
        ]
        #expect(findings.compactMap(\.fault?.code) == [codes[cause] ?? cause.rawValue])
        #expect(findings.map(\.isError) == [true])
        #expect(findings.compactMap(\.fault?.fix).map { $0.hasSuffix(".") } == [true])
    }

    private let addresses = ["192.0.2.1", "2001:db8::1", "2001:db8::2", "2001:db8::3"]

    @Test("asks every address of the name, and reports those that do not answer as another does")
    func addressesOneByOne() throws {
        let origin = try #require(Origin.parts(of: "https://example.com")?.origin)
        let findings = Examination.examine(ExaminationSubject(origin, addresses: addresses)) { requests in
            requests.map { request in
                switch request.address {
                case "2001:db8::1": .failure(FetchFailure(.unreachable))
                case "2001:db8::2": .failure(FetchFailure(.noRoute))
                case "2001:db8::3": .response(HostResponse(status: 503, headers: []))
                default: fetch(request)
                }
            }
        }.findings
        #expect(
            findings.prefix(3).map(\.text) == [
                """
                ✗ https://example.com at 2001:db8::1: no connection could be established
                  fix: Start the server, and open the port in the firewall.

                """,
                """
                – https://example.com at 2001:db8::2: not checked: this address, since this machine has no connection to such addresses
                  fix: Run the command on a machine with IPv6 as well.

                """,
                """
                ✗ https://example.com at 2001:db8::3: answers with status 503, unlike another address of the host
                  fix: Serve the same release at every address that DNS has for the host, or remove the record.

                """,
            ])
    }

    @Test("names the address at fault if the first one asked is not trusted")
    func addressAtFault() throws {
        let origin = try #require(Origin.parts(of: "https://example.com")?.origin)
        let findings = Examination.examine(ExaminationSubject(origin, addresses: addresses)) { requests in
            requests.map { $0.address == "192.0.2.1" ? fetch($0) : .failure(FetchFailure(.untrusted, "another name")) }
        }.findings
        #expect(
            findings.compactMap(\.fault?.place) == addresses.dropFirst().map { "https://example.com at \($0)" })
        #expect(findings.compactMap(\.fault?.code) == ["certificate", "certificate", "certificate"])
    }

    @Test("says that the time was up, and what it found until then")
    func outOfTime() throws {
        let origin = try #require(Origin.parts(of: "https://example.com")?.origin)
        for limit in 0...20 {
            var left = limit
            let findings = Examination.examine(ExaminationSubject(origin)) { requests in
                requests.map { request in
                    left -= 1
                    return left < 0 ? nil : fetch(request)
                }
            }.findings
            #expect((findings.last?.fault?.code == "out-of-time") == (left < 0))
            #expect(findings.count(where: \.isError) == (left < 0 ? 1 : 0))
            if limit == 4 { #expect(findings.count > 1) }
        }
    }

    @Test("says that a server does not use TLS if it answers without")
    func withoutTLS() throws {
        let origin = try #require(Origin.parts(of: "https://example.com:8443")?.origin)
        let findings = Examination.examine(ExaminationSubject(origin)) { requests in
            requests.map { request in
                request.origin.scheme == "http"
                    ? fetch(request) : .failure(FetchFailure(.handshake, "unexpected message"))
            }
        }.findings
        #expect(findings.compactMap(\.fault?.code) == ["no-tls"])
    }

    @Test(
        "recognises hosts by what they send unasked",
        arguments: [
            (["x-vercel-id": "1"], .vercel), (["x-nf-request-id": "1"], .netlify),
            (["server": "GitHub.com"], .githubPages),
            (["server": "cloudflare"], .cloudflarePages), (["x-amz-cf-id": "1", "server": "AmazonS3"], .cloudFront),
            (["server": "nginx/1.22.1"], .nginx), (["server": "Apache"], .apache),
            (["server": "Caddy"], .caddy), (["x-azure-ref": "1"], .azureStaticWebApps), (["server": "h2o"], nil),
            ([:], nil),
        ] as [([String: String], Host?)])
    func recognising(_ fields: [String: String], _ host: Host?) {
        let response = HostResponse(status: 200, headers: fields.map { HeaderField($0.key, $0.value) })
        #expect(HostRecognition.host(of: response) == host)
    }
}
