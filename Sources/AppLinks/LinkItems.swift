internal import TextEncoding

/// The items of a link's query or fragment, by the one rule for items that occur more than once: every occurrence has to
/// fit, and the first gives the value, as with Apple. A plus sign is a plus sign.
package struct LinkItems: Sendable {
    /// By decoded name, each with its decoded values in order; nil for a value that is no text in UTF-8.
    private let items: [(name: String, value: String?)]

    /// Splits a query or a fragment, percent-encoded and without its `?` or `#`; nil has no items.
    package init(_ text: String?) {
        items =
            text.map(QueryItem.items)?.map {
                (PercentEncoding.decodeIfPossible($0.name), PercentEncoding.decode($0.value))
            } ?? []
    }

    /// The value of an item; nil where the item is missing, or one of its occurrences is empty or cannot be decoded.
    package func value(named name: String) -> String? {
        let values = items.filter { $0.name.isIdentical(name) }.map(\.value)
        return values.contains { $0?.isEmpty ?? true } ? nil : values.first ?? nil
    }

    /// Whether an item is there, whatever its value.
    package func contains(_ name: String) -> Bool { items.contains { $0.name.isIdentical(name) } }

    /// Whether an item is there and has a value wherever it occurs.
    package func has(_ value: String, named name: String) -> Bool {
        let values = items.filter { $0.name.isIdentical(name) }.map(\.value)
        return !values.isEmpty && values.allSatisfy { $0?.isIdentical(value) == true }
    }
}
