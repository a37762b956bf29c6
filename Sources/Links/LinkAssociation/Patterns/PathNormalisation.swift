/// Apple's normalisation of slashes, which applies to paths and to their patterns.
///
/// Runs of slashes and of stars collapse to one; an end without a star gets a slash. This is the simplest rule that
/// reproduces what was observed on Apple's systems; `Documentation/UniversalLinks.md` lists what is not proven.
enum PathNormalisation {
    /// Normalises the path of a URL; a star in it is treated as in a pattern.
    static func normalised(_ path: [UInt32]) -> [UInt32] {
        guard path.count != 1 else { return path }
        return normalised(path, slash: UInt32(UInt8(ascii: "/")), star: UInt32(UInt8(ascii: "*")))
    }

    static func normalised(_ pattern: [PatternElement]) -> [PatternElement] {
        if pattern.count == 1 {
            // These were written as a single character; a reference to a variable is longer.
            switch pattern[0] {
            case .scalar, .any, .star: return pattern
            case .variable, .nothing: break
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
        // A lone star, what a run of stars has become, counts as the leading one, so a slash is still appended.
        let endsInStar = result.count > 1 && result[result.count - 1] == star
        if !endsInStar, result[result.count - 1] != slash { result.append(slash) }
        return result
    }
}
