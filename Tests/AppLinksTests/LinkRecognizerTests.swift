import AppLinks
import Testing

@Suite("Recognising links")
struct LinkRecognizerTests {
    /// The links of all specifications that Latchkey must support.
    static let everyLink = LinkRecognizer(
        hosts: ["example.com", "links.example.com"],
        addresses: [
            "recover": [
                "/auth?token_hash={token_hash}&type=recovery", "/auth#access_token={access_token}&type=recovery",
            ],
            "auth-error": ["/auth#error={error}&error_description={description}", "/auth?error={error}"],
            "firebase-reset": ["/__/auth/action?mode=resetPassword&oobCode={code}", "fetchnews://firebase/{code}"],
            "firebase-verify": ["/__/auth/action?mode=verifyEmail&oobCode={code}"],
            "firebase-wrapped": ["/__/auth/links?link={link}"],
            "verify-email": ["/verify-email?token={token}", "fetchnews://verify-email?token={token}"],
            "article": ["/news/{id}", "/n/{id}"],
            "newest": ["/news/newest"],
        ])

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
        "The URLs of every specification are recognised",
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
    func recognition(_ sample: Case) {
        let link = Self.everyLink.link(for: sample.address)
        #expect(link?.name == sample.name)
        #expect(link?.parameters ?? [:] == sample.parameters)
    }

    @Test("Templates given as texts give the same result")
    func writtenOut() {
        let recognizer = LinkRecognizer(
            hosts: ["example.com"], addresses: ["a": ["/a/{x}"], "b": ["app://b?y={y}"]])
        #expect(recognizer.link(for: "https://example.com/a/1")?.parameters == ["x": "1"])
        #expect(recognizer.link(for: "app:b?y=2")?.name == "b")
    }

    @Test("A text that is not a template stops the program and names the mistake")
    func mistakes() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = LinkRecognizer(hosts: ["example.com"], addresses: ["reset": ["/reset?token={token"]])
            })
        let message = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(message.contains("the template '/reset?token={token' of the link 'reset': "), "\(message)")
    }
}
