public import AuthFlow
import JSON
import SiteModel

/// What an app's backend has to answer before a browser lets the app's pages talk to it (CORS).
///
/// Nothing of a page works without it, and a browser that refuses says nothing of use, so a build says it beforehand.
public struct BackendOrigins: Hashable, Sendable {
    /// The app's name.
    public let app: String
    /// The backend's address.
    public let base: String
    public let answer: CORSAnswer

    /// What the backend of an app has to answer; nil where its pages ask nobody.
    init?(_ app: App) {
        guard let backend = app.backend, let answer = app.cors else { return nil }
        self.app = app.name
        base = backend.base
        self.answer = answer
    }

    /// For people; every line ends in LF.
    public var text: String {
        let intro = "The backend of '\(app)', \(base), has to answer the pages' preflight requests with\n"
        guard let origin = answer.origins.first else { return "" }
        var lines = answer.headers(for: origin).map { "    \($0.name): \($0.value)\n" }
        if answer.origins.count > 1 {
            lines.append("and likewise, each by its own name, \(answer.origins.dropFirst().joined(separator: ", ")).\n")
        }
        return intro + lines.joined()
    }

    /// For scripts.
    var json: JSONValue {
        [
            "app": .string(app),
            "base": .string(base),
            "origins": .array(answer.origins.map(JSONValue.string)),
            "methods": .array(answer.methods.map(JSONValue.string)),
            "headers": .array(answer.requestHeaders.map(JSONValue.string)),
            "exposed": .array(answer.exposedHeaders.map(JSONValue.string)),
            "credentials": .bool(answer.allowsCredentials),
        ]
    }
}
