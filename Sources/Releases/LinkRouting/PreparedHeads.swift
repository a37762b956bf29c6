internal import AppLinks
internal import HTTPMessages
internal import Memory
internal import Release
internal import TextEncoding

/// The heads of all responses with a file, in one block.
///
/// The heads of 304s lie together: with thousands of hosts, cache misses dominate the cost of a 304.
struct PreparedHeads: Sendable {
    /// The heads of all 304s, then of all 200s, by `Landing.Variant.number`; then those of the 404 pages.
    private let heads: ByteTable
    /// The number of variants.
    private let variants: Int
    /// The numbers of each app's first 404 among `heads`.
    private let firstMissing: [UInt32]

    /// - Throws: `LandingError` if a header field is invalid.
    init(_ manifest: Manifest) throws(LandingError) {
        var notModified = ByteTable.Builder()
        var found = ByteTable.Builder()
        var missing = ByteTable.Builder()
        var firstMissing: [Int] = []
        for app in manifest.apps {
            firstMissing.append(missing.count)
            let behindRedirects = app.filesBehindRedirects
            for file in app.files {
                for variant in file.variants {
                    func head(_ status: Int, _ headers: [HeaderField]) throws(LandingError) -> [UInt8] {
                        do {
                            return try PreparedResponse.head(status: status, headers: headers, length: variant.length)
                        } catch {
                            throw LandingError("the file '\(file.name)' has a header field that cannot be sent")
                        }
                    }
                    let headers = Self.headers(file, variant, variesByVisitor: behindRedirects.contains(file.name))
                    found.append(try head(200, headers))
                    notModified.append(try head(304, Self.validators(headers)))
                    if file.name == app.notFound {
                        missing.append(try head(404, headers.filter { $0.name != "ETag" }))
                    }
                }
            }
        }
        variants = found.count
        self.firstMissing = firstMissing.map { [variants] in UInt32(2 * variants + $0) }
        notModified.append(contentsOf: found)
        notModified.append(contentsOf: missing)
        heads = notModified.table()
    }

    func notModified(_ variant: Landing.Variant) -> ByteSlice {
        let head = heads[variant.number]
        head.prefetch()
        return head
    }

    func found(_ variant: Landing.Variant) -> ByteSlice { heads[variants + variant.number] }

    /// Returns the head of a 404 with a variant of the app's 404 page.
    func missing(_ variant: Landing.Variant) -> ByteSlice { heads[Int(firstMissing[variant.app]) + variant.variant] }

    /// Returns the head of a 429 with the same page. It is rare, so it is composed of the 404's fields.
    func limited(_ variant: Landing.Variant) -> ByteSlice {
        let fields = [UInt8](missing(variant)).drop { $0 != UInt8(ascii: "\n") }.dropFirst()
        return ByteSlice(Array("HTTP/1.1 429 Too Many Requests\r\nRetry-After: 10\r\n".utf8) + fields)
    }

    private static func headers(
        _ file: ReleasedFile, _ variant: ReleasedFile.Variant, variesByVisitor: Bool
    ) -> [HeaderField] {
        var headers = [HeaderField("Content-Type", file.type)]
        if variant.encoding != "identity" { headers.append(HeaderField("Content-Encoding", variant.encoding)) }
        headers.append(HeaderField("ETag", EntityTag.text(variant.hash)))
        let varying = (file.variants.count > 1 ? ["Accept-Encoding"] : []) + (variesByVisitor ? ["User-Agent"] : [])
        if !varying.isEmpty { headers.append(HeaderField("Vary", varying.joined(separator: ", "))) }
        return headers + file.headers
    }

    /// Returns the header fields that a 304 repeats (RFC 9110, section 15.4.5).
    private static func validators(_ headers: [HeaderField]) -> [HeaderField] {
        let repeated: Set = ["etag", "vary", "cache-control", "expires", "content-location"]
        return headers.filter { repeated.contains($0.name.lowercased()) }
    }
}
