import AuthContracts

/// A request for which a browser may send a preflight request first (Fetch standard, section 4.8).
package struct CORSRequest: Hashable, Sendable {
    /// The method in upper case.
    package var method: String
    /// The absolute URL, percent-encoded, without a fragment.
    package var url: String
    /// The request headers that need permission; in lower case, sorted.
    package var headers: [String]
    package var sendsCookies: Bool

    /// Whether a browser sends a preflight request. It does not for a request that a form could make; it then only
    /// withholds the response.
    package var needsPreflight: Bool { !Self.safeMethods.contains(method) || !headers.isEmpty }

    /// The methods that are allowed by default.
    package static let safeMethods: Set = ["GET", "HEAD", "POST"]
}

extension Contract.Operation {
    /// The requests of the operation as a browser's preflight requests describe them, in order, except those whose URL comes
    /// from an earlier response. Missing values are replaced by an example, since a preflight request only has to match the
    /// backend's routes.
    package func corsRequests(values: [String: String]) -> [CORSRequest] {
        steps.compactMap { step in
            let request = step.request
            let made = request.needs.map { ($0.name, "example") }
            let all = Dictionary(made) { first, _ in first }.merging(values) { $1 }
            if case .value(let start)? = request.url.parts.first, start.name != "base" { return nil }
            guard let filled = try? request.filled(with: all) else { return nil }
            return CORSRequest(
                method: request.method.rawValue, url: filled.url, headers: request.unsafeHeaders,
                sendsCookies: request.sendsCookies)
        }
    }
}

extension Contract.Request {
    /// The request headers that a page may not send to another origin without permission (Fetch standard, section
    /// 2.2.2); in lower case, sorted.
    var unsafeHeaders: [String] {
        var names = Set(headers.map { $0.name.lowercased() })
        names.subtract(["accept", "accept-language", "content-language", "content-type"])
        let written = headers.first { $0.name.lowercased() == "content-type" }?.text.text
        if let type = written ?? body?.type, !Self.formTypes.contains(type.lowercased()) {
            names.insert("content-type")
        }
        return names.sorted()
    }

    private static let formTypes: Set = ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"]
}
