internal import TextEncoding

/// The items of a link's query or fragment.
///
/// If an item occurs more than once, every occurrence has to match and the first gives the value, as on Apple's
/// systems. A plus sign is not decoded to a space. Items are separated by `&`, or by `&amp;`, which some email programs
/// leave as it is written in HTML. So no name but the first can begin with `amp;`; an item named `amp` has no semicolon,
/// and an encoded ampersand separates nothing. `Templates/hosts/link-items.js` has the same rules.
package struct LinkItems: Sendable {
    private let text: String?

    /// Creates the items of a query or a fragment, percent-encoded and without its `?` or `#`; nil means no items.
    package init(_ text: String?) { self.text = text }

    /// The decoded value of an item; nil if the item is missing, or one of its occurrences is empty or cannot be
    /// decoded.
    package func value(named name: String) -> String? {
        var first: String?
        var areAllPresent = true
        forEachValue(named: name) { value in
            guard areAllPresent, let value = PercentEncoding.decode(value), !value.isEmpty else {
                areAllPresent = false
                return
            }
            if first == nil { first = value }
        }
        return areAllPresent ? first : nil
    }

    /// Whether an item occurs and every occurrence has this decoded value.
    package func has(_ value: String, named name: String) -> Bool {
        var isPresent = false
        var areAllEqual = true
        forEachValue(named: name) { other in
            isPresent = true
            areAllEqual = areAllEqual && PercentEncoding.decode(other)?.isIdentical(value) == true
        }
        return isPresent && areAllEqual
    }

    /// What is left of `&amp;` after the ampersand.
    private static let escapeRest = "amp;"

    /// Calls a closure with the encoded value of each occurrence of an item.
    ///
    /// No table of all items is built, since a server needs only one or two of them.
    private func forEachValue(named name: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        guard var text else { return }
        var name = name
        text.withUTF8 { text in
            name.withUTF8 { name in
                QueryItem.forEach(in: text) { other, value in
                    var other = other
                    if other.baseAddress != text.baseAddress, other.starts(with: Self.escapeRest.utf8) {
                        other = UnsafeBufferPointer(rebasing: other.dropFirst(Self.escapeRest.utf8.count))
                    }
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
