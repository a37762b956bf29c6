import AppLinks
import Diagnostics
import LinkRouting
import Release
import Testing
import TextEncoding

@testable import HostExport

/// A release with every kind of route.
enum ExportSample {
    static func source(_ extra: [Route] = []) throws -> ExportSource {
        func link(_ web: String) throws -> OpenLink { OpenLink(web: try URLTemplate(parsing: web), app: nil) }
        let routes = [
            Route(path: "/.well-known/change-password", answer: .redirect(status: 302, location: "/a%20b")),
            Route(path: "/open/reset", answer: .open(try link("/reset?token={token}"))),
            Route(path: "/open/email", answer: .open(try link("/action?mode=email&code={code}#x=1"))),
            Route(path: "/open/invite", answer: .open(try link("/i/{code}"))),
            Route(path: "/open/app-only", answer: .open(try link("/only/{code}"))),
            Route(path: "/reset", answer: .file("reset.html")),
            Route(path: "/action", conditions: ["mode": "email"], answer: .file("email.html")),
            Route(path: "/action", conditions: ["mode": "a b"], required: ["code"], answer: .file("reset.html")),
            Route(path: "/i/{code}", answer: .open(try link("/i/{code}"))),
            Route(path: "/i/{code}", answer: .file("invite.html")),
        ]
        let files = ["404.html", "reset.html", "email.html", "invite.html"].map {
            FileContents(name: $0, type: "text/html", headers: [], bytes: Array($0.utf8))
        }
        let app = AppContents(
            name: "harbour", hosts: ["harbour.example"], routes: routes + extra, notFound: "404.html", files: files)
        let release = LoadedRelease(ReleaseContents(apps: [app]))
        return ExportSource(release: release, site: try LandingSite(release), root: "/srv/latchkey")
    }

    static func text(_ host: Host, _ path: String, _ source: ExportSource) throws -> String {
        let file = try #require(try host.export(source).files.first { $0.path == path })
        // Without the hashes in file names.
        return String(decoding: file.bytes, as: UTF8.self).replacing(/\.[0-9a-f]{16}\./, with: ".")
    }
}

@Suite("A host without functions")
struct WithoutFunctionsTests {
    @Test("/open/ leads to the page that the server shows for the link")
    func opening() throws {
        let source = try ExportSample.source()
        let routes = source.routesWithoutFunctions(of: source.apps[0])
        let files = routes.filter { $0.path.text.hasPrefix("/open/") }.map { route in
            "\(route.path) \(route.answer.file.flatMap { name in source.apps[0].file(named: name)?.plainName } ?? "-")"
        }
        #expect(files == ["/open/reset reset.html", "/open/email email.html", "/open/invite invite.html"])
        #expect(routes.filter { $0.path.text == "/i/{code}" }.count == 1)
    }

    @Test("nginx has a location for each address, and tests what the query must have")
    func nginx() throws {
        let text = try ExportSample.text(.nginx, "https/harbour.conf", try ExportSample.source())
        for line in [
            "    location = /reset { rewrite ^ /latchkey-files/harbour/reset.html last; }\n",
            "    location ~ ^/open/reset$ { rewrite ^ /latchkey-files/harbour/reset.html last; }\n",
            "    location ~ ^/i/.+$ { rewrite ^ /latchkey-files/harbour/invite.html last; }\n",
            """
                location = /action {
                    access_log off;
                    if ($arg_mode = email) { rewrite ^ /latchkey-files/harbour/email.html last; }
                    if ($arg_mode&$arg_code ~ ^a%20b&[^&]+$) { rewrite ^ /latchkey-files/harbour/reset.html last; }
                    return 404;
                }

            """,
        ] {
            #expect(text.contains(line), "\(line)")
        }
    }

    @Test("Caddy handles each address with the snippet of its file, and tests what the query must have")
    func caddy() throws {
        let text = try ExportSample.text(.caddy, "snippets.caddyfile", try ExportSample.source())
        for lines in [
            "\thandle /reset {\n\t\timport latchkey/harbour/reset.html\n\t}\n",
            "\thandle /i/* {\n\t\timport latchkey/harbour/invite.html\n\t}\n",
            "\t\tpath /action\n\t\texpression `{query.mode} == \"email\"`\n",
            "\t\texpression `{query.mode} == \"a b\" && {query.code} != \"\"`\n",
        ] {
            #expect(text.contains(lines), "\(lines)")
        }
    }

