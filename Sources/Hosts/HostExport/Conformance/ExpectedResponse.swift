internal import HTTPMessages
internal import Hashing
internal import LinkRouting
internal import Memory
package import TextEncoding

/// The response of `latchkey-server` to a request, to compare a host's with.
package struct ExpectedResponse: Hashable, Sendable {
    package let status: Int
    package let headers: [HeaderField]
    private let isHead: Bool
    private let length: Int
    /// The bodies of a file by content coding; empty if the response is not a file.
    private let codings: [String: BodyDigest]

    /// Asks a release.
    init(to request: HostRequest, of site: LandingSite) {
        let response = site.response(to: request)
        let received = response.received
        var codings: [String: BodyDigest] = [:]
        for coding in response.status == 200 || response.status == 404 ? ["identity", "gzip", "br"] : [] {
            var other = request
            other.headers = request.headers.filter { !$0.isNamed("Accept-Encoding") }
            other.headers.append(HeaderField("Accept-Encoding", coding))
            let found = site.response(to: other).received
            codings[found.coding] = BodyDigest(found.body)
        }
        self.init(
            status: response.status, headers: received.headers, isHead: request.method == "HEAD",
            length: received.body.count, codings: codings)
    }

    init(status: Int, headers: [HeaderField], isHead: Bool = false, length: Int = 0, codings: [String: BodyDigest]) {
        self.status = status
        self.headers = headers
        self.isHead = isHead
        self.length = length
        self.codings = codings
    }

    private subscript(name: String) -> String? { HostResponse(status: status, headers: headers)[name] }

    private var isPage: Bool { self["content-type"]?.hasPrefix("text/html") == true && !codings.isEmpty }

    /// Whether it is a page with a token.
    var isPrivate: Bool { status == 200 && self["cache-control"]?.contains("no-store") == true }

    /// Whether a redirect into the app precedes the response.
    package var variesByUserAgent: Bool { self["vary"]?.contains("User-Agent") == true }

    package func isFile(_ decoded: [UInt8]) -> Bool { codings["identity"] == BodyDigest(decoded) }

    var isCoded: Bool { self["content-encoding"] != nil }

    /// The fields that must be the same. Of a refusal only `Allow` is: every server has a text of its own.
    private var compared: [HeaderField] {
        status >= 400 && codings.isEmpty
            ? headers.filter { $0.isNamed("Allow") }
            : headers.filter { field in !["ETag", "Vary", "Content-Length"].contains { field.isNamed($0) } }
    }

    /// The fields that would affect a page or disclose data about it, and may not be added.
    private var unwanted: [String] {
        let names =
            codings.isEmpty
            ? [status >= 400 ? "location" : "set-cookie"] : ["location", "set-cookie", "content-encoding"]
        let ofPages = [
            "refresh", "link", "nel", "report-to", "reporting-endpoints", "access-control-allow-origin",
            "content-disposition", "speculation-rules",
        ]
        return (names + (isPage ? ofPages : [])).filter { self[$0] == nil }
    }

    /// Returns the differences of a response. If the status differs, nothing else is compared.
    package func differences(from response: HostResponse) -> [ConformanceDifference] {
        guard response.status == status else {
            let location = response["location"].map { " to \($0)" } ?? ""
            return [
                ConformanceDifference(
                    part: "status", expected: String(status), found: "\(response.status)\(location)")
            ]
        }
        var differences: [ConformanceDifference] = []
        func add(_ part: String, _ expected: String, _ found: String?) {
            differences.append(ConformanceDifference(part: part, expected: expected, found: found ?? "absent"))
        }
        for field in compared where !Self.isSame(field, response[field.name]) {
            add(field.name.lowercased(), field.value, response[field.name])
        }
        for name in unwanted {
            if let value = response[name] { add(name, "absent", value) }
        }
        guard !codings.isEmpty || status < 400 else { return differences }
        if self["etag"] != nil, response["etag"] == nil { add("etag", "an entity tag", nil) }
        if let vary = self["vary"], !Self.names(vary).isSubset(of: Self.names(response["vary"] ?? "")) {
            add("vary", vary, response["vary"])
        }
        guard !codings.isEmpty else { return differences }
        let found = BodyDigest(response.body)
        if isHead {
            if !response.body.isEmpty { add("body", "none", "\(response.body.count) bytes") }
            if let found = response["content-length"], found != String(length) {
                add("content-length", String(length), found)
            }
        } else if let expected = codings[self["content-encoding"] ?? "identity"], found != expected,
            // The file in another coding than expected is still correct.
            response.body.isEmpty || codings[response.coding] != found
        {
            add("body", "\(expected)", "\(found)")
        }
        return differences
    }

    private static func names(_ list: String) -> Set<String> {
        Set(list.lowercased().split(separator: ",").map { $0.filter { $0 != " " } })
    }

    /// Media types and cache directives are compared ignoring whitespace and case; other values exactly. JSON has no
    /// parameter 'charset' (RFC 8259, section 11), which hosts add and readers ignore.
    private static func isSame(_ field: HeaderField, _ found: String?) -> Bool {
        guard let found, field.value != found else { return found != nil }
        let isLenient = field.isNamed("Content-Type") || field.isNamed("Cache-Control")
        let value = found.lowercased().filter { $0 != " " }
        let isJSON = value == "application/json;charset=utf-8"
        return isLenient && field.value.lowercased().filter { $0 != " " } == (isJSON ? "application/json" : value)
    }
}

/// The length of a body and the start of its SHA-256, as in the file names of a release.
package struct BodyDigest: Hashable, Sendable, CustomStringConvertible {
    private let length: Int
    private let hash: String

    init(_ body: [UInt8]) {
        length = body.count
        hash = String(Base16.encode(Digest.sha256(body)).prefix(16))
    }

    package var description: String { "\(length) bytes with the hash \(hash)" }
}

extension HostResponse {
    fileprivate var coding: String { self["content-encoding"] ?? "identity" }
}

extension ExportSource {
    /// Returns the file of the release at a path of a host; nil if there is none.
    package func file(at path: String, of host: String) -> [UInt8]? {
        let response = site.response(to: HostRequest(host: host, target: path))
        return response.status == 200 ? response.received.body : nil
    }
}

extension LandingSite {
    /// Returns the response of `latchkey-server` to a request as it is sent, malformed ones included.
    func response(to request: HostRequest) -> HTTPResponse {
        let fields = ([HeaderField("Host", request.host)] + request.headers).map { "\($0.name): \($0.value)\r\n" }
        let head = Array("\(request.method) \(request.target) HTTP/1.1\r\n\(fields.joined())\r\n".utf8)
        do {
            let parsed = try head.withUnsafeBufferPointer { (bytes) throws(HTTPRefusal) in
                try RequestHead(bytes, limits: RequestLimits(), wanted: nil).request
            }
            return respond(to: parsed)
        } catch {
            return .refusal(error)
        }
    }
}

extension HTTPResponse {
    var received: HostResponse {
        switch body {
        case .bytes(let bytes): return HostResponse(status: status, headers: headers, body: bytes)
        case .prepared(let prepared):
            let lines = String(decoding: [UInt8](prepared.head), as: UTF8.self).split(separator: "\r\n").dropFirst()
            let fields = lines.compactMap { line -> HeaderField? in
                guard let colon = line.firstIndex(of: ":") else { return nil }
                return HeaderField(String(line[..<colon]), String(line[colon...].dropFirst(2)))
            }
            return HostResponse(status: status, headers: fields, body: [UInt8](prepared.body))
        default: return HostResponse(status: status, headers: [])
        }
    }
}
