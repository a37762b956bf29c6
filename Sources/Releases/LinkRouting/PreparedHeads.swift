internal import Diagnostics
internal import HTTPMessages
internal import Memory
internal import Release
internal import TextEncoding

/// The heads of all responses with a file, in one block.
struct PreparedHeads: Sendable {
    /// The heads of 200s and 304s, by `Landing.Variant.number`.
    let found: [ByteSlice]
    let notModified: [ByteSlice]
    /// The heads of 404s, by `Landing.Variant.number` of a page for unknown paths.
    private let missing: [Int: ByteSlice]

    init(_ manifest: Manifest) throws(Diagnostic) {
        var bytes: [UInt8] = []
        var found: [Range<Int>] = []
        var notModified: [Range<Int>] = []
        var missing: [Int: Range<Int>] = [:]
        for app in manifest.apps {
            let visitorFields = app.visitorFields
            let missingFiles = Set([app.notFound] + app.notFoundByLanguage.values)
            for file in app.files {
                for variant in file.variants {
                    func head(_ status: Int, _ headers: [HeaderField]) throws(Diagnostic) -> Range<Int> {
                        guard
                            let head = PreparedResponse.head(status: status, headers: headers, length: variant.length)
                        else {
                            throw Diagnostic(unserved: "the file '\(file.name)' has a header field that cannot be sent")
                        }
                        bytes += head
                        return bytes.count - head.count..<bytes.count
                    }
                    let headers = Self.headers(file, variant, varyingBy: visitorFields[file.name] ?? [])
                    found.append(try head(200, headers))
                    notModified.append(try head(304, Self.validators(headers)))
                    if missingFiles.contains(file.name) {
                        missing[found.count - 1] = try head(404, headers.filter { $0.name != "ETag" })
                    }
                }
            }
        }
        let block = ByteBlock(bytes)
        self.found = found.map { block[$0] }
        self.notModified = notModified.map { block[$0] }
        self.missing = missing.mapValues { block[$0] }
    }

    /// Returns the head of a 404 with a variant of the app's 404 page.
    func missing(_ variant: Landing.Variant) -> ByteSlice { missing[variant.number] ?? notModified[variant.number] }

    /// Returns the head of a 429 with the same page. It is rare, so it is composed of the 404's fields.
    func limited(_ variant: Landing.Variant) -> ByteSlice {
        let fields = [UInt8](missing(variant)).drop { $0 != UInt8(ascii: "\n") }.dropFirst()
        return ByteSlice(Array("HTTP/1.1 429 Too Many Requests\r\nRetry-After: 10\r\n".utf8) + fields)
    }

    private static func headers(
        _ file: ReleasedFile, _ variant: ReleasedFile.Variant, varyingBy visitorFields: [String]
    ) -> [HeaderField] {
        var headers = [HeaderField("Content-Type", file.type)]
        if variant.encoding != "identity" { headers.append(HeaderField("Content-Encoding", variant.encoding)) }
        headers.append(HeaderField("ETag", EntityTag.text(variant.hash)))
        let varying = (file.variants.count > 1 ? ["Accept-Encoding"] : []) + visitorFields
        if !varying.isEmpty { headers.append(HeaderField("Vary", varying.joined(separator: ", "))) }
        return headers + file.headers
    }

    /// Returns the header fields that a 304 repeats (RFC 9110, section 15.4.5).
    private static func validators(_ headers: [HeaderField]) -> [HeaderField] {
        let repeated: Set = ["etag", "vary", "cache-control", "expires", "content-location"]
        return headers.filter { repeated.contains($0.name.lowercased()) }
    }
}
