package import CrossOrigin
package import JSON
package import SiteModel
import TextEncoding

/// The CORS headers that an app's backend must send so that browsers let the app's pages call it.
///
/// Without them no page works, and a browser's error message does not help, so the build reports them in advance.
package struct BackendOrigins: Hashable, Sendable {
    package let app: String
    package let base: String
    package let answer: CORSAnswer

    /// The CORS headers for the backend of an app; nil if its pages make no requests.
    package init?(_ app: App) {
        guard let backend = app.backend, let answer = app.cors else { return nil }
        self.app = app.name
        base = backend.base
        self.answer = answer
    }

    /// The instructions as plain text; every line ends in LF.
    package var text: String {
        guard let origin = answer.origins.first else { return "" }
        func lines(_ headers: [HeaderField]) -> String {
            headers.map { "    \($0.name): \($0.value)\n" }.joined()
        }
        var text =
            "The backend of '\(app)', \(base), must send these header fields with every response, including errors:\n"
        text += lines(answer.headers(for: origin))
        text += "To a preflight request (OPTIONS) it must respond with a status from 200 to 299, and also send:\n"
        text += lines(answer.preflightHeaders)
        if answer.origins.count > 1 {
            text += """
                For requests from \(answer.origins.dropFirst().joined(separator: ", ")) it must repeat the request's Origin \
                in Access-Control-Allow-Origin.

                """
        }
        return text
    }

    package var json: JSONValue {
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
