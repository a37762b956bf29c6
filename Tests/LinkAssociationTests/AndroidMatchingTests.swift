import AppLinks
import JSON
import LinkAssociation
import Problems
import Testing
import TextEncoding

@Suite("Decisions of Android's dynamic rules")
struct AndroidMatchingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let rules: JSONValue
        let address: String
        let outcome: AndroidDecision.Outcome
        init(_ rules: JSONValue, _ address: String, _ outcome: AndroidDecision.Outcome) {
            (self.rules, self.address, self.outcome) = (rules, address, outcome)
        }
        var testDescription: String { "\(address) by \(rules.serialized())" }
    }

    @Test(
        "The first of Android's rules that matches a URL decides",
        arguments: [
            Case([["?": ["dl": "*", "in_app": "true"]]], "/?in_app=true&dl=abc", .match),
            Case([["?": ["dl": "*", "in_app": "true"]]], "/?lang=en&in_app=true&tz=pst&dl=abc", .match),
            Case([["?": ["dl": "*", "in_app": "true"]]], "/?lang=en&tz=pst&dl=abc", .noMatch),
            Case([["/": "/path1", "exclude": true], ["/": "*"]], "/path1", .noMatch),
            Case([["/": "/path1", "exclude": true], ["/": "*"]], "/path2", .match),
            Case([["/": "*", "exclude": true]], "/x", .noMatch),
            // The star does not backtrack.
            Case([["/": "/a*bc"]], "/aXbYbc", .noMatch), Case([["/": "/a*bc"]], "/aXbc", .match),
            Case([["/": "/buy/*"]], "/buy", .noMatch), Case([["/": "/buy/*"]], "/buy/", .match),
            Case([["/": "/buy"]], "/buy/", .noMatch), Case([["/": "/a/?*"]], "/a/", .noMatch),
            Case([["/": "/a/?*"]], "/a/b", .match), Case([["/": "/**x"]], "/yx", .match),
            Case([["/": "/a/?*/c"]], "/a/b/c", .match), Case([["/": "/a/?*/c"]], "/a/b/d/c", .noMatch),
            // Missing parts match nothing; of repeated items one match suffices.
            Case([["#": "*"]], "/x", .noMatch), Case([["#": "*"]], "/x#", .match),
            Case([["?": ["k": "*"]]], "/x", .noMatch), Case([["?": ["k": "1"]]], "/?k=2&k=1", .match),
            Case([["?": ["k": "*"]]], "/?k", .noMatch), Case([["?": ["k": "*"]]], "/?k=", .match),
            Case([["?": ["k": "1"]]], "/?a=2;k=1", .match), Case([["?": ["k": "1"]]], "/?a=2;k=1&b=3", .noMatch),
            // Everything is compared decoded.
            Case([["/": "/a b"]], "/a%20b", .match), Case([["/": "/a/b"]], "/a%2Fb", .match),
            Case([["?": ["k": "1"]]], "/?a=2%26k=1", .match), Case([["#": "é"]], "/#%C3%A9", .match),
            Case([["/": "/\u{FFFD}x"]], "/%ZZx", .noMatch), Case([["/": "/\u{FFFD}"]], "/%FF", .match),
            Case([["/": "/A"]], "/a", .noMatch),
            // A rule without a pattern matches nothing; an error anywhere invalidates all rules.
            Case([[:], ["/": "/a"]], "/b", .noMatch), Case([["exclude": true], ["/": "*"]], "/b", .match),
            Case([["/": "/a", "exclude": true], ["/": ""]], "/a", .match),
            Case([["/": "/a", "exclude": true], ["?": "x"]], "/a", .match),
            Case([["/": "/a", "exclude": "true"]], "/a", .match), Case([], "/a", .match), Case(["x": 1], "/a", .match),
            Case([["/": "/a", "comment": "x"]], "/b", .noMatch),
        ])
    func rules(_ sample: Case) throws {
        let address = try #require(URLParts("https://example.com" + sample.address))
        #expect(AndroidRules(sample.rules).decide(address).outcome == sample.outcome)
    }

    @Test("The deciding rule or the error is named")
    func explanations() throws {
        let rules = AndroidRules([["/": "/a", "exclude": true], ["/": "*"]])
        #expect(rules.problem == nil)
        #expect(rules.decide(try #require(URLParts("https://example.com/b"))).rule == 1)
        let faults: [(JSONValue, String)] = [
            (["x": 1], ": the rules are an object instead of an array"), ([], ": the list of rules is empty"),
            ([7], "/0: a rule is a number instead of an object"),
            ([["/": "/a"], ["/": 1]], "/1/~1: '/' is a number instead of a string"),
            ([["#": ""]], "/0/#: '#' is empty"), ([["?": "a"]], "/0/?: '?' is a string instead of an object"),
            ([["?": [:]]], "/0/?: '?' is empty"), ([["?": ["a": ""]]], "/0/?/a: 'a' is empty"),
            ([["exclude": 1]], "/0/exclude: 'exclude' is a number instead of a boolean"),
        ]
        for (value, expected) in faults {
            #expect(AndroidRules(value).problem.map { "\($0.place): \($0.message)" } == expected)
        }
    }
}

@Suite("The protocol of links match")
struct LinkMatchProtocolTests {
    @Test("Every line of input gets a line of output")
    func answers() {
        let file = #"{"applinks":{"details":[{"appIDs":["A.b"],"components":[{}]}]}}"#
        let lines = [
            #"{"id":1,"aasa":\#(file),"domain":"e.com","appId":"A.b","url":"https://e.com/x"}"#:
                #"{"id":1,"decision":"match"}"#,
            #"{"id":"x","components":[{"/":"/a"}],"url":"https://e.com/x"}"#: #"{"id":"x","decision":"no_match"}"#,
            "": #"{"id":null,"error":"not JSON: the text has no JSON value in column 1"}"#,
            "[]": #"{"id":null,"error":"a question is an object, not an array"}"#,
            #"{"id":2}"#: #"{"id":2,"error":"'url' is missing"}"#,
            #"{"id":2,"url":7}"#: #"{"id":2,"error":"'url' is a number, not a string"}"#,
            #"{"id":2,"url":"/x"}"#: #"{"id":2,"error":"'url' is not an absolute URL"}"#,
            #"{"id":2,"url":"https://e.com"}"#: #"{"id":2,"error":"neither 'aasa' nor 'components' is given"}"#,
            #"{"id":2,"url":"https://e.com","aasa":{},"components":[]}"#:
                #"{"id":2,"error":"'aasa' and 'components' exclude each other"}"#,
            #"{"id":2,"url":"https://e.com","aasa":[]}"#: #"{"id":2,"error":"'aasa' is an array, not an object"}"#,
            #"{"id":2,"url":"https://e.com","aasa":{}}"#: #"{"id":2,"error":"'domain' is missing"}"#,
            #"{"id":2,"url":"https://e.com","aasa":{},"domain":"e.com"}"#: #"{"id":2,"error":"'appId' is missing"}"#,
        ]
        for (line, answer) in lines { #expect(LinkMatchProtocol.answer(to: line.utf8) == answer) }
    }
}
