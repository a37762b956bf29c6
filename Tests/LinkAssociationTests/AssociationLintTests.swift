import AppLinks
import JSON
import LinkAssociation
import LinkDefinitions
import Problems
import TestSupport
import Testing

@Suite("The lint of association files")
struct AssociationLintTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let findings: [String]
        init(_ text: String, _ findings: String...) { (self.text, self.findings) = (text, findings) }
        /// A file with one entry of `details` for one app.
        init(components: String, more: String = "", _ findings: String...) {
            text =
                #"{"applinks":{"details":[{"appIDs":["ABCDE12345.a.b"],"components":[\#n\#(components)\#n]}]\#(more)}}"#
            self.findings = findings
        }
        var testDescription: String { text }
    }

    private func show(_ findings: [Problem<JSONPosition>]) -> [String] {
        findings.map { "\($0.place.line):\($0.place.column) \($0.severity) \($0.code): \($0.message)" }
    }

    @Test(
        "A valid file has no errors",
        arguments: [
            Case(components: #"{"/":"/buy/*"},{"/":"/help/*","?":{"n":"????"}}"#),
            Case(#"{"webcredentials":{"apps":["ABCDE12345.a.b"]},"messagefilter":{"apps":[]}}"#),
            Case(components: ##"{"#":"no_universal_links","exclude":true,"comment":"x"},{"/":"/$(lang)/a"}"##),
            Case(#"[]"#, "1:1 warning no-statements: the file has no statement, so it lets no app do anything"),
        ])
    func sound(_ sample: Case) {
        #expect(show(AssociationLint.findings(in: Array(sample.text.utf8))) == sample.findings)
    }

    @Test(
        "A file that is no association file is reported",
        arguments: [
            Case("", "1:1 error not-json: the text has no JSON value"),
            Case("<!doctype html>", "1:1 error not-json: '<' where a value should be"),
            Case(
                "7", "1:1 error not-an-association-file: the file is a number: Apple's is an object, Android's an array"
            ),
            Case(
                #"{"appLinks":{}}"#, "1:1 error no-service: the file has no service that Apple supports",
                "1:2 warning unknown-key: Apple's systems ignore the name 'appLinks'"),
            Case(#"{"applinks":[]}"#, "1:13 error not-an-object: 'applinks' is an array instead of an object"),
            Case(
                #"{"applinks":{"apps":["x"],"detail":[]}}"#,
                "1:13 error no-details: 'applinks' has no 'details', so no link opens an app",
                "1:21 error apps-not-empty: 'apps' under 'applinks' must be an empty array",
                "1:27 warning unknown-key: Apple's systems ignore the name 'detail'"),
            Case(#"{"webcredentials":{}}"#, "1:19 error apps-missing: 'webcredentials' has no list of 'apps'"),
            Case(
                #"{"appclips":{"apps":[1,"abc.x","x"]}}"#,
                "1:22 error app-id-form: an application identifier is a number",
                "1:24 warning app-id-prefix: 'abc.x' does not begin with ten capitals and digits, as application identifiers do",
                "1:32 error app-id-form: 'x' is not an application identifier"),
        ])
    func files(_ sample: Case) {
        #expect(show(AssociationLint.findings(in: Array(sample.text.utf8))) == sample.findings)
    }

    @Test(
        "A wrong entry of Apple's file is reported",
        arguments: [
            Case(
                #"{"applinks":{"details":[{"appID":"ABCDE12345.a.c","appIDs":["ABCDE12345.a.b"],"components":[{"/":"/a"}],"paths":["/a"]}]}}"#,
                "1:26 warning app-id-ignored: 'appID' is ignored beside 'appIDs'",
                "1:105 warning paths-ignored: 'paths' is ignored beside 'components' from iOS 13 on"),
            Case(
                #"{"applinks":{"details":[{"appIDs":[],"components":[{"/":"/a"}]},{"components":[]},1]}}"#,
                "1:35 error no-app: 'appIDs' is empty, so the entry applies to no app",
                "1:65 error no-app: the entry names no app",
                "1:83 error not-an-object: an entry of 'details' is a number instead of an object"),
            Case(
                #"{"applinks":{"details":[{"appID":"ABCDE12345.a.b"},{"appID":"ABCDE12345.a.b","components":[{"/":"/a"}]}]}}"#,
                "1:25 error no-components: the entry has neither 'components' nor 'paths', and may claim every address of the site",
                "1:52 warning mixed-generations: 'appIDs' goes with 'components' and 'appID' with 'paths'; other pairs do not work everywhere",
                "1:52 warning app-twice: 'ABCDE12345.a.b' is in an earlier entry too, and which one counts is not proven",
                "1:92 warning unreachable-component: the component never decides: number 0 before it matches all that it does, as 'https://example.com/a' shows"
            ),
            Case(
                #"{"applinks":{"details":{"ABCDE12345.a.b":{"paths":["NOT/a","NOT /b","https://x.y/z",7]}}}}"#,
                "1:13 warning apps-missing: systems that need 'paths' also need \"apps\": []",
                "1:52 error not-prefix: 'NOT/a' excludes nothing: 'NOT' needs a space after it",
                "1:69 error url-in-path: the pattern 'https://x.y/z' contains a scheme or a host",
                "1:85 error not-a-string: a path is a number instead of a string"),
        ])
    func entries(_ sample: Case) {
        #expect(show(AssociationLint.findings(in: Array(sample.text.utf8))) == sample.findings)
    }

    @Test(
        "A wrong component is reported",
        arguments: [
            Case(components: "{}", "2:1 error matches-everything: the component matches every URL of the site"),
            Case(
                components: #"{"path":"/a"}"#,
                "2:1 error matches-everything: the component matches every URL of the site",
                "2:2 warning unknown-key: Apple's systems ignore the name 'path'"),
            Case(
                components: #"{"/":7}"#,
                "2:6 error not-a-string: '/' is a number instead of a string, and so constrains nothing"),
            Case(
                components: #"{"?":{"a":true,"b":"1"}}"#,
                "2:11 error query-value-ignored: 'a' is a boolean instead of a string, and systems then ignore all of '?'"
            ),
            Case(
                components: #"{"/":"/a","exclude":"true"}"#,
                "2:21 warning not-a-boolean: 'exclude' is a string, and how systems treat it is not proven"),
            Case(
                components: #"{"?":{"a":"*"},"exclude":true}"#,
                "2:11 error absent-item-matches: the component excludes every URL, since an item that is not there matches '*' too"
            ),
            Case(
                components: #"{"/":"/a","?":{"a":""}}"#,
                "2:20 warning absent-item-matches: '' also matches where 'a' is not there"),
            Case(
                components: #"{"?":"a=1"}"#,
                "2:6 warning exact-query: the query must be just 'a=1': one item more, and nothing matches"),
            Case(
                components: #"{"/":"/#/route"},{"/":"/a?x=1"},{"/":"/?*/x=1"}"#,
                "2:6 error url-in-path: the pattern '/#/route' contains a number sign",
                "2:23 error url-in-path: the question mark in '/a?x=1' matches one character and does not begin a query"
            ),
            Case(
                components: ##"{"/":"NOT /a"},{"#":"#top"}"##,
                "2:6 warning unencoded-character: 'NOT /a' can never match, since addresses are compared encoded",
                "2:6 error not-prefix: 'NOT' excludes only in 'paths'; here it is part of the path",
                "2:21 warning number-sign: the number sign does not belong to the fragment"),
            Case(
                components: #"{"/":"/café"},{"/":"/caf%c3%a9"},{"/":"/a%20b","percentEncoded":false},{"/":"/a\\b"}"#,
                "2:6 warning unencoded-character: '/café' can never match, since addresses are compared encoded",
                "2:21 warning lowercase-escape: '%c3' does not match '%C3', which browsers send",
                "2:40 warning encoded-pattern: under \"percentEncoded\": false addresses are decoded and '/a%20b' is not, so it rarely matches",
                "2:78 warning backslash: a backslash escapes nothing: '*' and '?' cannot be written as themselves",
                "2:78 warning unencoded-character: '/a\\b' can never match, since addresses are compared encoded"),
            Case(
                components: #"{"/":"/*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*"}"#,
                "2:6 warning many-stars: the pattern has more than 20 stars, and Apple may reject it"),
            Case(components: "[1]", "2:1 error not-an-object: a component is an array instead of an object"),
        ])
    func components(_ sample: Case) {
        #expect(show(AssociationLint.findings(in: Array(sample.text.utf8))) == sample.findings)
    }

    @Test(
        "A component that another one makes useless is reported",
        arguments: [
            Case(
                components: #"{"/":"/a/*"},{"/":"/a/b/?*"}"#,
                "2:14 warning unreachable-component: the component never decides: number 0 before it matches all that it does, as 'https://example.com/a/b/x' shows"
            ),
            Case(
                components: #"{"/":"/a"},{"/":"/a/"}"#,
                "2:12 note redundant-twin: the component duplicates number 0 before it, as 'https://example.com/a' shows"
            ),
            Case(
                components: #"{"/":"/a/*"},{"/":"/a"}"#,
                "2:14 note redundant-twin: the component duplicates number 0 before it, as 'https://example.com/a' shows"
            ),
            Case(
                components: #"{"/":"/a/*"},{"/":"/a/b","?":{"x":"?*"},"exclude":true}"#,
                "2:14 warning exclude-too-late: the component excludes nothing: number 0 before it opens the app first, as 'https://example.com/a/b?x=x' shows"
            ),
            Case(
                components: #"{"/":"/a/*","exclude":true},{"/":"/a/b"}"#,
                "2:29 warning unreachable-component: the component opens nothing: number 0 before it excludes all that it matches, as 'https://example.com/a/b' shows"
            ),
            Case(components: #"{"/":"/a/?*","?":{"x":"1"}},{"/":"/a/b"}"#),
            Case(components: #"{"/":"/a/*","caseSensitive":false},{"/":"/a/b"}"#),
            Case(
                components: #"{"/":"*"}"#,
                "2:1 warning change-password-claimed: the component opens '/.well-known/change-password' in the app, and password managers need the page",
                "2:1 warning oauth-callback-claimed: the component opens OAuth callbacks such as '/auth/callback' in the app, not on the page that waits for them"
            ),
            Case(components: #"{"/":"/.well-known/*","exclude":true},{"/":"/auth/callback"}"#),
            Case(
                #"{"applinks":{"details":[{"appIDs":["ABCDE12345.a.b","ABCDE12345.a.c"],"components":[{"/":"/a"}]}]}}"#,
                "1:85 note shared-claim: both 'ABCDE12345.a.b' and 'ABCDE12345.a.c' claim 'https://example.com/a', and the system chooses"
            ),
        ])
    func together(_ sample: Case) {
        #expect(show(AssociationLint.findings(in: Array(sample.text.utf8))) == sample.findings)
    }

    @Test(
        "A wrong variable of a component is reported",
        arguments: [
            Case(
                components: #"{"/":"/$(Lang)/$(food)"},{"/":"/a$(x"}"#,
                "2:6 error unknown-variable: there is no variable 'Lang', so the pattern matches nothing",
                "2:6 error unknown-variable: there is no variable 'food', so the pattern matches nothing",
                "2:31 error unterminated-variable: a reference in '/a$(x' is never closed, so nothing matches"),
            Case(
                components: #"{"/":"/$(region)"}"#,
                more: #","substitutionVariables":{"lang":["UK"],"a(":[],"n":["$(x)",""]}"#,
                "3:29 warning region-uk: $(region) does not match 'UK': the code of the United Kingdom is 'GB'",
                "3:30 warning shadowed-variable: 'lang' is the name of a predefined variable",
                "3:30 warning unused-variable: no pattern refers to '$(lang)'",
                "3:44 error variable-name: the name 'a(' cannot be referred to",
                "3:44 warning unused-variable: no pattern refers to '$(a()'",
                "3:49 error variable-values: a variable's values are a list with at least one string",
                "3:52 warning unused-variable: no pattern refers to '$(n)'",
                "3:57 error nested-variable: a variable's value cannot refer to another variable",
                "3:64 warning variable-values: whether an empty value matches anything is not proven"),
        ])
    func variables(_ sample: Case) {
        #expect(show(AssociationLint.findings(in: Array(sample.text.utf8))) == sample.findings)
    }

    @Test("Repeated names and files that are too long are reported")
    func bounds() {
        let twice = #"{"applinks":{"details":[]},"applinks":{"details":[]}}"#
        #expect(
            show(AssociationLint.findings(in: Array(twice.utf8))) == [
                "1:28 warning duplicate-key: the name 'applinks' is in the same object twice, and systems use only one of them"
            ])
        let long = #"{"webcredentials":{"apps":[]}}"# + String(repeating: " ", count: 131_072)
        #expect(
            show(AssociationLint.findings(in: Array(long.utf8))) == [
                "1:1 error too-large: the file has 131102 bytes, and Apple reads no more than 131072"
            ])
    }

    @Test("A pattern that is too long is reported at its component")
    func longPattern() {
        let text =
            #"{"applinks":{"details":[{"appIDs":["ABCDE12345.a.b"],"components":[{"/":"/b","?":{"c":"LONG"}}]}]}}"#
        let file = text.replacing("LONG", with: String(repeating: "a", count: 32_769))
        let findings = AssociationLint.findings(in: Array(file.utf8))
        #expect(
            show(findings) == [
                "1:68 error pattern-too-long: a pattern of the component has 32769 characters with the values of its variables, and Latchkey compares no more than 32768"
            ])
        #expect(findings.first?.fix == "Write '*' for a part of it, or a component for each case.")
    }

    @Test(
        "A wrong statement of Android's file is reported",
        arguments: [
            Case(
                #"[{},1,{"relation":[],"target":{}},{"relation":["a/b"],"target":{}},{"relation":["A/b"],"target":{}}]"#,
                "1:2 error relation-missing: the statement has no 'relation'; the statement is skipped",
                "1:5 error statement-form: a statement is a number instead of an object; the statement is skipped",
                "1:19 error relation-form: 'relation' is a list with at least one string; the statement is skipped",
                "1:64 error namespace-unknown: the target's 'namespace' is neither 'android_app' nor 'web'; the statement is skipped",
                "1:81 error relation-form: 'A/b' is not a relation; the statement is skipped"),
            Case(
                #"[{"relation":["a/b"],"target":{"namespace":"web","site":"https://a.b/"}},{"relation":["a/b"],"target":{"namespace":"web","site":"http://a.b.:80"}}]"#,
                "1:57 error site-form: 'site' is not the origin of a site; the statement is skipped"),
            Case(
                #"[{"relation":["a/b"],"target":{"namespace":"android_app","package_name":"x"}},{"relation":["a/b"],"target":{"namespace":"android_app","package_name":"a.b","sha256_cert_fingerprints":["aa"]}}]"#,
                "1:73 error package-form: 'package_name' is not an Android application ID; the statement is skipped",
                "1:184 error fingerprint-form: 'aa' is not a SHA-256 fingerprint; the statement is skipped"),
            Case(
                #"[{"include":"https://a.b/c","x":1},{"include":"https://a.b/c","relation":["a/b"]},{"include":"x"}]"#,
                "1:36 error include-mixed: 'include' and 'relation' exclude each other; the statement is skipped",
                "1:94 error include-form: 'include' is no http or https address; the statement is skipped"),
        ])
    func statements(_ sample: Case) {
        #expect(show(AssociationLint.findings(in: Array(sample.text.utf8))) == sample.findings)
    }

    @Test(
        "A wrong dynamic rule of Android's file is reported",
        arguments: [
            (#"[{"/":"/a"},{"/":"*"}]"#, []),
            (
                #"[{"/":"/a"},{"?":"x"}]"#,
                [
                    "error rules-dropped: '?' is a string instead of an object; Android then drops all dynamic rules and the app's manifest alone decides"
                ]
            ),
            (
                #"[{"/":"/a","exclude":true}]"#,
                ["warning rules-exclude-everything: the rules open nothing: what no rule matches stays in the browser"]
            ),
            (
                #"[{"/":"*"},{"/":"/$(lang)","caseSensitive":false},{"exclude":true}]"#,
                [
                    "warning unreachable-component: the rule never decides: number 0 before it matches everything",
                    "warning unknown-variable: Android has no variables and matches '$(' literally",
                    "warning unknown-key: Android does not know the name 'caseSensitive'",
                    "warning rule-matches-nothing: a rule without '/', '?' and '#' matches nothing",
                    "warning unreachable-component: the rule never decides: number 0 before it matches everything",
                ]
            ),
        ] as [(String, [String])])
    func rules(_ rules: String, _ findings: [String]) {
        let text = """
            [{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app",\
            "package_name":"a.b","sha256_cert_fingerprints":["\(fingerprint)"]},"relation_extensions":\
            {"delegate_permission/common.handle_all_urls":{"dynamic_app_link_components":\(rules)}}}]
            """
        let found = AssociationLint.findings(in: Array(text.utf8))
        #expect(found.map { "\($0.severity) \($0.code): \($0.message)" } == findings)
    }

    @Test(
        "A relation that nearly is one of Android's is reported, and one of another reader is not",
        arguments: [
            ("common.handle_all_url", "common.handle_all_urls"), ("common.handle_all_uris", "common.handle_all_urls"),
            ("commons.handle_all_urls", "common.handle_all_urls"),
            ("common.get_login_cred", "common.get_login_creds"), ("common.use_as_orgin", "common.use_as_origin"),
            ("common.share_location", nil), ("common.get_login_creds", nil), ("common.query_webapk", nil),
        ] as [(String, String?)])
    func relations(_ relation: String, _ meant: String?) {
        let text = """
            [{"relation":["delegate_permission/\(relation)"],"target":{"namespace":"android_app",\
            "package_name":"a.b","sha256_cert_fingerprints":["\(fingerprint)"]}}]
            """
        let found = AssociationLint.findings(in: Array(text.utf8))
        #expect(
            found.map { "\($0.severity) \($0.message) [\($0.fix ?? "")]" }
                == (meant.map {
                    [
                        "warning Android knows no relation 'delegate_permission/\(relation)' [Did you mean 'delegate_permission/\($0)'?]"
                    ]
                } ?? []))
    }

    @Test("Generated files pass the lint")
    func generated() throws {
        for set in [try artitecSet(), try RecognitionTests.everyLink()] {
            for file in [AssociationFiles.apple(set), AssociationFiles.android(set)] {
                let bytes = try #require(file).serializedBytes(.pretty)
                #expect(show(AssociationLint.findings(in: bytes)) == [])
            }
        }
    }
}
