internal import Release
internal import TextEncoding

/// Generates the conformance cases of one app.
struct AppCases {
    let app: ReleasedApp
    /// The host that is requested.
    let host: String

    func make(
        _ aspect: ConformanceCase.Aspect, _ target: String, method: String = "GET", host: String? = nil,
        with headers: [HeaderField] = [], _ expected: ExpectedResponse
    ) -> ConformanceCase {
        let plain = headers.contains { $0.name == "Accept-Encoding" }
        return ConformanceCase(
            aspect: aspect, app: app.name,
            request: HostRequest(
                method: method, host: host ?? self.host, target: target,
                headers: (plain ? [] : [HeaderField("Accept-Encoding", "identity")]) + headers),
            expected: expected)
    }

    // MARK: - Answers

    /// Returns a file in the first of some content codings that it has, otherwise uncompressed.
    func found(_ file: ReleasedFile, _ codings: String..., status: Int = 200) -> ExpectedResponse {
        let variants = codings.compactMap { coding in file.variants.first { $0.encoding == coding } }
        let variant = variants.first ?? file.variants[0]
        let isCoded = variant.encoding != "identity"
        let isVaried = file.variants.count > 1
        return ExpectedResponse(
            status: status,
            headers: [HeaderField("Content-Type", file.type)]
                + (isCoded ? [HeaderField("Content-Encoding", variant.encoding)] : []) + file.headers,
            vary: isVaried ? ["Accept-Encoding"] : [], hasEntityTag: status == 200,
            absent: ["location", "set-cookie"] + (isCoded ? [] : ["content-encoding"]) + Self.unwanted(file),
            body: .variant(hash: variant.hash, length: variant.length),
            variants: Dictionary(file.variants.map { ($0.encoding, $0) }) { first, _ in first })
    }

    /// Header fields that would affect the page or disclose data about it, unless the release sets them.
    private static func unwanted(_ file: ReleasedFile) -> [String] {
        guard file.type.hasPrefix("text/html") else { return [] }
        let names = [
            "refresh", "link", "nel", "report-to", "reporting-endpoints", "access-control-allow-origin",
            "content-disposition", "speculation-rules",
        ]
        return names.filter { name in !file.headers.contains { $0.name.lowercased() == name } }
    }

    func head(_ file: ReleasedFile) -> ExpectedResponse {
        var answer = found(file)
        answer.body = .head(length: file.variants[0].length)
        return answer
    }

    var missing: ExpectedResponse {
        app.file(named: app.notFound).map { found($0, status: 404) } ?? bare(404)
    }

    func bare(_ status: Int, headers: [HeaderField] = [], absent: [String] = ["location"]) -> ExpectedResponse {
        ExpectedResponse(status: status, headers: headers, vary: [], hasEntityTag: false, absent: absent, body: .any)
    }

    func redirect(_ status: Int, _ location: String, byVisitor: Bool = false) -> ExpectedResponse {
        ExpectedResponse(
            status: status,
            headers: [HeaderField("Location", location)] + app.redirectHeaders, vary: byVisitor ? ["User-Agent"] : [],
            hasEntityTag: false, absent: ["set-cookie"], body: .any)
    }
}
