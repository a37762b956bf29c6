/// How Apple evens out slashes, in a path and in its pattern alike.
///
/// Doubled slashes and stars count as one; where no star stands at an end, a slash does. This is the simplest rule that
/// reproduces what was observed of Apple's systems; `Documentation/UniversalLinks.md` names what is not proven.
enum PathNormalisation {
    /// The path of an address; a star in one is treated as in a pattern.
    static func normalised(_ path: [UInt32]) -> [UInt32] {
        guard path.count != 1 else { return path }
        return normalised(path, slash: UInt32(UInt8(ascii: "/")), star: UInt32(UInt8(ascii: "*")))
    }

    /// The pattern of a path.
    static func normalised(_ pattern: [PatternElement]) -> [PatternElement] {
        if pattern.count == 1 {
            // Written, a pattern of one character; a reference to a variable is longer.
            switch pattern[0] {
            case .scalar, .any, .star: return pattern
            case .variable, .oneOf, .nothing: break
            }
        }
        return normalised(pattern, slash: .scalar(UInt32(UInt8(ascii: "/"))), star: .star)
    }

    private static func normalised<Character: Equatable>(_ text: [Character], slash: Character, star: Character)
        -> [Character]
    {
        guard let first = text.first else { return [slash] }
        var result: [Character] = []
        result.reserveCapacity(text.count + 2)
        if first != slash, first != star { result.append(slash) }
        for character in text {
            if character == slash || character == star, result.last == character { continue }
            result.append(character)
        }
        // Stars alone have become one star, and that one stands at the front.
        let endsInStar = result.count > 1 && result[result.count - 1] == star
        if !endsInStar, result[result.count - 1] != slash { result.append(slash) }
        return result
    }
}
