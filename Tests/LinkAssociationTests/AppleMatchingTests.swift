import AppLinks
import JSON
import LinkAssociation
import Problems
import Testing
import TextEncoding

@Suite("Decisions of Apple's systems")
struct AppleMatchingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let component: JSONValue
        let address: String
        let outcome: AppleDecision.Outcome
        init(_ component: JSONValue, _ address: String, _ outcome: AppleDecision.Outcome) {
            (self.component, self.address, self.outcome) = (component, address, outcome)
        }
        var testDescription: String { "\(address) by \(component.serialized())" }
    }

    @Test(
        "One component decides which URLs it matches",
        arguments: [
            // Slashes are normalised, in patterns and in URLs.
            Case(["/": "/buy/*"], "/buy", .match), Case(["/": "/buy/*"], "/buyer", .noMatch),
            Case(["/": "/buy*"], "/buyer", .match), Case(["/": "/buy*"], "/buy", .match),
            Case(["/": "/a/*/c"], "/a/c", .noMatch), Case(["/": "/a/*/c"], "/a/b/d/c/", .match),
            Case(["/": "/a/?*"], "/a/", .noMatch), Case(["/": "/a/?*"], "/a/b", .match),
            Case(["/": "*abc"], "/xabc", .match), Case(["/": "/buy/*/"], "/buy/42", .match),
            Case(["/": "/a/b"], "/a//b", .match), Case(["/": "/"], "", .match), Case(["/": "?"], "/", .match),
            Case(["/": "a"], "/a", .noMatch), Case(["/": "**"], "/a", .match), Case(["/": "**"], "/", .noMatch),
            Case(["/": ""], "/", .match), Case(["/": ""], "/a", .noMatch),
            // Stars may match in any way.
            Case(["/": "/a*bc"], "/aXbYbc", .match), Case(["/": "*?*?*"], "/a", .match),
            Case(["/": "/*a*a*a*b"], "/aaaaaaaaaaaaaaaaaaaa", .noMatch),
            // Queries.
            Case(["?": "a=1"], "/?a=1&b=2", .noMatch), Case(["?": "*a=1*"], "/?b=2&a=1&c", .match),
            Case(["?": ["a": "?*"]], "/?a", .noMatch), Case(["?": ["a": "?*"]], "/?b&a=x=y", .match),
            Case(["?": ["a": "x=y"]], "/?a=x=y", .match), Case(["?": [:]], "/?a", .match),
            Case(["?": ["a": "1", "b": 2]], "/?a=7", .match), Case(["?": ["": "x"]], "/?=x", .match),
            Case(["?": ["a": "b c"]], "/?a=b+c", .noMatch), Case(["?": ["a": ""]], "/?b=1", .match),
            // Fragments.
            Case(["#": "/route*"], "/x#/route/1", .match), Case(["#": ""], "/x", .match),
            Case(["#": "*"], "/x", .match),
            // Encoding.
            Case(["/": "/a b"], "/a%20b", .noMatch), Case(["/": "/caf%C3%A9"], "/café", .match),
            Case(["/": "/a/b", "percentEncoded": false], "/a%2Fb", .match),
            Case(["/": "/a%20b", "percentEncoded": false], "/a%20b", .noMatch),
            Case(["/": "/caf?", "percentEncoded": false], "/caf%C3%A9", .match),
            Case(["/": "/caf??", "percentEncoded": false], "/caf%C3%A9", .noMatch),
            Case(["?": ["é": "ü"], "percentEncoded": false], "/?%C3%A9=%C3%BC", .match),
            Case(["/": "/*", "percentEncoded": false], "/%FF", .noMatch),
            Case(["/": "*", "percentEncoded": false], "/%FF", .match),
            // Upper and lower case.
            Case(["/": "/ABC", "caseSensitive": false], "/aBc", .match), Case(["/": "/ABC"], "/abc", .noMatch),
            Case(["/": "/$(upper)", "caseSensitive": false], "/q", .match),
            Case(["?": ["Id": "X"], "caseSensitive": false], "/?Id=x", .match),
            Case(["?": ["Id": "X"], "caseSensitive": false], "/?id=x", .noMatch),
            // Variables.
            Case(["/": "/$(lang)-$(region)/*"], "/de-CH", .match), Case(["/": "/$(region)"], "/UK", .noMatch),
            Case(["/": "/$(digit)$(xdigit)"], "/7F", .match), Case(["/": "/$(alnum)"], "/ab", .noMatch),
            Case(["/": "/$(nothing)"], "/$(nothing)", .noMatch), Case(["/": "/a$(lang"], "/a$(lang", .noMatch),
            Case(["/": "/a$b"], "/a$b", .match),
            // Flags and unusual values.
            Case(["/": "/a", "exclude": true], "/a", .exclude), Case(["/": "/a", "exclude": "true"], "/a", .exclude),
            Case(["/": 7], "/a", .match), Case(["path": "/b"], "/a", .match), Case("/a", "/a", .noMatch),
        ])
    func components(_ sample: Case) throws {
        #expect(try decide([sample.component], "https://example.com" + sample.address).outcome == sample.outcome)
    }

    @Test("Custom variables match their values, wildcards included")
    func variables() throws {
        let variables: JSONValue = [
            "food": ["burrito", "pizza?", "su*hi", "a*b*c", "*x"], "nested": ["$(food)", "ok"],
            "lang": ["klingon"], "long": ["abcdefghijklmnop", "é"],
        ]
        let cases: [(String, String, Bool)] = [
            ("/$(food)/", "/burrito", true), ("/$(food)", "/pizza", false), ("/$(food)", "/pizzas", true),
            ("/$(food)", "/suhi", true), ("/$(food)s", "/sushis", true), ("/$(food)$(food)", "/burritoburrito", true),
            ("/$(food)-$(food)", "/suhi-abc", true), ("/*$(food)*", "/1a2b3c4", true), ("/*$(food)", "/1a2b3", false),
            ("/$(food)y", "/qqxy", true), ("/$(nested)", "/ok", true), ("/$(nested)", "/burrito", false),
            ("/$(lang)", "/klingon", true), ("/$(lang)", "/en", false), ("/$(long)", "/abcdefghijklmnop", true),
            ("/$(long)$(long)", "/abcdefghijklmnopabcdefghijklmnop" + String(repeating: "x", count: 80), false),
            ("/$(long)*", "/abcdefghijklmnop" + String(repeating: "x", count: 80), true),
        ]
        for (pattern, path, expected) in cases {
            let decision = try decide([["/": .string(pattern)]], "https://example.com" + path, variables: variables)
            #expect((decision.outcome == .match) == expected, "\(path) by \(pattern)")
        }
        let encoded = try decide(
            [["/": "/$(long)", "percentEncoded": false]], "https://example.com/é", variables: variables)
        #expect(encoded.outcome == .match)
    }

    @Test("The first component that matches decides and is reported")
    func order() throws {
        let components: [JSONValue] = [["/": "/a/*", "exclude": true], ["/": "/*"], ["/": "/a/b"]]
        let first = try decide(components, "https://example.com/a/b")
        #expect(first.outcome == .exclude)
        #expect(first.component?.description == "/applinks/details/0/components/0")
        let second = try decide(components, "http://EXAMPLE.com/b")
        #expect(second.outcome == .match)
        #expect(second.component?.description == "/applinks/details/0/components/1")
        for other in ["ftp://example.com/b", "https://example.org/b", "https://www.example.com/b", "artitec://b"] {
            #expect(try decide(components, other).outcome == .noMatch)
        }
    }

    @Test("Legacy paths exclude with NOT and match only the path")
    func legacy() throws {
        let file: JSONValue = [
            "applinks": [
                "apps": [], "details": ["A.b": ["paths": ["NOT /shop/private/*", "/shop/*", "NOT*", "/$(lang)"]]],
            ]
        ]
        func outcome(_ address: String) throws -> AppleDecision.Outcome {
            try #require(AppleAssociationFile(file)).matcher("example.com", "A.b")
                .decide(try #require(URLParts("https://example.com" + address))).outcome
        }
        #expect(try outcome("/shop/private/1") == .exclude)
        #expect(try outcome("/shop/1?x#y") == .match)
        #expect(try outcome("/other") == .noMatch)
        #expect(try outcome("/NOTHING") == .match)
        #expect(try outcome("/$(lang)") == .match)
        #expect(try outcome("/en") == .noMatch)
    }

    @Test("Unusual files claim nothing and cause no errors")
    func oddFiles() throws {
        let files: [JSONValue] = [
            [:], ["applinks": nil], ["applinks": ["details": nil]], ["applinks": ["details": [1, nil, []]]],
            ["applinks": ["details": [["appIDs": "A.b", "components": [["/": "*"]]]]]],
            ["applinks": ["details": [["appIDs": ["A.b"], "components": []]]]],
            ["applinks": ["details": [["appIDs": ["A.b"], "components": nil, "paths": ["*"]]]]],
            ["applinks": ["details": [["appIDs": ["A.c"], "components": [["/": "*"]]]]]],
        ]
        let address = try #require(URLParts("https://example.com/a"))
        for value in files {
            let file = try #require(AppleAssociationFile(value))
            #expect(file.matcher("example.com", "A.b").decide(address).outcome == .noMatch, "\(value.serialized())")
        }
        #expect(AppleAssociationFile([]) == nil)
    }

    @Test("A decision that depends on an unproven assumption names it")
    func unproven() throws {
        let cases: [(JSONValue, String, [AppleAssumption])] = [
            (["/": "/a"], "/a", []),
            (["?": ["Id": "1"], "caseSensitive": false], "/?id=1", [.queryNamesIgnoreCase]),
            (["/": "/$(lang)"], "/EN", [.codesInAnyCase]),
            (["/": "/$(region)"], "/AC", [.disputedCodesDiffer]),
            (["/": "/$(region)"], "/EU", [.disputedCodesDiffer]),
            (["/": "/$(lang)"], "/tok", [.disputedCodesDiffer]),
            (["/": "**"], "/", [.starsAloneMatchRoot]),
            (["/": "/a", "exclude": 1], "/a", [.onlyBooleansAreFlags]),
            ("odd", "/a", [.oddComponentsMatchEverything]),
            (["/": "/$(empty)x"], "/x", [.emptyValuesNeverMatch]),
            (["/": "/$(digit)"], "/one", []),
            (["/": "/$(digit)"], "/zero", [.predefinedVariablesWin]),
            (["/": "/%ZZ", "percentEncoded": false], "/%ZZ", [.undecodableAsWritten]),
            (["/": "/a"], ":8443/a", [.portsNeverMatch]),
            (
                ["/": .string("/" + String(repeating: "*a", count: 65) + "*")], "/" + String(repeating: "a", count: 65),
                [.manyStarsNeverMatch]
            ),
        ]
        let variables: JSONValue = ["empty": ["", "y"], "digit": ["zero"]]
        for (component, path, expected) in cases {
            let file = try #require(AppleAssociationFile(single([component], variables: variables)))
            let address = try #require(URLParts("https://example.com" + path))
            #expect(
                file.decisiveAssumptions(for: address, domain: "example.com", appID: "A.b") == expected,
                "\(path) by \(component.serialized())")
        }
        let twice = try #require(
            AppleAssociationFile([
                "applinks": [
                    "details": [
                        ["appIDs": ["A.b"], "components": [["/": "/a"]]], ["appIDs": ["A.b"], "paths": ["/b"]],
                        ["appID": "A.b"],
                    ]
                ]
            ]))
        func points(_ path: String) throws -> [AppleAssumption] {
            twice.decisiveAssumptions(
                for: try #require(URLParts("https://example.com" + path)), domain: "example.com", appID: "A.b")
        }
        #expect(try points("/a") == [])
        #expect(try points("/b") == [.firstEntryOnly])
        #expect(try points("/c") == [.firstEntryOnly, .bareEntryMatchesNothing])
    }

    @Test(
        "A pattern made to be slow is decided if it is within the limit of its length",
        arguments: ["*a", "*?a", "*$(digit)", "*$(open)", "$(many)", "*$(many)", "$(open)?"])
    func laborious(piece: String) throws {
        let variables: JSONValue = [
            "open": .array((0..<20).map { .string("a*a\($0)") } + ["a*a"]),
            "many": .array((0..<20).map { .string("aa\($0)") } + ["a"]),
        ]
        let pattern = "/" + String(repeating: piece, count: 100)
        let address = "https://example.com/" + String(repeating: "a", count: 500)
        #expect(try decide([["/": .string(pattern + "*b")]], address, variables: variables).outcome == .noMatch)
        let isMatch = piece != "*$(digit)"
        #expect(
            try decide([["/": .string(pattern + "*")]], address, variables: variables).outcome
                == (isMatch ? .match : .noMatch))
    }

    @Test("A pattern of more than 32,768 characters, with the values of its variables, matches nothing and is refused")
    func tooLong() throws {
        let values = (0..<1_024).map { "\($0 + 1_000)" + String(repeating: "b", count: 28) }
        #expect(values.reduce(0) { $0 + $1.count } == 32_768)
        let cases: [(String, [String], Bool)] = [
            ("/" + String(repeating: "a", count: 32_766) + "*", [], false),
            ("/" + String(repeating: "a", count: 32_767) + "*", [], true),
            ("/$(v)*", values.dropLast(), false), ("$(v)$(v)*", values, true),
        ]
        for (pattern, variable, isTooLong) in cases {
            let file = single(
                [["/": "/b"], ["/": .string(pattern)]], variables: ["v": .array(variable.map(JSONValue.string))])
            let matcher = try #require(AppleAssociationFile(file)).matcher("example.com", "A.b")
            #expect(matcher.problems.map(\.code) == (isTooLong ? ["pattern-too-long"] : []), "\(pattern.prefix(10))")
            let text = pattern.replacing("$(v)", with: variable.first ?? "").replacing("*", with: "")
            let address = "https://example.com\(text.hasPrefix("/") ? "" : "/")\(text)"
            let question: JSONValue = [
                "id": 1, "aasa": file, "domain": "example.com", "appId": "A.b", "url": .string(address),
            ]
            let answer = try JSONDocument(parsing: Array(LinkMatchProtocol.answer(to: question.serializedBytes()).utf8))
                .value
            let length = pattern.hasPrefix("/a") ? 32_769 : 65_538
            #expect(
                answer
                    == (isTooLong
                        ? [
                            "id": 1,
                            "error": .string(
                                "'/applinks/details/0/components/1': a pattern of the component has \(length) characters with the values of its variables, and Latchkey compares no more than 32768. Write '*' for a part of it, or a component for each case."
                            ),
                        ] : ["id": 1, "decision": "match"]),
                "\(pattern.prefix(10))")
        }
    }
}

extension AppleAssociationFile {
    func matcher(_ domain: String, _ appID: String) -> AppleLinkMatcher {
        AppleLinkMatcher(self, domain: domain, appID: appID)
    }
}

func single(_ components: [JSONValue], variables: JSONValue = [:]) -> JSONValue {
    [
        "applinks": [
            "substitutionVariables": variables, "details": [["appIDs": ["A.b"], "components": .array(components)]],
        ]
    ]
}

func decide(_ components: [JSONValue], _ address: String, variables: JSONValue = [:]) throws -> AppleDecision {
    let file = try #require(AppleAssociationFile(single(components, variables: variables)))
    return file.matcher("example.com", "A.b").decide(try #require(URLParts(address)))
}
