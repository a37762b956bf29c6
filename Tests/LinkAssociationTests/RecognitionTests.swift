import AppLinks
import LinkAssociation
import LinkDefinitions
import TestSupport
import Testing
import TextEncoding

@Suite("Association files and the app's recognizer")
struct RecognitionTests {
    /// The links of all specifications that Latchkey must support.
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

    @Test("Every link is valid, and the files claim what the app recognises")
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
            let address = try #require(URLParts(text))
            // Apart from fragments, of which the file claims more orders of items than the app recognises.
            #expect((matcher.decide(address).outcome == .match) == (recognizer.link(for: address) != nil), "\(text)")
        }
    }
}
