import AuthContracts

/// A request as a browser asks beforehand whether a page may make it (Fetch standard, section 4.8).
package struct CORSRequest: Hashable, Sendable {
    /// In upper case.
    package var method: String
    /// Absolute, percent-encoded, without a fragment.
    package var url: String
    /// In lower case, sorted: those that a page may not send without asking.
    package var headers: [String]
    /// Whether cookies go along.
    package var sendsCookies: Bool

    /// Whether a browser asks at all: what a form could send as well is sent at once, and only its answer is withheld.
    package var isAskedFor: Bool { !Self.safeMethods.contains(method) || !headers.isEmpty }

    /// The methods that are allowed without being named.
    package static let safeMethods: Set = ["GET", "HEAD", "POST"]
}

extension Contract.Operation {
    /// What a browser asks about before it makes the operation's requests, in their order.
    ///
    /// - Parameter values: by name; what is missing is made up, since nobody but the backend's router looks at it.
    /// - Returns: a request each, but for those to an address that only an answer brings.
    package func corsRequests(values: [String: String]) -> [CORSRequest] {
        steps.compactMap { step in
            let request = step.request
            let made = request.needs.map { ($0.name, "example") }
            let all = Dictionary(made) { first, _ in first }.merging(values) { $1 }
            if case .value(let start)? = request.url.parts.first, start.name != "base" { return nil }
            guard let filled = try? request.filled(with: all) else { return nil }
            return CORSRequest(
                method: request.method.rawValue, url: filled.url, headers: request.askedHeaders,
                sendsCookies: request.sendsCookies)
        }
    }
}

extension Contract.Request {
    /// The headers that a page may not send to another host without asking (Fetch standard, section 2.2.2); in lower case,
    /// sorted.
    var askedHeaders: [String] {
        var asked = Set(headers.map { $0.name.lowercased() })
        asked.subtract(["accept", "accept-language", "content-language", "content-type"])
        let written = headers.first { $0.name.lowercased() == "content-type" }?.text.text
        if let type = written ?? body?.type, !Self.formTypes.contains(type.lowercased()) {
            asked.insert("content-type")
        }
        return asked.sorted()
    }

    private static let formTypes: Set = ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"]
}
