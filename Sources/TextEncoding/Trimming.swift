extension StringProtocol where SubSequence == Substring {
    /// The text without whitespace at either end.
    package var trimmed: Substring { trimming(while: \.isWhitespace) }

    /// The text without the characters at either end that satisfy a condition.
    package func trimming(while isTrimmed: (Character) -> Bool) -> Substring {
        var result = drop(while: isTrimmed)
        while let last = result.last, isTrimmed(last) { result.removeLast() }
        return result
    }
}
