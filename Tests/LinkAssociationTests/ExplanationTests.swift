import AppLinks
import JSON
import LinkAssociation
import LinkDefinitions
import TestSupport
import Testing

@Suite("Explaining an address")
struct ExplanationTests {
    @Test("A link is explained without knowledge of components")
    func link() throws {
        let explanation = try #require(
            LinkExplanation(of: "https://artitec.com/reset-password?token=abc", in: try artitecSet()))
        #expect(
            explanation.text == #"""
                https://artitec.com/reset-password?token=abc

                This is the link 'reset-password', defined as /reset-password?token={token}.
                  token is 'abc'

                iPhone with the app       The app opens with the link 'reset-password'.
                iPhone without it         The page 'reset-password' opens in the browser.
                Android with the app      The app opens with the link 'reset-password'.
                Android without it        The page 'reset-password' opens in the browser.
                Desktop                   The page 'reset-password' opens in the browser.
                In another app's browser  The page 'reset-password' opens there: most such browsers do not hand links to apps.

                iOS opens the app because of this entry in the apple-app-site-association file: {"/":"/reset-password","?":{"token":"?*"},"comment":"reset-password"}
                Android 15 and later open the app because of this rule in assetlinks.json: {"/":"/reset-password","?":{"token":"?*"}}
                Android 14 and earlier go by the paths in the app's manifest alone.

