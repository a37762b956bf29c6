package import TextEncoding

extension URLTemplate {
    /// The decoded values of the parameters by name; nil if the percent-encoded parts of a URL do not match or a value
    /// cannot be decoded. As on Apple's systems, runs of slashes count as one and a trailing slash is ignored; if a
    /// query or fragment has an item more than once, every occurrence has to match and the first gives the value.
    package func parameters(ofPath path: String, query: String?, fragment: String?) -> [String: String]? {
        parameters(components: Self.segments(path), query: query, fragment: fragment)
    }

    /// The decoded values of the parameters by name; nil if a URL does not match or a value cannot be decoded. The
    /// first component of a URL with the app's own scheme may be its host or the start of its path:
    /// `artitec://reset-password` and `artitec:///reset-password` are equivalent. A template without a scheme matches
    /// any http or https URL; the caller checks that the host is one of the app's.
    package func parameters(of address: URLParts) -> [String: String]? {
        guard let scheme, scheme != "https", scheme != "http" else {
            guard address.isWeb, host == nil || host == address.host else { return nil }
            return parameters(ofPath: address.path, query: address.query, fragment: address.fragment)
        }
        guard scheme == address.scheme else { return nil }
        var components = Self.segments(address.path)
        if let host = address.host, !host.isEmpty { components.insert(host[...], at: 0) }
        return parameters(
            components: components, hostFirst: host != nil || address.host?.isEmpty == false, query: address.query,
            fragment: address.fragment)
    }

    /// The path's segments, preceded by the host if the scheme is the app's own.
    package var components: [Part] {
        guard let host, scheme != nil, scheme != "https", scheme != "http" else { return path }
        return [.literal(host)] + path
    }

    /// With `hostFirst` the first component is a host on one side, and hosts are compared without regard to case.
    private func parameters(components: [Substring], hostFirst: Bool = false, query: String?, fragment: String?)
        -> [String: String]?
    {
        let segments = self.components
        guard segments.count == components.count else { return nil }
        var values: [String: String] = [:]
        for (index, (segment, text)) in zip(segments, components).enumerated() {
            switch segment {
            case .parameter(let name):
                guard let decoded = PercentEncoding.decode(text) else { return nil }
                values[name] = decoded
            case .literal(let literal):
                let decoded = PercentEncoding.decodeIfPossible(text)
                let expected = PercentEncoding.decodeIfPossible(literal)
                let fits =
                    index == 0 && hostFirst
                    ? decoded.lowercased() == expected.lowercased() : decoded.isIdentical(expected)
                guard fits else { return nil }
            }
        }
        guard Self.collect(self.query, in: query, into: &values) else { return nil }
        guard Self.collect(self.fragment, in: fragment, into: &values) else { return nil }
        return values
    }

    /// Whether all the items match; adds the values of parameters to `values`.
    private static func collect(_ items: [Item], in text: String?, into values: inout [String: String]) -> Bool {
        guard !items.isEmpty else { return true }
        let present = LinkItems(text)
        for item in items {
            let name = PercentEncoding.decodeIfPossible(item.name)
            switch item.value {
            case .literal(let literal):
                guard present.has(PercentEncoding.decodeIfPossible(literal), named: name) else { return false }
            case .parameter(let parameter):
                guard let value = present.value(named: name) else { return false }
                values[parameter] = value
            }
        }
        return true
    }

    private static func segments(_ path: String) -> [Substring] {
        path.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init)
    }
}