    @Test("Apache has a rule for each address, and an encoded space in a location is no reference to a capture")
    func apache() throws {
        let text = try ExportSample.text(.apache, "latchkey.conf", try ExportSample.source())
        for line in [
            "    RewriteRule ^/reset$ /srv/latchkey/web/harbour/reset.html [L]\n",
            "    RewriteRule ^/i/[^/]+$ /srv/latchkey/web/harbour/invite.html [L]\n",
            "    RewriteCond %{QUERY_STRING} (^|&)mode=email(&|$)\n    RewriteRule ^/action$ /srv/latchkey/web/harbour/email.html [L]\n",
            "    RewriteRule ^/\\.well-known/change-password$ /a\\%20b [R=302,NE,QSD,L]\n",
        ] {
            #expect(text.contains(line), "\(line)")
        }
    }

    @Test(
        "a release beyond a host's limit is not exported",
        arguments: [
            (
                .azureStaticWebApps, 300,
                "the configuration of 'harbour' has … bytes, and Azure Static Web Apps accepts 20000"
            ),
            (.awsAmplify, 300, "the header fields of 'harbour' have … characters, and AWS Amplify accepts 25000"),
        ] as [(Host, Int, String)])
    func limits(_ host: Host, _ count: Int, _ message: String) throws {
        let routes = (0..<count).map { Route(path: "/p\($0)", answer: .file("reset.html")) }
        let error = try #require(throws: Diagnostic.self) { try host.export(try ExportSample.source(routes)) }
        let parts = message.split(separator: "…")
        #expect(error.message.hasPrefix(parts[0]) && error.message.hasSuffix(parts[1]), "\(error.message)")
        #expect(error.fix?.hasPrefix("Export to a host without that limit") == true)
        #expect(try host.export(try ExportSample.source(Array(routes.prefix(10)))).files.count > 5)
    }

    @Test("a rule of AWS Amplify with an address that is too long is not exported")
    func longRule() throws {
        let route = Route(path: "/" + String(repeating: "a", count: 2_048), answer: .file("reset.html"))
        let error = try #require(throws: Diagnostic.self) {
            try Host.awsAmplify.export(try ExportSample.source([route]))
        }
        #expect(
            error.message.hasSuffix(
                "has an address of more than 2048 characters, and AWS Amplify accepts no longer one"))
    }

    @Test(
        "addresses that a host cannot answer are announced",
        arguments: [
            (.nginx, ["/open/app-only", "/odd"]), (.caddy, ["/open/app-only", "/odd"]),
            (.firebaseHosting, ["/action, /odd", "/open/app-only"]),
            (.awsAmplify, ["/action, /odd", "/open/app-only"]),
            (.githubPages, ["/action, /i/{code}, /odd", "/open/app-only"]),
        ] as [(Host, [String])])
    func announcing(_ host: Host, _ addresses: [String]) throws {
        // No server has a variable for an item with a hyphen.
        let odd = Route(path: "/odd", conditions: ["a-b": "c"], answer: .file("reset.html"))
        let announcements = host.announcements(of: try ExportSample.source([odd]))
        let rules = announcements.filter { $0.weight == .warning && $0.rule.hasPrefix("/") }.map(\.rule)
        #expect(Set(rules).subtracting(["/open/, and links that land by a redirect"]) == Set(addresses))
    }
}

@Suite("The conformance suite")
struct ConformanceSuiteTests {
    private func report(_ ask: (HostRequest, HostResponse) -> HostResponse) throws -> ConformanceReport {
        let source = try ExportSample.source()
        let suite = ConformanceSuite(source.apps[0], of: source.site, requesting: "harbour.example")
        return ConformanceReport(suite, announcements: []) { requests in
            requests.map { request in
                var response = source.site.response(to: request).received
                if request.method == "HEAD" { response.body = [] }
                return ask(request, response)
            }
        }
    }

    @Test("expects what the release answers, of every aspect that the release has")
    func conforming() throws {
        let report = try report { $1 }
        #expect(report.results.flatMap(\.differences) == [])
        let tested = Set(report.results.map(\.conformanceCase.aspect))
        #expect(Set(ConformanceCase.Aspect.allCases).subtracting(tested) == [])
        let statuses = Dictionary(grouping: report.results.map(\.conformanceCase), by: \.expected.status)
        #expect(statuses.keys.sorted() == [200, 302, 303, 400, 404, 405, 406, 421])
    }

    @Test("finds another status, body, field and entity tag")
    func differing() throws {
        func parts(_ change: (inout HostResponse) -> Void) throws -> Set<String> {
            let report = try report { request, response in
                guard request.target == "/reset", request.method == "GET" else { return response }
                var response = response
                change(&response)
                return response
            }
            return Set(
                report.results.filter { $0.conformanceCase.request.target == "/reset" }.flatMap(\.differences).map(
                    \.part))
        }
        #expect(try parts { $0.status = 500 } == ["status"])
        #expect(try parts { $0.body = [1] } == ["body"])
        #expect(try parts { $0.headers.removeAll { $0.isNamed("ETag") } } == ["etag"])
        #expect(try parts { $0.headers.removeAll { $0.isNamed("Content-Type") } } == ["content-type"])
    }
}
