import AuthContracts

/// The CORS answer that a backend has to give before a browser lets a page talk to it (Fetch standard, section 3.2).
package struct CORSAnswer: Hashable, Sendable {
    /// What the page's own origins are; `https://` and a host each.
    package var origins: [String]
    /// In upper case, sorted.
    package var methods: [String]
    /// In lower case, sorted: those that a browser asks about beforehand.
    package var requestHeaders: [String]
    /// In lower case, sorted: those of answers that the page reads.
    package var exposedHeaders: [String]
    /// Whether cookies go along; the origin must then be named, `*` does not do.
    package var allowsCredentials: Bool

    /// The headers that every answer needs, whatever its status, for pages of one of the origins; in order.
    package func headers(for origin: String) -> [(name: String, value: String)] {
        let credentials = allowsCredentials ? [("Access-Control-Allow-Credentials", "true")] : []
        return [("Access-Control-Allow-Origin", origin)] + credentials
            + [("Access-Control-Expose-Headers", exposedHeaders.joined(separator: ", "))]
    }

    /// The headers that the answer to a preflight request needs besides, in order.
    package var preflightHeaders: [(name: String, value: String)] {
        let headers = [("Access-Control-Allow-Methods", methods.joined(separator: ", "))]
        return requestHeaders.isEmpty
            ? headers : headers + [("Access-Control-Allow-Headers", requestHeaders.joined(separator: ", "))]
    }
}

extension Contract {
    /// The CORS answer that pages on some hosts need for some operations.
    ///
    /// - Parameters:
    ///   - names: the operations that pages run; nil for all.
    ///   - hosts: where the pages are, without scheme.
    /// - Returns: the least that does.
    package func cors(operations names: (some Collection<String>)? = [String]?.none, hosts: [String]) -> CORSAnswer {
        var sendsCookies = false
        var methods = Set<String>()
        var headers = Set<String>()
        // The wait of a refused attempt is read from here whatever the rules.
        var exposed: Set = ["retry-after"]
        for operation in operations where names?.contains(operation.name) ?? true {
            for step in operation.steps {
                methods.insert(step.request.method.rawValue)
                headers.formUnion(step.request.askedHeaders)
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
