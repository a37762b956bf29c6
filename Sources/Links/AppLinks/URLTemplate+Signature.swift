internal import TextEncoding

extension URLTemplate {
    /// Everything that determines which URLs a template matches; not the parameters' names, and not the order of items.
    package struct Signature: Hashable {
        let scheme: String?
        let host: String?
        let path: [String?]
        let query: [String: String?]
        let fragment: [String: String?]

        /// Whether some request could match both templates. Requests have no fragment, so fragments are ignored.
        package func sharesRequests(with other: Signature) -> Bool {
            guard path.count == other.path.count else { return false }
            for (a, b) in zip(path, other.path) {
                if let a, let b, !a.isIdentical(b) { return false }
            }
            return query.allSatisfy { name, value in
                guard let value, case .some(let wanted?) = other.query[name] else { return true }
                return wanted.isIdentical(value)
            }
        }

        /// Whether a server cannot distinguish URLs of the two templates.
        package func isIndistinguishableByServers(from other: Signature) -> Bool {
            hasPath(of: other) && query == other.query
        }

        /// Whether the two templates have the same path, apart from the parameters' names.
        package func hasPath(of other: Signature) -> Bool { path == other.path }
    }

    package var signature: Signature {
        Signature(
            scheme: scheme, host: host,
            path: path.map { segment in
                if case .literal(let text) = segment { PercentEncoding.decodeIfPossible(text) } else { nil }
            },
            query: Self.signature(of: query), fragment: Self.signature(of: fragment))
    }

    private static func signature(of items: [Item]) -> [String: String?] {
        var result: [String: String?] = [:]
        for item in items {
            let value: String? =
                if case .literal(let text) = item.value { PercentEncoding.decodeIfPossible(text) } else { nil }
            result.updateValue(value, forKey: PercentEncoding.decodeIfPossible(item.name))
        }
        return result
    }

    /// The indices of templates in the order in which they are tried: the most specific first, otherwise as given.
    package static func order(_ templates: [URLTemplate]) -> [Int] {
        let ranks = templates.map(\.rank)
        return templates.indices.sorted { a, b in
            if ranks[a] == ranks[b] { return a < b }
            return ranks[a].lexicographicallyPrecedes(ranks[b], by: >)
        }
    }

    package var requiredItems: [String] {
        query.filter(\.value.isParameter).map { PercentEncoding.decodeIfPossible($0.name) }
    }

    /// How specific a template is, compared lexicographically: longer paths first, then more literal segments, then
    /// earlier ones; then the number of conditions and of parameters, the query's before the fragment's, which a server
    /// does not receive.
    private var rank: [Int] {
        let segments = components
        let literals = segments.map { $0.isParameter ? 0 : 1 }
        let counts = [query, fragment].flatMap { items in [items.count { !$0.value.isParameter }, items.count] }
        return [segments.count, literals.reduce(0, +)] + literals + counts
    }
}
