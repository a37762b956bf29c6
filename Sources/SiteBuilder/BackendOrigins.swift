import Diagnostics
public import JSON
public import SiteModel
import TextEncoding
import YAML

/// The CORS headers that an app's backend must send so that browsers let the app's pages call it.
///
/// Without them no page works, and a browser's error message does not help, so the build reports them in advance.
public struct BackendOrigins: Hashable, Sendable {
    /// The app's name.
    public let app: String
    /// The backend's base URL.
    public let base: String
    package let answer: CORSAnswer
    private let redaction: Redaction

    /// The CORS headers for the backend of an app; nil if its pages make no requests.
    public init?(_ app: App) {
        guard let backend = app.backend, let answer = app.cors else { return nil }
        self.app = app.name
        base = backend.base
        redaction = app.redaction
        self.answer = answer
    }

    /// The instructions as plain text, without values from environment variables; every line ends in LF.
    public var text: String {
        guard let origin = answer.origins.first else { return "" }
        func lines(_ headers: [HeaderField]) -> String {
            headers.map { "    \($0.name): \($0.value)\n" }.joined()
        }
        var text = "Every answer of the backend of '\(app)', \(base), an error too, needs\n"
        text += lines(answer.headers(for: origin))
        text += "and its answer to a preflight request (OPTIONS), with a status of 200 to 299, also\n"
        text += lines(answer.preflightHeaders)
        if answer.origins.count > 1 {
            text += "and likewise, each by its own name, \(answer.origins.dropFirst().joined(separator: ", ")).\n"
        }
        return redaction.redacted(text)
    }

    /// The same as JSON, without values from environment variables.
    public var json: JSONValue {
        redaction.redacted([
            "app": .string(app),
            "base": .string(base),
            "origins": .array(answer.origins.map(JSONValue.string)),
            "methods": .array(answer.methods.map(JSONValue.string)),
            "headers": .array(answer.requestHeaders.map(JSONValue.string)),
            "exposed": .array(answer.exposedHeaders.map(JSONValue.string)),
            "credentials": .bool(answer.allowsCredentials),
        ])
    }
}
