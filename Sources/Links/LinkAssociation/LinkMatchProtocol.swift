import AppLinks
import JSON
import Problems
import TextEncoding

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
        do throws(ValidationError) {
            let document: JSONDocument
            do {
                document = try JSONDocument(parsing: Array(line))
            } catch {
                throw ValidationError("not JSON: \(error.message) in column \(error.place.column)")
            }
            guard let question = document.value.object else {
                throw ValidationError("a question is an object, not \(document.value.kindName)")
            }
            id = question["id"] ?? .null
            return JSONValue.object(["id": id, "decision": .string(try decision(question))]).serialized()
        } catch {
            return JSONValue.object(["id": id, "error": .string(error.message)]).serialized()
        }
    }

    private struct ValidationError: Error {
        let message: String
        init(_ message: String) { self.message = message }
    }

    private static func decision(_ question: JSONObject) throws(ValidationError) -> String {
        let url = try string("url", of: question)
        guard let address = URLParts(url) else { throw ValidationError("'url' is not an absolute URL") }
        switch (question["aasa"], question["components"]) {
        case (let aasa?, nil):
            guard let file = AppleAssociationFile(aasa) else {
                throw ValidationError("'aasa' is \(aasa.kindName), not an object")
            }
            let (domain, app) = (try string("domain", of: question), try string("appId", of: question))
            return AppleLinkMatcher(file, domain: domain, appID: app).decide(address).outcome.rawValue
        case (nil, let components?):
            return AndroidRules(components).decide(address).outcome.rawValue
        case (_?, _?): throw ValidationError("'aasa' and 'components' exclude each other")
        case (nil, nil): throw ValidationError("neither 'aasa' nor 'components' is given")
        }
    }

    private static func string(_ key: String, of question: JSONObject) throws(ValidationError) -> String {
        guard let value = question[key] else { throw ValidationError("'\(key)' is missing") }
        guard let text = value.string else { throw ValidationError("'\(key)' is \(value.kindName), not a string") }
        return text
    }
}
