import Diagnostics
import HTTPMessages
import Release
import TestSupport
import Testing
import TextEncoding

@testable import LinkRouting

@Suite("What a release answers")
struct LandingTests {
    let manifest: Manifest
    let landing: Landing

    init() throws {
        manifest = LoadedRelease(.twoApps(), compressor: shorten).manifest
        landing = try Landing(manifest)
    }

    @Test(
        "a path, its slashes and its conditions choose the response",
        arguments: [
            ("/forgot-password", "200 artitec/forgot-password.html identity"),
            ("/forgot-password?x=1", "200 artitec/forgot-password.html identity"),
            ("/forgot-password/", "200 artitec/forgot-password.html identity"),
            ("//forgot-password//", "200 artitec/forgot-password.html identity"),
            ("/forgot%2Dpassword", "200 artitec/forgot-password.html identity"),
            ("/forgot-password%2F", "404 artitec/404.html identity"),
            ("/Forgot-password", "404 artitec/404.html identity"),
            ("/forgot-password/x", "404 artitec/404.html identity"),
            ("/forgot-passwor", "404 artitec/404.html identity"),
            ("/forgot-password;v=1", "404 artitec/404.html identity"),
            ("/x/../forgot-password", "404 artitec/404.html identity"),
            ("/", "200 artitec/forgot-password.html identity"),
            ("//", "200 artitec/forgot-password.html identity"),
            ("/reset-password", "200 artitec/reset-password.html identity"),
            ("/reset-password?token=a&token=b", "200 artitec/reset-password.html identity"),
            ("/verify/abc", "200 artitec/verify.html identity"),
            ("/verify/abc/", "200 artitec/verify.html identity"),
            ("/verify//abc", "200 artitec/verify.html identity"),
            ("/verify/a%2Fb", "200 artitec/verify.html identity"),
            // The first route that holds answers, here the one with the hole.
            ("/verify/help", "200 artitec/verify.html identity"),
            ("/verify", "404 artitec/404.html identity"),
            ("/verify/", "404 artitec/404.html identity"),
            ("/verify/a/b", "404 artitec/404.html identity"),
            ("/verify/{token}", "200 artitec/verify.html identity"),
            ("/caf%C3%A9", "200 artitec/verify.html identity"),
            ("/caf%c3%a9", "200 artitec/verify.html identity"),
            ("/asked?a=1&b%20c=2", "200 artitec/reset-password.html identity"),
            ("/asked?b%20c=2&x&a=1&a=3", "200 artitec/reset-password.html identity"),
            ("/asked", "200 artitec/verify.html identity"),
            ("/asked?a=1", "200 artitec/verify.html identity"),
            ("/asked?a=&b%20c=2", "200 artitec/verify.html identity"),
            ("/asked?a=1&b%20c=2&a=", "200 artitec/verify.html identity"),
            ("/auth/action", "404 artitec/404.html identity"),
            ("/auth/action?mode=resetPassword", "200 artitec/reset-password.html identity"),
            ("/auth/action?x&mode=reset%50assword&y=", "200 artitec/reset-password.html identity"),
            ("/auth/action?mode=verifyEmail", "200 artitec/verify.html identity"),
            ("/auth/action?mode=resetPassword&mode=resetPassword", "200 artitec/reset-password.html identity"),
            ("/auth/action?mode=resetPassword&mode=verifyEmail", "404 artitec/404.html identity"),
            ("/auth/action?mode=resetpassword", "404 artitec/404.html identity"),
            ("/auth/action?mode=", "404 artitec/404.html identity"),
            ("/auth/action/?mode=resetPassword", "200 artitec/reset-password.html identity"),
            ("/.well-known/apple-app-site-association", "200 artitec/apple-app-site-association identity"),
            ("/.well-known/change-password", "302 /forgot-password"),
            ("/.well-known/change-password/", "302 /forgot-password"),
            (
                "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200",
                "404 artitec/404.html identity"
            ),
            ("/artitec/web/404.html", "404 artitec/404.html identity"),
            ("/release.json", "404 artitec/404.html identity"),
        ])
    func paths(target: String, answer: String) {
        #expect(landing.text(target) == answer)
        if !answer.contains("open") { #expect(landing.text(target, method: "HEAD") == answer) }
    }

    @Test(
        "a request is answered by the app of its host",
        arguments: [
            ("artitec.com", "200 artitec/forgot-password.html identity"),
            ("www.artitec.com", "200 artitec/forgot-password.html identity"),
            ("other.com", "404 other/404.html identity"), ("www.other.com", "421"), ("127.0.0.1", "421"),
            ("[::1]", "421"), (nil, "421"),
        ] as [(String?, String)])
    func hosts(host: String?, answer: String) {
        #expect(landing.text("/forgot-password", host: host) == answer)
    }

    @Test("a fixed host answers every request, whatever it names")
    func fixedHost() throws {
        let landing = try Landing(LoadedRelease(.twoApps()).manifest, as: "Other.com")
        for host in ["artitec.com", "127.0.0.1", nil] {
            #expect(landing.text("/login", host: host) == "200 other/login.html identity")
        }
    }

    @Test("a fixed host must be in the release")
    func unknownFixedHost() {
        let error = #expect(throws: Diagnostic.self) { try Landing(LoadedRelease(.twoApps()).manifest, as: "x.com") }
        #expect(
            error?.message
                == "the release has no host 'x.com'; it has 'artitec.com', 'www.artitec.com', 'other.com'")
    }

