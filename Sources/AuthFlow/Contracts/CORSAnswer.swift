/// The CORS answer that a backend has to give before a browser lets a page talk to it (Fetch standard, section 3.2).
public struct CORSAnswer: Hashable, Sendable {
    /// What the page's own origins are; `https://` and a host each.
    public var origins: [String]
    /// In upper case, sorted.
    public var methods: [String]
    /// In lower case, sorted: those that a browser asks about beforehand.
    public var requestHeaders: [String]
    /// In lower case, sorted: those of answers that the page reads.
    public var exposedHeaders: [String]
    /// Whether cookies go along; the origin must then be named, `*` does not do.
    public var allowsCredentials: Bool

    /// The headers of the answer for one of the origins, in order.
    public func headers(for origin: String) -> [(name: String, value: String)] {
        var headers = [
            ("Access-Control-Allow-Origin", origin), ("Access-Control-Allow-Methods", methods.joined(separator: ", ")),
        ]
        if !requestHeaders.isEmpty {
            headers.append(("Access-Control-Allow-Headers", requestHeaders.joined(separator: ", ")))
        }
        headers.append(("Access-Control-Expose-Headers", exposedHeaders.joined(separator: ", ")))
        if allowsCredentials { headers.append(("Access-Control-Allow-Credentials", "true")) }
        return headers
    }
}

extension Contract {
    /// The CORS answer that pages on some hosts need for some operations.
    ///
    /// - Parameters:
    ///   - names: the operations that pages run; nil for all.
    ///   - hosts: where the pages are, without scheme.
    /// - Returns: the least that does.
    public func cors(operations names: (some Collection<String>)? = [String]?.none, hosts: [String]) -> CORSAnswer {
        let steps = operations.filter { names?.contains($0.name) ?? true }.flatMap(\.steps)
        var methods = Set<String>()
        var headers = Set<String>()
        // The wait of a refused attempt is read from here whatever the rules.
        var exposed: Set = ["retry-after"]
        for step in steps {
            methods.insert(step.request.method.rawValue)
            for header in step.request.headers { headers.insert(header.name.lowercased()) }
            if case .json? = step.request.body { headers.insert("content-type") }
            for rule in step.rules {
                exposed.formUnion(rule.headers.map(\.name))
                for source in rule.keep.map(\.source) + [rule.wait].compactMap({ $0 }) {
                    if case .header(let name) = source { exposed.insert(name) }
                }
            }
        }
        // A page may set these without asking.
        headers.subtract(["accept", "accept-language", "content-language"])
        return CORSAnswer(
            origins: hosts.map { "https://\($0)" }, methods: methods.sorted(), requestHeaders: headers.sorted(),
            exposedHeaders: exposed.sorted(), allowsCredentials: steps.contains(where: \.request.sendsCookies))
    }
}
