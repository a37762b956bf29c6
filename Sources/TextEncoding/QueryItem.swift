/// One `name=value` pair of a query or a form.
package struct QueryItem: Hashable, Sendable {
    package var name: Substring
    /// Empty where there is no equals sign.
    package var value: Substring

    /// A pair as written, split at the first equals sign.
    package init(_ pair: Substring) {
        let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
        name = pair[..<equals]
        value = pair[equals...].dropFirst()
    }

    /// The pairs of a query as written: split at every `&`, an empty pair between two of them included.
    package static func items(of query: String) -> [QueryItem] {
        var items: [QueryItem] = []
        forEach(in: query) { items.append($0) }
        return items
    }

    /// Calls a closure with each pair of a query, as `items` gives them.
    package static func forEach(in query: String, _ body: (QueryItem) -> Void) {
        var rest = query.utf8[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "&")) {
            body(QueryItem(Substring(rest[..<end])))
            rest = rest[rest.index(after: end)...]
        }
        body(QueryItem(Substring(rest)))
    }
}
