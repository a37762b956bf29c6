internal import Hashing
internal import Release
package import TextEncoding

/// A request of the conformance suite, with the response of `latchkey-server`.
package struct ConformanceCase: Hashable, Sendable {
    /// The aspect that a case tests; announcements refer to these.
    package enum Aspect: String, Hashable, Sendable, CaseIterable {
        /// A file at its path, unencoded.
        case file
        case head
        case brotli
        case gzip
        /// A client that prefers gzip to brotli.
        case weights
        /// A client that refuses every encoding.
        case refusedEncoding = "refused-encoding"
        /// A second request with the entity tag of the first.
        case revalidation
        case trailingSlash = "trailing-slash"
        case doubledSlash = "doubled-slash"
        /// A letter of the path percent-encoded.
        case encodedPath = "encoded-path"
        /// Query items that select the page.
        case condition
        /// A path that no route has.
        case unknownPath = "unknown-path"
        /// The hashed or plain name of a file, which is not a public path.
        case fileName = "file-name"
        /// Upper case where the route has lower case.
        case letterCase = "letter-case"
        /// A path that leaves the folder.
        case traversal
        case redirect
        /// A redirect into the app or to the page, depending on the User-Agent.
        case openIPhone = "open-iphone"
        case openChrome = "open-chrome"
        case openFirefox = "open-firefox"
        case openPage = "open-page"
        /// A value that must be percent-encoded.
        case openEncoding = "open-encoding"
        /// A link with a repeated parameter, of which the first value counts.
        case openRepeated = "open-repeated"
        /// A link without its parameter, with an empty repetition of it, or with an invalid value.
        case openMalformed = "open-malformed"
        /// A host that is not the app's.
        case unknownHost = "unknown-host"
        /// The app's other hosts, and its host in upper case, with a trailing dot and with a port.
        case host
        case method
    }

    /// The aspect that the case tests.
    package let aspect: Aspect
    /// The app that should respond.
    package let app: String
    /// The request.
    package let request: HostRequest
    /// The expected response.
    package let expected: ExpectedResponse
    /// Whether the request is repeated with the entity tag received, expecting 304.
    package var revalidates: Bool { aspect == .revalidation }

    /// The request as one line: `GET /reset-password?token=latchkey-sample, Accept-Encoding: br`.
    package var name: String {
        let fields = request.headers.map { field in
            ", \(field.name): " + (field.value.utf8.count > 40 ? field.value.prefix(40) + "…" : field.value)
        }
        let target = request.target.utf8.count > 100 ? request.target.prefix(100) + "…" : request.target
        return "\(request.method) \(target)\(fields.joined())"
    }
}

/// The expected properties of a response.
package struct ExpectedResponse: Hashable, Sendable {
    /// The expected body.
    package enum Body: Hashable, Sendable {
        /// The bytes of a variant.
        case variant(hash: String, length: Int)
        /// An empty body, for HEAD; `Content-Length`, if present, must be this length.
        case head(length: Int)
        /// Any body.
        case any
    }

    /// The status code.
    package var status: Int
    /// Fields that must have exactly these values.
    package var headers: [HeaderField]
    /// Names that `Vary` must contain.
    package var vary: [String]
    /// Whether the response must have an entity tag.
    package var hasEntityTag: Bool
    /// Fields that must be absent, in lower case.
    package var absent: [String]
    /// The body.
    package var body: Body
    /// The file's variants by content coding.
    var variants: [String: ReleasedFile.Variant] = [:]

    /// Whether a decoded body is the expected file.
    package func isFile(_ decoded: [UInt8]) -> Bool {
        variants["identity"].map { $0.matches(decoded) } ?? false
    }
}

extension ReleasedFile.Variant {
    func matches(_ body: [UInt8]) -> Bool {
        body.count == length && Base16.encode(Digest.sha256(body)).prefix(hash.utf8.count) == hash
    }
}

/// A difference between a response and that of `latchkey-server`.
package struct ConformanceDifference: Hashable, Sendable {
    /// The part that differs: `status`, `body`, or a field name in lower case.
    package let part: String
    /// The expected value.
    package let expected: String
    /// The value found.
    package let found: String

    /// The received status, if it is the difference; `found` may continue with a redirect's location.
    package var status: Int? { part == "status" ? Int(found.prefix { $0 != " " }) : nil }
}