                """#)
        #expect(
            explanation.json.serialized() == #"""
                {"url":"https://artitec.com/reset-password?token=abc","link":"reset-password","template":"/reset-password?token={token}","parameters":{"token":"abc"},"apple":{"decision":"match","component":{"/":"/reset-password","?":{"token":"?*"},"comment":"reset-password"},"unproven":[]},"android":{"decision":"match","rule":{"/":"/reset-password","?":{"token":"?*"}}},"endings":{"iphone-with-app":{"opens":"app","link":"reset-password"},"iphone-without-app":{"opens":"page","page":"reset-password"},"android-with-app":{"opens":"app","link":"reset-password"},"android-without-app":{"opens":"page","page":"reset-password"},"desktop":{"opens":"page","page":"reset-password"},"in-app-browser":{"opens":"page","page":"reset-password"}}}
                """#)
    }

    @Test("Several apps are named, and what is unknown of a scheme that they share")
    func severalApps() throws {
        var set = try artitecSet()
        set.ios?.appIDs.append("ABCDE12345.com.artitec.app.beta")
        set.android?.packages.append(AndroidApp.Package(name: "com.artitec.beta", sha256: [fingerprint]))
        let both = [
            "The same holds for all apps on iOS: ABCDE12345.com.artitec.app, ABCDE12345.com.artitec.app.beta.",
            "The same holds for all apps on Android: com.artitec.app, com.artitec.beta.",
        ]
        func lines(_ text: String) throws -> [String] {
            let explanation = try #require(LinkExplanation(of: text, in: set))
            return explanation.reasons.filter { $0.contains("all apps") || $0.contains("several") }
        }
        #expect(try lines("https://artitec.com/reset-password?token=1") == both)
        #expect(
            try lines("artitec://reset-password?token=1") == both + [
                "If several of them register the scheme, iOS does not say which one opens."
            ])
    }

    @Test("Other URLs have other outcomes")
    func others() throws {
        var set = try artitecSet()
        set.links[0].landing = .redirect
        func endings(_ text: String) throws -> [LinkExplanation.Ending?] {
            let explanation = try #require(LinkExplanation(of: text, in: set))
            return [.iPhoneWithApp, .iPhoneWithoutApp, .androidWithApp].map { explanation.endings[$0] }
        }
        #expect(
            try endings("https://artitec.com/reset-password/?token=a%2Bb") == [
                .app(link: "reset-password"), .redirect("artitec://reset-password?token=a%2Bb"),
                .app(link: "reset-password"),
            ])
        #expect(try endings("https://artitec.com/reset-password") == [.site, .site, .site])
        #expect(try endings("https://evil.test/reset-password?token=1") == [.elsewhere, .elsewhere, .elsewhere])
        #expect(
            try endings("artitec://reset-password?token=1") == [
                .app(link: "reset-password"), .nothing, .app(link: "reset-password"),
            ])
        #expect(LinkExplanation(of: "/reset-password", in: set) == nil)
        let forged = try #require(LinkExplanation(of: "https://artitec.com/reset-password?token=%1B%5B2J", in: set))
        #expect(!forged.text.contains("\u{1B}"))
    }

    @Test(
        "What a link's address lacks is told, and that a shell may have cut it",
        arguments: [
            ("/reset-password", "The link 'reset-password' needs 'token' as well."),
            (
                "/reset-password?lang=de",
                "The link 'reset-password' needs 'token' as well. In a shell, put the address into quotes: it ends at '&' without."
            ),
            ("/reset-password?lang=de&tokn=1", "The link 'reset-password' needs 'token' as well."),
            ("/elsewhere?lang=de", nil), ("/reset-password?token=1", nil),
        ] as [(String, String?)])
    func missingItems(path: String, advice: String?) throws {
        #expect(LinkExplanation(of: "https://artitec.com\(path)", in: try artitecSet())?.advice == advice)
        #expect(LinkExplanation(of: "https://other.test\(path)", in: try artitecSet())?.advice == nil)
    }

    @Test("Unproven assumptions are listed")
    func unproven() throws {
        let explanation = try #require(
            LinkExplanation(of: "https://artitec.com:8443/reset-password?token=abc", in: try artitecSet()))
        #expect(
            explanation.text.hasSuffix(
                "Not proven: The port of an address does not matter. An address with a port may never open the app.\n"))
    }
}

@Suite("Where the platforms differ")
struct DivergenceTests {
    private func find(_ apple: [JSONValue], _ android: JSONValue) throws -> [String] {
        let file = try #require(AppleAssociationFile(single(apple)))
        return Divergence.find(between: file, appID: "A.b", and: android, host: "e.com").map { divergence in
            "\(divergence.topic.rawValue) \(divergence.address) \(divergence.apple.outcome.rawValue) \(divergence.android.outcome.rawValue)"
        }
    }

    @Test("Short URLs show where the same rules differ")
    func rules() throws {
        let found = try find([["/": "/buy/*"]], [["/": "/buy/*"]])
        #expect(found.first == "plain https://e.com/buy match no_match")
        #expect(found.contains("encoded-path https://e.com/%62uy/ no_match match"))
    }

    @Test("Each known difference is found")
    func topics() throws {
        func topics(_ rule: JSONValue) throws -> [String] {
            try find([rule], [rule]).map { String($0.prefix { $0 != " " }) }
        }
        #expect(try topics(["/": "/buy"]).contains("trailing-slash"))
        #expect(try topics(["/": "/buy/*"]).contains("plain"))
        #expect(try topics(["?": ["k": "*"]]).contains("missing-item"))
        #expect(try topics(["?": ["k": "1"]]).contains("repeated-item"))
        #expect(try topics(["#": "*"]).contains("plain"))
        #expect(try topics(["/": "/buy"]).contains("encoded-path"))
        #expect(try topics(["/": "/buy"]).contains("doubled-slash"))
        #expect(try topics(["#": "*a=?*"]).contains("moved-fragment") == false)
    }

    @Test("Generated files differ only where the platforms cannot agree")
    func generated() throws {
        #expect(
            Divergence.find(in: try artitecSet()).map { "\($0.topic.rawValue) \($0.address)" } == [
                "doubled-slash https://artitec.com//reset-password?token=x",
                "repeated-item https://artitec.com/reset-password?token=x&token=",
                "encoded-path https://artitec.com/%72eset-password?token=x",
            ])
        // For a fragment with several items, Android's star can match the first item only.
        let plain = try #require(Divergence.find(in: try RecognitionTests.everyLink()).first)
        #expect(plain.topic == .plain)
        #expect(plain.address == "https://example.com/auth#error=x")
    }
}
