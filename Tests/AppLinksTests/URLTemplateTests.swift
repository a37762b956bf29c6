import AppLinks
import Files
import JSON
import Problems
import Testing
import TextEncoding

@Suite("The template of a link")
struct URLTemplateTests {
    struct Parts: Sendable, CustomTestStringConvertible {
        let text: String
        var scheme: String?
        var host: String?
        let route: String
        let parameters: [String]
        var conditions: [String: String] = [:]
        var testDescription: String { text }
    }

    @Test(
        "A template is parsed",
        arguments: [
            Parts(text: "/", route: "/", parameters: []),
            Parts(text: "/login", route: "/login", parameters: []),
            Parts(text: "/login/", route: "/login", parameters: []),
            Parts(text: "/reset-password?token={token}", route: "/reset-password", parameters: ["token"]),
            Parts(
                text: "/reset?token_hash={token_hash}&type=recovery", route: "/reset", parameters: ["token_hash"],
                conditions: ["type": "recovery"]),
            Parts(
                text: "/__/auth/action?mode=resetPassword&oobCode={code}", route: "/__/auth/action",
                parameters: ["code"], conditions: ["mode": "resetPassword"]),
            Parts(
                text: "/auth#access_token={access_token}&type=recovery", route: "/auth", parameters: ["access_token"]),
            Parts(
                text: "/auth#error={error}&error_code={error-code}", route: "/auth",
                parameters: ["error", "error-code"]),
            Parts(text: "/verify/{email}/{token}", route: "/verify/{email}/{token}", parameters: ["email", "token"]),
            Parts(
                text: "/a%20b?x=%C3%A9&y=a/b=c", route: "/a%20b", parameters: [], conditions: ["x": "é", "y": "a/b=c"]),
            Parts(
                text: "artitec://reset-password?token={token}", scheme: "artitec", host: "reset-password", route: "/",
                parameters: ["token"]),
            Parts(
                text: "fetchnews:///verify-email?token={token}", scheme: "fetchnews", route: "/verify-email",
                parameters: ["token"]),
            Parts(text: "com.x-y+z:open/{id}", scheme: "com.x-y+z", route: "/open/{id}", parameters: ["id"]),
        ])
    func parts(_ expected: Parts) throws {
        let template = try URLTemplate(parsing: expected.text)
        #expect(template.text == expected.text)
        #expect(template.scheme == expected.scheme)
        #expect(template.host == expected.host)
        #expect(template.routePath == expected.route)
        #expect(template.parameters == expected.parameters)
        #expect(template.conditions == expected.conditions)
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let text: String
        let offset: Int
        let message: String
        init(_ text: String, _ offset: Int, _ message: String) {
            (self.text, self.offset, self.message) = (text, offset, message)
        }
        var testDescription: String { text }
    }

    @Test(
        "An invalid template is refused at its first error",
        arguments: [
            Refusal("", 0, "an address is missing"),
            Refusal("reset-password", 0, "an address begins with a slash or with a scheme"),
            Refusal("1a://x", 0, "'1a' is not a scheme"),
            Refusal("harbour_app://login", 0, "'harbour_app' is not a scheme"),
            Refusal("harbour app://login", 0, "'harbour app' is not a scheme"),
            Refusal("a_b:c", 0, "an address begins with a slash or with a scheme"),
            Refusal("/a//b", 3, "the path has a doubled slash"),
            Refusal("//host/a", 1, "the path has a doubled slash"),
            Refusal("/a/../b", 3, "browsers remove the segment '..' from an address"),
            Refusal("/%2E/b", 1, "browsers remove the segment '%2E' from an address"),
            Refusal("/a b", 2, "the character ' ' is not allowed in a path"),
            Refusal("/café", 4, "the character 'é' is not allowed in a path"),
            Refusal("/a*", 2, "the character '*' would be a wildcard in the association files"),
            Refusal("/$(lang)", 1, "the character '$' would be a wildcard in the association files"),
            Refusal("/a%2", 2, "a percent sign is not followed by two hexadecimal digits"),
            Refusal("/a?b=%ec", 5, "'%ec' is not percent-encoded UTF-8"),
            Refusal("/v{x}", 2, "a parameter must be a whole segment"),
            Refusal("/{x", 1, "the brace is never closed"),
            Refusal("/x}", 2, "this brace does not belong to a parameter"),
            Refusal("/{}", 2, "a parameter's name is made of letters, digits, '-' and '_', a letter first"),
            Refusal("/{ x }", 2, "a parameter's name is made of letters, digits, '-' and '_', a letter first"),
            Refusal("/{x}?y={x}", 8, "the parameter 'x' is in the address twice"),
            Refusal("/a?", 3, "an item of the query is a name and a value"),
            Refusal("/a?token", 3, "an item of the query is a name and a value"),
            Refusal("/a?x={x}&", 9, "an item of the query is a name and a value"),
            Refusal("/a#/route", 3, "an item of the fragment is a name and a value"),
            Refusal("/a?x={x}&amp;token={token}", 9, "an ampersand is written as '&' here, not as in HTML"),
            Refusal("/a?token=", 9, "the item 'token' has no value"),
            Refusal("/a?t=a{x}", 6, "a parameter must be a whole value"),
            Refusal("/a?t={x}&t={y}", 9, "the query has two items 't'"),
            Refusal("/a?t=a?b", 6, "the character '?' would be a wildcard in the association files"),
            Refusal(
                "x://{host}/a", 4, "a host cannot contain a parameter, since its case is not preserved"),
            Refusal("https://user@example.com/a", 12, "a host is written without user and port"),
        ])
    func refusals(_ refusal: Refusal) {
        let error = #expect(throws: Problem<Int>.self) { try URLTemplate(parsing: refusal.text) }
        #expect(error?.message == refusal.message)
        #expect(error?.place == refusal.offset)
        #expect(error?.fix?.hasSuffix(".") == true)
    }

