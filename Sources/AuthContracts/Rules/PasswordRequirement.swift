/// Something that is asked of a new password.
///
/// Lengths count Unicode scalars, or UTF-8 bytes where a backend counts those. Upper and lower are the general categories
/// Lu and Ll, digit is Nd, special is none of the three. Texts are the same when their scalars are, without normalisation:
/// to a backend, what only looks the same is another password.
public enum PasswordRequirement: Hashable, Sendable {
    /// At least so many scalars.
    case atLeast(Int)
    /// At most so many scalars.
    case atMost(Int)
    /// At most so many bytes: bcrypt takes in 72.
    case atMostBytes(Int)
    case upper, lower, digit, special
    /// The field that repeats the password holds the same.
    case same
    /// Not among the passwords that are guessed first or were found in a leak. Only a backend can tell.
    case uncommon

    /// The kinds of requirement, without their numbers.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        case atLeast = "at-least"
        case atMost = "at-most"
        case upper, lower, digit, special, same, uncommon
    }
}

extension PasswordRequirement {
    /// Whether a kind of character has to be there.
    package var isKind: Bool {
        switch self {
        case .upper, .lower, .digit, .special: true
        case .atLeast, .atMost, .atMostBytes, .same, .uncommon: false
        }
    }

    /// Reads `upper`, `at-least 8`, `at-most 72 bytes`; nil for anything else.
    ///
    /// - Parameter text: a name, with a number from 1 to 4096 behind `at-least` and `at-most`.
    public init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        let number = words.count > 1 ? Int(words[1]).flatMap { (1...4096).contains($0) ? $0 : nil } : nil
        switch (words.first, words.count, number) {
        case ("upper", 1, _): self = .upper
        case ("lower", 1, _): self = .lower
        case ("digit", 1, _): self = .digit
        case ("special", 1, _): self = .special
        case ("same", 1, _): self = .same
        case ("uncommon", 1, _): self = .uncommon
        case ("at-least", 2, let number?): self = .atLeast(number)
        case ("at-most", 2, let number?): self = .atMost(number)
        case ("at-most", 3, let number?) where words[2] == "bytes": self = .atMostBytes(number)
        default: return nil
        }
    }

    /// As a page spec or a contract writes it.
    public var text: String {
        switch self {
        case .atLeast(let count): "at-least \(count)"
        case .atMost(let count): "at-most \(count)"
        case .atMostBytes(let count): "at-most \(count) bytes"
        case .upper, .lower, .digit, .special, .same, .uncommon: name.rawValue
        }
    }

    /// The kind, without the number.
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

    /// Whether a password meets it.
    ///
    /// - Parameters:
    ///   - password: what was typed; an empty password meets nothing.
    ///   - copy: what the field that repeats it holds; nil where there is none.
    /// - Returns: whether it may be sent, as far as this requirement goes; `uncommon` forbids nothing before a backend does.
    public func isMet(by password: String, copy: String? = nil) -> Bool {
        guard !password.isEmpty else { return false }
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
        case .uncommon: return true
        case .same: return copy.map { scalars.elementsEqual($0.unicodeScalars) } ?? false
        }
    }

    /// Whether a password that meets this one meets the other one too, so that asking for the other is not stricter.
    public func implies(_ other: PasswordRequirement) -> Bool {
        switch (self, other) {
        case (.atLeast(let own), .atLeast(let asked)): asked <= own
        case (.atMost(let own), .atMost(let asked)), (.atMostBytes(let own), .atMostBytes(let asked)): asked >= own
        // No scalar has less than one byte, so a bound on bytes is one on scalars.
        case (.atMostBytes(let own), .atMost(let asked)): asked >= own
        default: self == other
        }
    }
}

/// A requirement and whether what was typed meets it, for a list that changes while somebody types.
public struct CheckedRequirement: Hashable, Sendable {
    /// The requirement.
    public let requirement: PasswordRequirement
    /// Whether the password meets it.
    public let isMet: Bool
}

extension Sequence where Element == PasswordRequirement {
    /// Each requirement with whether a password meets it, in order.
    public func checked(_ password: String, copy: String? = nil) -> [CheckedRequirement] {
        map { CheckedRequirement(requirement: $0, isMet: $0.isMet(by: password, copy: copy)) }
    }
}
