import AppLinks
import TestSupport
import Testing

@Suite("Which link an address is")
struct LinkRecognizerTests {
    /// The links of all the specifications that Latchkey has to express.
    static func everyLink() throws -> AppLinkSet {
        func templates(_ texts: [String]) throws -> [URLTemplate] {
            var templates: [URLTemplate] = []
            for text in texts { templates.append(try URLTemplate(parsing: text)) }
            return templates
        }
        return AppLinkSet(
            hosts: ["example.com", "links.example.com"],
            ios: IOSApp(appID: "ABCDE12345.com.example.app", scheme: "fetchnews"),
            android: AndroidApp(package: "com.example.app", sha256: [fingerprint]),
            links: [
                LinkDefinition(
                    name: "recover",
                    web: try templates([
                        "/auth?token_hash={token_hash}&type=recovery",
                        "/auth#access_token={access_token}&type=recovery",
                    ]), page: "recover"),
                LinkDefinition(
                    name: "auth-error",
                    web: try templates(["/auth#error={error}&error_description={description}", "/auth?error={error}"]),
                    page: "auth-error"),
                LinkDefinition(
                    name: "firebase-reset", web: try templates(["/__/auth/action?mode=resetPassword&oobCode={code}"]),
                    app: try URLTemplate(parsing: "fetchnews://firebase/{code}"), page: "firebase-reset"),
                LinkDefinition(
                    name: "firebase-verify", web: try templates(["/__/auth/action?mode=verifyEmail&oobCode={code}"]),
                    page: "firebase-verify"),
                LinkDefinition(
                    name: "firebase-wrapped", web: try templates(["/__/auth/links?link={link}"]), page: "wrapped"),
                LinkDefinition(
                    name: "verify-email", web: try templates(["/verify-email?token={token}"]),
                    app: try URLTemplate(parsing: "fetchnews://verify-email?token={token}"), page: "verify-email"),
                LinkDefinition(name: "article", web: try templates(["/news/{id}", "/n/{id}"]), page: "article"),
                LinkDefinition(name: "newest", web: try templates(["/news/newest"]), page: "newest"),
            ])
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let address: String
        let name: String?
        let parameters: [String: String]
        init(_ address: String, _ name: String?, _ parameters: [String: String] = [:]) {
            (self.address, self.name, self.parameters) = (address, name, parameters)
        }
        var testDescription: String { address }
    }

    @Test(
        "Every specification's addresses are recognised",
        arguments: [
            Case("https://example.com/auth?token_hash=pkce_1&type=recovery", "recover", ["token_hash": "pkce_1"]),
            Case(
                "https://example.com/auth#access_token=j.w.t&expires_in=3600&sb=&token_type=bearer&type=recovery",
                "recover",
                ["access_token": "j.w.t"]),
            Case("https://example.com/auth#access_token=j.w.t&type=signup", nil),
            Case(
                "https://example.com/auth#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid",
                "auth-error", ["error": "access_denied", "description": "Email+link+is+invalid"]),
            Case("https://example.com/auth?error=access_denied", "auth-error", ["error": "access_denied"]),
            Case(
                "https://example.com/__/auth/action?apiKey=AIza&mode=resetPassword&oobCode=ABC&lang=fr",
                "firebase-reset",
                ["code": "ABC"]),
            Case("https://example.com/__/auth/action?mode=verifyEmail&oobCode=ABC", "firebase-verify", ["code": "ABC"]),
            Case("https://example.com/__/auth/action?mode=recoverEmail&oobCode=ABC", nil),
            Case(
                "https://links.example.com/__/auth/links?link=https%3A%2F%2Fexample.com%2F__%2Fauth%2Faction%3Fmode%3DresetPassword%26oobCode%3DA%252BB",
                "firebase-reset", ["code": "A+B"]),
            Case(
                "https://example.com/__/auth/links?link=https%3A%2F%2Fevil.test%2Fverify-email%3Ftoken%3D1",
                "firebase-wrapped",
                ["link": "https://evil.test/verify-email?token=1"]),
            Case("fetchnews://verify-email?token=1", "verify-email", ["token": "1"]),
            Case("fetchnews:///verify-email?token=1", "verify-email", ["token": "1"]),
            Case("fetchnews:////verify-email/?token=1", "verify-email", ["token": "1"]),
            Case("https://example.com/verify-email?token=1", "verify-email", ["token": "1"]),
            Case("fetchnews://firebase/ABC", "firebase-reset", ["code": "ABC"]),
            Case("https://example.com/news/newest", "newest"),
            Case("https://example.com/news/7", "article", ["id": "7"]),
            Case("https://example.com/n/7/", "article", ["id": "7"]),
            Case("https://evil.test/verify-email?token=1", nil),
            Case("https://example.com/", nil), Case("", nil), Case("fetchnews:", nil),
            Case("mailto:a@example.com", nil),
        ])
    func recognition(_ sample: Case) throws {
        let link = LinkRecognizer(try Self.everyLink()).link(for: sample.address)
        #expect(link?.name == sample.name)
        #expect(link?.parameters ?? [:] == sample.parameters)
    }

    @Test("Links written out are read alike")
    func writtenOut() {
        let recognizer = LinkRecognizer(
            hosts: ["example.com"], addresses: ["a": ["/a/{x}", "no template"], "b": ["app://b?y={y}"]])
        #expect(recognizer.link(for: "https://example.com/a/1")?.parameters == ["x": "1"])
        #expect(recognizer.link(for: "app:b?y=2")?.name == "b")
        #expect(recognizer.link(for: "no template") == nil)
    }

    @Test("All these links are sound, and the files claim what the app reads")
    func agreement() throws {
        let set = try Self.everyLink()
        #expect(set.problems() == [])
        let value = try #require(AssociationFiles.apple(set))
        let file = try #require(AppleAssociationFile(value))
        let matcher = file.matcher("example.com", "ABCDE12345.com.example.app")
        let recognizer = LinkRecognizer(set)
        var random = SeededGenerator(seed: 5)
        let pieces = ["/auth", "/__/auth/action", "/news", "/n", "/verify-email", "/7", "/newest", "/"]
        let items = [
            "token=1", "token=", "token_hash=h", "type=recovery", "mode=resetPassword", "mode=verifyEmail", "oobCode=c",
            "error=e",
        ]
        for _ in 0..<3_000 {
            var text =
                "https://example.com" + (0...random.below(3)).map { _ in pieces[random.below(pieces.count)] }.joined()
            if random.below(2) == 0 {
                text += "?" + (0...random.below(4)).map { _ in items[random.below(items.count)] }.joined(separator: "&")
            }
            let address = try #require(LinkAddress(text))
            // Fragments apart, where the file claims some orders more than the app reads.
            #expect((matcher.decide(address).outcome == .match) == (recognizer.link(for: address) != nil), "\(text)")
        }
    }
}