    @Test("The page's script and this parser extract the same parameters")
    func vectors() throws {
        let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let document = try JSONDocument(
            parsing: FileSystem.read("\(folder)/Vectors/link-parameters.json", limit: 1 << 20))
        let cases = try #require(document.value["cases"]?.array)
        #expect(cases.count > 20)
        for sample in cases {
            let template = try URLTemplate(parsing: #require(sample["template"]?.string))
            let address = try #require(sample["address"]?.string.flatMap { URLParts("https://e.com\($0)") })
            let expected = sample["parameters"]?.object.map { object in
                Dictionary(object.map { ($0.key, $0.value.string ?? "") }) { first, _ in first }
            }
            #expect(template.parameters(of: address) == expected, "\(sample["name"]?.string ?? "")")
            if expected != nil { #expect(RoutePath(template.routePath).matches(address.path)) }
        }
    }

    @Test(
        "A route's path matches paths that are equal when decoded, whatever their slashes",
        arguments: [
            ("/", "/", true), ("/a", "//a/", true), ("/a%20b", "/a%20b", true), ("/%61", "/a", true),
            ("/caf%c3%A9", "/caf%C3%a9", true), ("/a", "/A", false), ("/a", "/a/b", false), ("/v/{t}", "/v/x", true),
            ("/v/{t}", "/v/", false), ("/v/{t}", "/v/a%2Fb", true), ("/%7Bt%7D", "/x", false),
        ])
    func routes(path: String, request: String, matches: Bool) {
        #expect(RoutePath(path).matches(request) == matches)
    }

    struct Match: Sendable, CustomTestStringConvertible {
        let template: String
        let address: String
        let values: [String: String]?
        init(_ template: String, _ address: String, _ values: [String: String]?) {
            (self.template, self.address, self.values) = (template, address, values)
        }
        var testDescription: String { "\(address) as \(template)" }
    }

    @Test(
        "A URL gives the parameters of its template",
        arguments: [
            Match("/r?token={t}", "artitec://r?token=a", nil),
            Match("/r?h={h}&type=recovery", "https://e.com/r?type=recovery&h=1", ["h": "1"]),
            Match("/a#t={t}&type=recovery", "https://e.com/a#expires=1&t=jwt&type=recovery", ["t": "jwt"]),
            Match("/v/{t}", "https://e.com/v/a%2Fb/", ["t": "a/b"]),
            Match("/v/{t}", "https://e.com/v/a/b", nil),
            Match("/v/{t}", "https://e.com/v/", nil),
            Match("/", "https://e.com", [:]),
            Match("artitec://reset?token={t}", "artitec://reset?token=1", ["t": "1"]),
            Match("artitec://reset?token={t}", "ARTITEC://Reset/?token=1", ["t": "1"]),
            Match("artitec://reset?token={t}", "artitec:///reset?token=1", ["t": "1"]),
            Match("artitec://reset?token={t}", "artitec:reset?token=1", ["t": "1"]),
            Match("artitec:///reset?token={t}", "artitec://reset?token=1", ["t": "1"]),
            Match("artitec://reset?token={t}", "artitec://reset/x?token=1", nil),
            Match("artitec://reset/{t}", "artitec://reset/Ab", ["t": "Ab"]),
            Match("artitec://reset?token={t}", "https://reset?token=1", nil),
        ])
    func matches(_ match: Match) throws {
        let address = try #require(URLParts(match.address))
        #expect(try URLTemplate(parsing: match.template).parameters(of: address) == match.values)
    }

    @Test("A template is filled with encoded values")
    func filling() throws {
        let template = try URLTemplate(parsing: "artitec://reset/{user}?token={token}&x=%20")
        let values = ["token": "a+b/ü~\r\n", "user": "Ä b"]
        let text = try #require(template.expanded(with: values))
        #expect(text == "artitec://reset/%C3%84%20b?token=a%2Bb%2F%C3%BC~%0D%0A&x=%20")
        #expect(template.parameters(of: try #require(URLParts(text))) == values)
        #expect(template.expanded(with: ["token": "a"]) == nil)
        #expect(template.expanded(with: ["token": "", "user": "b"]) == nil)
        #expect(template.expanded(with: ["token": "a", "user": ".."]) == nil)
        #expect(template.expanded(with: ["token": "{user}", "user": "b"])?.hasSuffix("token=%7Buser%7D&x=%20") == true)
    }

    @Test("A URL is split without decoding it")
    func addresses() throws {
        let address = try #require(URLParts("HTTPS://user:pw@Example.COM:8443/a b/é?x=y?z#f#g"))
        #expect(address.scheme == "https")
        #expect(address.host == "example.com")
        #expect(address.port == "8443")
        #expect(address.path == "/a%20b/%C3%A9")
        #expect(address.query == "x=y?z")
        #expect(address.fragment == "f#g")
        #expect(URLParts("/a") == nil)
        #expect(URLParts("") == nil)
        #expect(URLParts("é:x") == nil)
        #expect(URLParts("https://[::1]/x")?.host == "[::1]")
        #expect(URLParts("https://example.com?x")?.path == "")
    }
}
