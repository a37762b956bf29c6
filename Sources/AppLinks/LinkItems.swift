internal import TextEncoding

/// The items of a link's query or fragment, by the one rule for items that occur more than once: every occurrence has to
/// fit, and the first gives the value, as with Apple. A plus sign is a plus sign.
package struct LinkItems: Sendable {
    private let text: String?

    /// The items of a query or a fragment, percent-encoded and without its `?` or `#`; nil has none.
    package init(_ text: String?) { self.text = text }

    /// The value of an item; nil where the item is missing, or one of its occurrences is empty or cannot be decoded.
    package func value(named name: String) -> String? {
        var first: String?
        var isEveryOneThere = true
        forEachValue(named: name) { value in
            guard isEveryOneThere, let value = PercentEncoding.decode(value), !value.isEmpty else {
                isEveryOneThere = false
                return
            }
            if first == nil { first = value }
        }
        return isEveryOneThere ? first : nil
    }

    /// Whether an item is there, whatever its value.
    package func contains(_ name: String) -> Bool {
        var isThere = false
        forEachValue(named: name) { _ in isThere = true }
        return isThere
    }

    /// Whether an item is there and has a value wherever it occurs.
    package func has(_ value: String, named name: String) -> Bool {
        var isThere = false
        var fits = true
        forEachValue(named: name) { other in
            isThere = true
            fits = fits && PercentEncoding.decode(other)?.isIdentical(value) == true
        }
        return isThere && fits
    }

    /// The values of an item's occurrences, as they are written. Nothing is kept of the other items: a server answers by
    /// one or two of them.
    private func forEachValue(named name: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        guard var text else { return }
        var name = name
        text.withUTF8 { text in
            name.withUTF8 { name in
                QueryItem.forEach(in: text) { other, value in
                    let isNamed =
                        other.contains(UInt8(ascii: "%"))
                        ? PercentEncoding.decodeIfPossible(other).utf8.elementsEqual(name)
                        : other.count == name.count && other.elementsEqual(name)
                    if isNamed { body(value) }
                }
            }
        }
    }
}
