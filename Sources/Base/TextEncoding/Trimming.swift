extension StringProtocol where SubSequence == Substring {
    package var trimmed: Substring { trimming(while: \.isWhitespace) }

    package func trimming(while isTrimmed: (Character) -> Bool) -> Substring {
        var result = drop(while: isTrimmed)
        while let last = result.last, isTrimmed(last) { result.removeLast() }
        return result
    }
}

extension String {
    /// The text after a prefix; nil if the text does not begin with it.
    package func removing(prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }

    /// The text before a suffix; nil if the text does not end in it.
    package func removing(suffix: String) -> String? { hasSuffix(suffix) ? String(dropLast(suffix.count)) : nil }
}
