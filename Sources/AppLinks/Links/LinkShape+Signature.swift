extension LinkShape {
    /// What decides which addresses a shape fits: everything but the names of its parameters and the order of its items.
    struct Signature: Hashable {
        var scheme: String?
        var host: String?
        var path: [String?]
        var query: [String: String?]
        var fragment: [String: String?]
    }

    var signature: Signature {
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

    /// Whether addresses of this shape should be tried before those of another, since it asks for more.
    func isMoreSpecific(than other: LinkShape) -> Bool {
        rank.lexicographicallyPrecedes(other.rank, by: >)
    }

    /// Longer paths first, then more literal segments, earlier ones first; then conditions, then parameters.
    private var rank: [Int] {
        let segments = components
        let literals = segments.map { if case .literal = $0 { 1 } else { 0 } }
        let items = query + fragment
        let conditions = items.filter { if case .literal = $0.value { true } else { false } }
        return [segments.count, literals.reduce(0, +)] + literals + [conditions.count, items.count]
    }
}
