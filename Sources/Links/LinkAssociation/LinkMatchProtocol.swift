import JSON
import Problems
internal import TextEncoding

/// The protocol of `latchkey links match`: one JSON request per input line, one JSON response per output line.
///
/// A request for Apple is `{"id":0,"aasa":{…},"domain":"example.com","appId":"TEAM.bundle","url":"…"}`; its response is
/// `{"id":0,"decision":"match"}`, with `"exclude"` and `"no_match"` as the other decisions. A request for Android is
/// `{"id":1,"components":[…],"url":"…"}`, with the decisions `"match"` and `"no_match"`. The response to an invalid
/// request is `{"id":…,"error":"…"}`.
package enum LinkMatchProtocol {
    /// The response to one line, without a line break.
    package static func answer(to line: some Sequence<UInt8>) -> String {
        var id = JSONValue.null
        do throws(Problem<JSONPointer>) {
            let document: JSONDocument
            do {
                document = try JSONDocument(parsing: Array(line))
            } catch {
                throw problem("not JSON: \(error.message) in column \(error.place.column)")
            }
            guard let question = document.value.object else {
                throw problem("a question is an object, not \(document.value.kindName)")
            }
            id = question["id"] ?? .null
            return JSONValue.object(["id": id, "decision": .string(try decision(question))]).serialized()
        } catch {
            // Only problems of a file are below the request's own members, and have a fix.
            let text = error.fix.map { "'\(error.place)': \(error.message). \($0)" } ?? error.message
            return JSONValue.object(["id": id, "error": .string(text)]).serialized()
        }
    }

    private static func problem(_ message: String) -> Problem<JSONPointer> {
        Problem(code: "bad-request", at: JSONPointer(), message)
    }

    private static func decision(_ question: JSONObject) throws(Problem<JSONPointer>) -> String {
        let url = try string("url", of: question)
        guard let address = URLParts(url) else { throw problem("'url' is not an absolute URL") }
        switch (question["aasa"], question["components"]) {
        case (let aasa?, nil):
            guard let file = AppleAssociationFile(aasa) else {
                throw problem("'aasa' is \(aasa.kindName), not an object")
            }
            let (domain, app) = (try string("domain", of: question), try string("appId", of: question))
            let matcher = AppleLinkMatcher(file, domain: domain, appID: app)
            if let problem = matcher.problems.first { throw problem }
            return matcher.decide(address).outcome.rawValue
        case (nil, let components?):
            return AndroidRules(components).decide(address).outcome.rawValue
        case (_?, _?): throw problem("'aasa' and 'components' exclude each other")
        case (nil, nil): throw problem("neither 'aasa' nor 'components' is given")
        }
    }

    private static func string(_ key: String, of question: JSONObject) throws(Problem<JSONPointer>) -> String {
        guard let value = question[key] else { throw problem("'\(key)' is missing") }
        guard let text = value.string else { throw problem("'\(key)' is \(value.kindName), not a string") }
        return text
    }
}
