import AppLinks
import JSON
import LinkDefinitions
import Problems
import TestSupport
import Testing

@Suite("Problems of an app's links")
struct AppLinksProblemsTests {
    @Test("Valid links have none")
    func sound() throws {
        #expect(try artitecSet().problems() == [])
    }

    @Test("Apps of a list have problems with their place in it")
    func lists() throws {
        var set = try artitecSet()
        set.ios = IOSApp(appIDs: ["ABCDE12345.com.artitec.app", "artitec", "ABCDE12345.com.artitec.app"])
        set.android = AndroidApp(packages: [
            AndroidApp.Package(name: "com.artitec.app", sha256: [fingerprint]),
            AndroidApp.Package(name: "com.artitec.app", sha256: []),
            AndroidApp.Package(name: "artitec", sha256: [fingerprint, "14"]),
        ])
        #expect(
            set.problems().map { "\($0.place.text): \($0.code): \($0.message)" } == [
                "ios.app-ids[1]: app-id-form: 'artitec' is not an application identifier",
                "ios.app-ids[2]: app-twice: 'ABCDE12345.com.artitec.app' is listed twice",
                "android.packages[1].sha256: fingerprint-missing: no certificate's fingerprint is given",
                "android.packages[1].package: app-twice: 'com.artitec.app' is listed twice",
                "android.packages[2].package: package-form: 'artitec' is not an Android application ID",
                "android.packages[2].sha256[1]: fingerprint-form: '14' is not a SHA-256 fingerprint",
            ])
        set.ios?.isList = false
        set.android?.isList = false
        #expect(
            set.problems().map(\.place.text) == [
                "ios.app-ids[0]", "ios.app-ids[1]", "android.packages[0].sha256", "android.packages[0].package",
                "android.packages[1].package", "android.packages[1].sha256[1]",
            ])
    }

    @Test(
        "A fingerprint's fix says what it is instead",
        arguments: [
            (
                String(repeating: "1a", count: 32),
                "Write it in upper case, with a colon after each pair of digits: '14:6D:…:E5'."
            ),
            (
                Array(repeating: "1A", count: 20).joined(separator: ":"),
                "This is as long as a fingerprint by SHA-1: copy the one by SHA-256, of 32 pairs of digits."
            ),
            ("14", "Write 32 pairs of upper-case hexadecimal digits with colons between them: '14:6D:…:E5'."),
        ])
    func fingerprints(_ text: String, _ fix: String) throws {
        var set = try artitecSet()
        set.android = AndroidApp(package: "com.artitec.app", sha256: [text])
        #expect(set.problems().map(\.fix) == [fix])
    }

    @Test("An address that two links have is told apart by an item of the address in the app")
    func sharedAddresses() throws {
        var set = try artitecSet()
        set.links = try ["reset", "verify"].map { name in
            LinkDefinition(
                name: name, web: [try URLTemplate(parsing: "/action?code={code}")],
                app: try URLTemplate(parsing: "artitec://action?mode=\(name)&code={code}"), page: name)
        }
        #expect(
            set.problems().map(\.fix) == [
                "Write 'mode=verify' in it, as the link's address in the app has it, and its own in the other."
            ])
    }

    @Test("Every problem has a place, a message and a fix")
    func problems() throws {
        let set = AppLinkSet(
            hosts: ["artitec.com", "https://artitec.com", "Artitec.com", "artitec.com:80"],
            ios: IOSApp(appID: "ABC.com.artitec", scheme: "artitec://", store: 0),
            android: AndroidApp(package: "artitec", sha256: ["14:6d"]),
            links: [
                LinkDefinition(name: "empty", web: []),
                LinkDefinition(name: "dead", web: [try URLTemplate(parsing: "/dead")]),
                LinkDefinition(
                    name: "odd",
                    web: [
                        try URLTemplate(parsing: "https://artitec.com/odd"),
                        try URLTemplate(parsing: "/open/odd?a={a}"),
                        try URLTemplate(parsing: "/.well-known/change-password"),
                        try URLTemplate(parsing: "/apple-app-site-association?a={a}"),
                    ],
                    app: try URLTemplate(parsing: "other://odd/{b}"), page: "odd", lifetime: 0),
                LinkDefinition(
                    name: "twin", web: [try URLTemplate(parsing: "/open/odd/?a={x}")], page: "twin", landing: .redirect),
                LinkDefinition(name: "web", web: [], app: try URLTemplate(parsing: "/web")),
            ])
        let found = set.problems().map {
            "\($0.place.text)\($0.place.offset.map { "+\($0)" } ?? ""): \($0.code): \($0.message)"
        }
        #expect(
            found == [
                "hosts[1]: host-form: 'https://artitec.com' is not the name of a host",
                "hosts[2]: host-form: 'Artitec.com' is not the name of a host",
                "hosts[3]: host-form: 'artitec.com:80' is not the name of a host",
                "ios.app-id: app-id-form: 'ABC.com.artitec' is not an application identifier",
                "ios.scheme: scheme-form: 'artitec://' is not a scheme",
                "ios.store: store-form: '0' is not a number of the App Store",
                "android.package: package-form: 'artitec' is not an Android application ID",
                "android.sha256[0]: fingerprint-form: '14:6d' is not a SHA-256 fingerprint",
                "links.empty: link-without-address: the link 'empty' has no address",
                "links.dead: link-without-end: the link 'dead' has neither a page nor an app address",
                "links.odd.web[0]+0: web-with-scheme: a web address begins with a slash",
                "links.odd.web[1]+0: reserved-path: the path '/open/' is reserved for the redirects into the app",
                "links.odd.web[2]+0: reserved-path: the path '/.well-known/' is reserved for the association files",
                "links.odd.web[3]+0: reserved-path: the path '/apple-app-site-association' is reserved for the association files",
                "links.odd.app+13: parameter-without-source: no web address of the link supplies the parameter 'b'",
                "links.odd.lives: lifetime: the lifetime of a link must be positive",
                "links.twin.web[0]+0: reserved-path: the path '/open/' is reserved for the redirects into the app",
                "links.twin.landing: redirect-without-app: the link 'twin' has no address in the app to redirect to",
                "links.web.app+0: app-without-scheme: an address in the app begins with a scheme of its own",
                "links.twin.web[0]+0: duplicate-link: the address '/open/odd/?a={x}' has the same URL template as 'links.odd.web[1]'",
            ])
    }
}
