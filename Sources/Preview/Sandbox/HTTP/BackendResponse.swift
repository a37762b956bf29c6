internal import JSON
internal import TextEncoding

/// A response of an imitated backend; functions throw one that reports an error.
struct BackendResponse: Error, Sendable {
    var status: Int
    var headers: [HeaderField]
    var body: [UInt8]

    init(_ status: Int, headers: [HeaderField] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    static func json(_ status: Int, _ value: JSONValue, headers: [HeaderField] = []) -> BackendResponse {
        BackendResponse(
            status, headers: [HeaderField("Content-Type", "application/json")] + headers,
            body: Array(value.serialized().utf8))
    }

    static func text(_ status: Int, _ text: String) -> BackendResponse {
        BackendResponse(
            status, headers: [HeaderField("Content-Type", "text/plain; charset=utf-8")], body: Array(text.utf8))
    }
}
