internal import Hashing
internal import Release
public import TextEncoding

/// One request of the conformance suite with the answer that `latchkey-server` gives.
public struct ConformanceCase: Hashable, Sendable {
    /// What a case is about; a host's announcements name these.
    public enum Aspect: String, Hashable, Sendable, CaseIterable {
        /// A file at its own path, as it is.
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
        /// A letter of the path as `%61`.
        case encodedPath = "encoded-path"
        /// Query items that decide about the page.
        case condition
        /// A path that no route has.
        case unknownPath = "unknown-path"
        /// The file's own name, under which no visitor should find it.
        case fileName = "file-name"
        /// Upper case where the route has lower case.
        case letterCase = "letter-case"
        /// A path that leads out of the folder.
        case traversal
        case redirect
        /// Into the app, or to the page, by User-Agent.
        case openIPhone = "open-iphone"
        case openChrome = "open-chrome"
        case openFirefox = "open-firefox"
        case openPage = "open-page"
        /// A value that has to be percent-encoded.
        case openEncoding = "open-encoding"
        /// A link with its parameter twice, of which the first counts.
        case openRepeated = "open-repeated"
        /// A link without its parameter, with it twice and once empty, or with a value that cannot go on.
        case openMalformed = "open-malformed"
        /// A host that is not the app's.
        case unknownHost = "unknown-host"
        /// Every other host of the app, its name in upper case, and with a port.
        case host
        case method
    }

    /// What the case is about.
    public let aspect: Aspect
    /// The app whose answer is expected.
    public let app: String
    /// What is asked.
    public private(set) var request: HostRequest
    /// What is answered.
    public let expected: ExpectedAnswer
    /// Whether the request is sent a second time with the entity tag that came, to be answered with 304.
    public var revalidates: Bool { aspect == .revalidation }

    init(aspect: Aspect, app: String, request: HostRequest, expected: ExpectedAnswer) {
        self.aspect = aspect
        self.app = app
        self.request = request
        self.expected = expected
    }

    func asked(of host: String) -> ConformanceCase {
        var copy = self
        copy.request.host = host
        return copy
    }

    /// A line for people: `GET /reset-password?token=latchkey-sample, Accept-Encoding: br`.
    public var name: String {
        let fields = request.headers.map { field in
            ", \(field.name): " + (field.value.utf8.count > 40 ? field.value.prefix(40) + "…" : field.value)
        }
        let target = request.target.utf8.count > 100 ? request.target.prefix(100) + "…" : request.target
        return "\(request.method) \(target)\(fields.joined())"
    }
}

/// What an answer has to be.
public struct ExpectedAnswer: Hashable, Sendable {
    /// A body, by what it hashes to.
    public enum Body: Hashable, Sendable {
        /// A variant's bytes.
        case variant(hash: String, length: Int)
        /// No byte, for HEAD; the length that `Content-Length` may give.
        case head(length: Int)
        /// Whatever there is.
        case any
    }

    /// The status code.
    public var status: Int
    /// Fields with exactly these values.
    public var headers: [HeaderField]
    /// Names that `Vary` lists.
    public var vary: [String]
    /// Whether there is an entity tag.
    public var hasEntityTag: Bool
    /// Fields that must not be there, in lower case.
    public var absent: [String]
    /// What comes.
    public var body: Body
    /// What the file is in each content coding.
    var variants: [String: ReleasedFile.Variant] = [:]

    /// Whether a body, decoded, is the file that is expected.
    public func isFile(_ decoded: [UInt8]) -> Bool {
        variants["identity"].map { $0.matches(decoded) } ?? false
    }
}

extension ReleasedFile.Variant {
    func matches(_ body: [UInt8]) -> Bool {
        body.count == length && Base16.encode(Digest.sha256(body)).prefix(hash.utf8.count) == hash
    }
}

/// One way in which an answer is another than `latchkey-server`'s.
public struct ConformanceDifference: Hashable, Sendable {
    /// `status`, `body`, or a field's name in lower case.
    public let part: String
    /// What it should be.
    public let expected: String
    /// What it is.
    public let found: String

    /// The status that came, where that is the difference; `found` has the redirect's address after it.
    public var status: Int? { part == "status" ? Int(found.prefix { $0 != " " }) : nil }

    /// A difference by its parts.
    public init(part: String, expected: String, found: String) {
        self.part = part
        self.expected = expected
        self.found = found
    }
}
