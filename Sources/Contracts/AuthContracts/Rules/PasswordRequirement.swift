/// A requirement for a new password.
///
/// Lengths count Unicode scalars, or UTF-8 bytes for backends that count those. Upper and lower are the general
/// categories Lu and Ll, digit is Nd, special is none of the three. Texts are compared by scalars without
/// normalisation, as a backend compares them.
public enum PasswordRequirement: Hashable, Sendable {
    /// At least this many scalars.
    case atLeast(Int)
    /// At most this many scalars.
    case atMost(Int)
    /// At most this many bytes; bcrypt reads 72.
    case atMostBytes(Int)
    /// An upper-case letter (Unicode category Lu).
    case upper
    /// A lower-case letter (Unicode category Ll).
    case lower
    /// A digit (Unicode category Nd).
    case digit
    /// A character that is neither an upper-case nor a lower-case letter nor a digit.
    case special
    /// The field that repeats the password has the same value.
    case same
    /// Not among the most common or leaked passwords; only a backend can decide that.
    case uncommon

    /// The kinds of requirement, without their numbers.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// A minimum number of scalars.
        case atLeast = "at-least"
        /// A maximum number of scalars or bytes.
        case atMost = "at-most"
        /// An upper-case letter.
        case upper
        /// A lower-case letter.
        case lower
        /// A digit.
        case digit
        /// Any other character.
        case special
        /// The same value in the field that repeats the password.
        case same
        /// Not among the most common or leaked passwords.
        case uncommon
    }
}

extension PasswordRequirement {
    package var isKind: Bool {
        switch self {
        case .upper, .lower, .digit, .special: true
        case .atLeast, .atMost, .atMostBytes, .same, .uncommon: false
        }
    }

    /// Whether no password meets all of some requirements, since it would have to be longer than it may be.
    package static func excludeEachOther(_ requirements: [PasswordRequirement]) -> Bool {
        var (least, most) = (Set(requirements.filter(\.isKind)).count, Int.max)
        for requirement in requirements {
            switch requirement {
            case .atLeast(let count): least = max(least, count)
            // A scalar has a byte and more.
            case .atMost(let count), .atMostBytes(let count): most = min(most, count)
            case .upper, .lower, .digit, .special, .same, .uncommon: continue
            }
        }
        return least > most
    }

    /// Parses `upper`, `at-least 8` or `at-most 72 bytes`, with a number from 1 to 4096; nil for anything else.
    package init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        let number = words.count > 1 ? Int(words[1]) ?? 0 : 1
        let known: [PasswordRequirement] = [
            .upper, .lower, .digit, .special, .same, .uncommon, .atLeast(number), .atMost(number), .atMostBytes(number),
        ]
        // Compared as written, so that of a number only the usual form is read.
        guard (1...4096).contains(number), let found = known.first(where: { $0.text == text }) else { return nil }
        self = found
    }

    /// The text in a page spec or a contract.
    package var text: String {
        switch self {
        case .atLeast(let count): "at-least \(count)"
        case .atMost(let count): "at-most \(count)"
        case .atMostBytes(let count): "at-most \(count) bytes"
        case .upper, .lower, .digit, .special, .same, .uncommon: name.rawValue
        }
    }

    /// The kind of requirement, without its number.
    public var name: Name {
        switch self {
        case .atLeast: .atLeast
        case .atMost, .atMostBytes: .atMost
        case .upper: .upper
        case .lower: .lower
        case .digit: .digit
        case .special: .special
        case .same: .same
        case .uncommon: .uncommon
        }
    }

    /// The limit of a length; nil for other requirements.
    package var number: Int? {
        switch self {
        case .atLeast(let count), .atMost(let count), .atMostBytes(let count): count
        case .upper, .lower, .digit, .special, .same, .uncommon: nil
        }
    }

    package var countsBytes: Bool { if case .atMostBytes = self { true } else { false } }

    /// Whether a password meets the requirement.
    ///
    /// - Parameters:
    ///   - password: the password entered; an empty one is not too long, and meets no other requirement.
    ///   - copy: the value of the field that repeats it; nil if there is none.
    /// - Returns: whether the requirement allows sending it; `uncommon` always does, since only the backend can decide.
    public func isMet(by password: String, copy: String? = nil) -> Bool {
        let scalars = password.unicodeScalars
        switch self {
        case .atLeast(let count): return scalars.count >= count
        case .atMost(let count): return scalars.count <= count
        case .atMostBytes(let count): return password.utf8.count <= count
        case .upper: return scalars.contains { $0.properties.generalCategory == .uppercaseLetter }
        case .lower: return scalars.contains { $0.properties.generalCategory == .lowercaseLetter }
        case .digit: return scalars.contains { $0.properties.generalCategory == .decimalNumber }
        case .special:
            return scalars.contains {
                ![.uppercaseLetter, .lowercaseLetter, .decimalNumber].contains($0.properties.generalCategory)
            }
        case .uncommon: return !password.isEmpty
        case .same: return !password.isEmpty && copy.map { scalars.elementsEqual($0.unicodeScalars) } == true
        }
    }

    /// Whether every password that meets this requirement also meets another one.
    package func implies(_ other: PasswordRequirement) -> Bool {
        switch (self, other) {
        case (.atLeast(let own), .atLeast(let other)): other <= own
        case (.atMost(let own), .atMost(let other)), (.atMostBytes(let own), .atMostBytes(let other)): other >= own
        // A scalar has at least one byte, so a limit in bytes also limits scalars.
        case (.atMostBytes(let own), .atMost(let other)): other >= own
        default: self == other
        }
    }
}
