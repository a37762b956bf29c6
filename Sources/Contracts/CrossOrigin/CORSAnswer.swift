import AuthContracts
package import TextEncoding

/// The CORS headers that a backend must send to let browsers run a page's requests (Fetch standard, section 3.2).
package struct CORSAnswer: Hashable, Sendable {
    /// The origins of the pages: `https://` and a host each.
    package var origins: [String]
    package var methods: [String]
    /// The request headers that need permission; in lower case, sorted.
    package var requestHeaders: [String]
    /// The response headers that the page reads; in lower case, sorted.
    package var exposedHeaders: [String]
    /// Whether requests carry cookies; if so, `Access-Control-Allow-Origin` must name the origin instead of `*`.
    package var allowsCredentials: Bool

    /// The headers that every response to a page of an origin needs, whatever its status; in order.
    package func headers(for origin: String) -> [HeaderField] {
        let credentials = allowsCredentials ? [HeaderField("Access-Control-Allow-Credentials", "true")] : []
        return [HeaderField("Access-Control-Allow-Origin", origin)] + credentials
            + [HeaderField("Access-Control-Expose-Headers", exposedHeaders.joined(separator: ", "))]
    }

    /// The additional headers of the response to a preflight request, in order.
    package var preflightHeaders: [HeaderField] {
        let headers = [HeaderField("Access-Control-Allow-Methods", methods.joined(separator: ", "))]
        return requestHeaders.isEmpty
            ? headers : headers + [HeaderField("Access-Control-Allow-Headers", requestHeaders.joined(separator: ", "))]
    }
}

extension Contract {
    /// The least CORS headers with which the pages of these hosts can run these operations.
    package func cors(operations names: [String], hosts: [String]) -> CORSAnswer {
        var sendsCookies = false
        var methods = Set<String>()
        var headers = Set<String>()
        // `Retry-After` of a rate-limited response is read regardless of the rules.
        var exposed: Set = ["retry-after"]
        for operation in operations where names.contains(operation.name) {
            for step in operation.steps {
                methods.insert(step.request.method.rawValue)
                headers.formUnion(step.request.unsafeHeaders)
                sendsCookies = sendsCookies || step.request.sendsCookies
                for rule in step.rules {
                    for header in rule.headers { exposed.insert(header.name) }
                    for kept in rule.keep { if case .header(let name) = kept.source { exposed.insert(name) } }
                    if case .header(let name)? = rule.wait { exposed.insert(name) }
                }
            }
        }
        return CORSAnswer(
            origins: hosts.map { "https://\($0)" }, methods: methods.sorted(), requestHeaders: headers.sorted(),
            exposedHeaders: exposed.sorted(), allowsCredentials: sendsCookies)
    }
}