    @Test("only GET and HEAD are answered", arguments: ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "get", "PATCH"])
    func methods(method: String) {
        #expect(landing.text("/forgot-password", method: method) == "405")
        #expect(landing.text("/nowhere", method: method) == "405")
        #expect(landing.text("/", method: method, host: "x.com") == "421")
    }

    @Test(
        "Accept-Encoding chooses the encoding of a response",
        arguments: [
            (nil, "identity"), ("", "identity"), ("br", "br"), ("gzip", "gzip"), ("x-gzip", "gzip"), ("GZIP", "gzip"),
            ("gzip, deflate, br, zstd", "br"), ("gzip;q=1.0, br;q=0.9", "gzip"), ("gzip;q=0.5,br;q=0.5", "br"),
            ("br;q=0.001", "br"), ("br;q=0", "identity"), ("br;q=0.000", "identity"), ("deflate", "identity"),
            ("identity", "identity"), ("identity, gzip", "gzip"), ("identity;q=0.5, br;q=0.4", "identity"),
            ("identity;q=0.4, br;q=0.5", "br"), ("*", "br"), ("*;q=0.5, gzip;q=0.6", "gzip"), ("br;q=0, *", "gzip"),
            ("*;q=0", nil), ("identity;q=0", nil), ("identity;q=0, gzip", "gzip"), ("*;q=0, gzip", "gzip"),
            ("gzip;q=2", "identity"), ("gzip;q=x", "identity"), ("gzip;q=0.1234", "identity"), ("gzip ; Q=1", "gzip"),
            (" , ,br, ", "br"), ("br; q =0", "identity"), ("br;q", "identity"), ("br;q= 1", "identity"),
            ("gzip;x=1;q=0.2, br;q=0.1", "gzip"),
        ] as [(String?, String?)])
    func encodings(accepted: String?, encoding: String?) {
        let headers = HTTPHeaders(accepted.map { [HeaderField("Accept-Encoding", $0)] } ?? [])
        let expected = encoding.map { "200 artitec/forgot-password.html \($0)" } ?? "406"
        #expect(landing.text("/forgot-password", headers: headers) == expected)
        // What is not there is said in any encoding rather than not at all.
        #expect(
            landing.text("/nowhere", headers: headers) == "404 artitec/404.html \(encoding ?? "identity")")
    }

    @Test("repeated Accept-Encoding fields are joined")
    func repeatedEncodings() {
        let headers: HTTPHeaders = ["Accept-Encoding": "gzip;q=0.5", "accept-encoding": "br"]
        #expect(landing.text("/forgot-password", headers: headers) == "200 artitec/forgot-password.html br")
    }

    @Test(
        "entity tags, compared weakly; TAG stands for the variant's own",
        arguments: [
            ("\"TAG\"", true), ("W/\"TAG\"", true), ("*", true), ("\"x\", \"TAG\"", true), ("\"x\",W/\"TAG\"", true),
            ("\"a,b\" , \"TAG\"", true), (",\"TAG\"", true), ("\"x\"", false), ("TAG", false), ("\"TAG", false),
            ("w/\"TAG\"", false), ("", false), ("\"TAG \"", false), ("\"IDENTITY\"", false), ("x \"TAG\"", false),
        ])
    func entityTags(header: String, matches: Bool) throws {
        let file = try #require(manifest.apps[0].files.first { $0.name.hasPrefix("forgot-password") })
        let brotli = try #require(file.variants.first { $0.encoding == "br" })
        let value = header.split(separator: "TAG", omittingEmptySubsequences: false).joined(separator: brotli.hash)
            .split(separator: "IDENTITY", omittingEmptySubsequences: false).joined(separator: file.hash)
        let headers: HTTPHeaders = ["If-None-Match": value, "Accept-Encoding": "br"]
        #expect(
            landing.text("/forgot-password", headers: headers)
                == (matches ? "304 artitec/forgot-password.html br" : "200 artitec/forgot-password.html br"))
        #expect(landing.text("/nowhere", headers: headers) == "404 artitec/404.html br")
    }

    @Test(
        "If-Match takes strong tags alone, and refuses every other version",
        arguments: [
            ("\"TAG\"", true), ("*", true), ("\"x\", \"TAG\"", true), ("W/\"TAG\"", false), ("\"x\"", false),
            ("", false),
        ])
    func preconditions(header: String, matches: Bool) throws {
        let file = try #require(manifest.apps[0].files.first { $0.name.hasPrefix("forgot-password") })
        let value = header.split(separator: "TAG", omittingEmptySubsequences: false).joined(separator: file.hash)
        #expect(
            landing.text("/forgot-password", headers: ["If-Match": value])
                == (matches ? "200 artitec/forgot-password.html identity" : "412"))
    }

    @Test("the variants of a file have tags of their own")
    func distinctTags() {
        for app in manifest.apps {
            for file in app.files { #expect(Set(file.variants.map(\.hash)).count == file.variants.count) }
        }
    }
}
