internal import TextEncoding

/// A request of the conformance suite, with the response of `latchkey-server`.
package struct ConformanceCase: Hashable, Sendable {
    /// The aspect that a case tests; announcements refer to these.
    package enum Aspect: String, Hashable, Sendable, CaseIterable {
        /// A file at its path, unencoded.
        case file
        case head
        case brotli
        case gzip
        /// A client that prefers gzip to brotli, or refuses one of them.
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
        /// The same with an item that occurs twice.
        case repeatedCondition = "repeated-condition"
        case unknownPath = "unknown-path"
        /// More segments after a path that ends in a parameter.
        case longerValue = "longer-value"
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
        case unknownHost = "unknown-host"
        /// The app's other hosts, and its host in upper case, with a trailing dot and with a port.
        case host
        case method
    }

    package let aspect: Aspect
    package let app: String
    package let request: HostRequest
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

/// A difference between a response and that of `latchkey-server`.
package struct ConformanceDifference: Hashable, Sendable {
    /// The part that differs: `status`, `body`, or a field name in lower case.
    package let part: String
    package let expected: String
    package let found: String

    /// What was found in the place of a status if there was no response.
    static let noResponse = "no response"

    /// The received status, if it is the difference; `found` may continue with a redirect's location.
    package var status: Int? { part == "status" ? Int(found.prefix { $0 != " " }) : nil }
}
