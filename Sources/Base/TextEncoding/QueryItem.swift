/// One `name=value` pair of a query or a form.
package struct QueryItem: Hashable, Sendable {
    package var name: Substring
    /// The value; empty if there is no equals sign.
    package var value: Substring

    /// The pairs of a query as written, split at every `&`; empty pairs are included.
    package static func items(of query: String) -> [QueryItem] {
        var items: [QueryItem] = []
        query.withUTF8Bytes { query in
            forEach(in: query) { name, value in
                items.append(
                    QueryItem(
                        name: Substring(decoding: name, as: UTF8.self),
                        value: Substring(decoding: value, as: UTF8.self)))
            }
        }
        return items
    }

    /// Calls a closure with the name and the value of each pair of a query, as `items` gives them, in UTF-8.
    package static func forEach(
        in query: UnsafeBufferPointer<UInt8>,
        _ body: (_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) -> Void
    ) {
        var start = 0
        var equals: Int?
        for index in 0...query.count {
            if index < query.count, query[index] != UInt8(ascii: "&") {
                if equals == nil, query[index] == UInt8(ascii: "=") { equals = index }
                continue
            }
            let end = equals ?? index
            body(
                UnsafeBufferPointer(rebasing: query[start..<end]),
                UnsafeBufferPointer(rebasing: query[min(end + 1, index)..<index]))
            start = index + 1
            equals = nil
        }
    }
}
