/// One element of a pattern.
enum PatternElement: Hashable, Sendable {
    /// Exactly this scalar.
    case scalar(UInt32)
    /// Any one scalar: `?`.
    case any
    /// Any sequence of scalars: `*`.
    case star
    /// One ASCII character of a class: `$(digit)`.
    case oneOf(CharacterClass)
    /// One of the values of a substitution variable, by its index in `PatternVariables`.
    case variable(Int)
    /// An element that never matches: a reference to an unknown variable.
    case nothing
}

/// A class of ASCII characters: a predefined variable that stands for one character.
struct CharacterClass: Hashable, Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init(_ ranges: ClosedRange<UInt8>...) {
        for byte in ranges.joined() { insert(byte) }
    }

    func contains(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0..<64: low >> UInt64(scalar) & 1 == 1
        case 64..<128: high >> UInt64(scalar - 64) & 1 == 1
        default: false
        }
    }

    /// Whether this class is a superset of another.
    func contains(_ other: CharacterClass) -> Bool {
        other.low & ~low == 0 && other.high & ~high == 0
    }

    /// The lowest member.
    var first: UInt32? { (0..<128).first(where: contains) }

    /// The class for case-folded text: with the lower-case forms of its letters.
    var folded: CharacterClass {
        var result = self
        for letter in UInt8(0x41)...0x5A where contains(UInt32(letter)) { result.insert(letter | 0x20) }
        return result
    }

    private mutating func insert(_ byte: UInt8) {
        if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
    }

    /// The predefined classes, by the names of their variables.
    static let predefined: [String: CharacterClass] = [
        "alpha": CharacterClass(0x41...0x5A, 0x61...0x7A),
        "upper": CharacterClass(0x41...0x5A),
        "lower": CharacterClass(0x61...0x7A),
        "alnum": CharacterClass(0x30...0x39, 0x41...0x5A, 0x61...0x7A),
        "digit": CharacterClass(0x30...0x39),
        "xdigit": CharacterClass(0x30...0x39, 0x41...0x46, 0x61...0x66),
    ]
}

enum ASCII {
    /// A scalar with A to Z lower-cased. Others are unchanged: what Apple's systems do with them is unproven.
    static func folded(_ scalar: UInt32) -> UInt32 {
        (0x41...0x5A).contains(scalar) ? scalar | 0x20 : scalar
    }
}
