public import Diagnostics

/// Something that a person types.
public struct Field: Hashable, Sendable {
    public let name: String
    public let rule: FieldRule
    public let label: String
    public let placeholder: String?
    /// The picture in front of the input, of the templates' closed set.
    public let icon: String?
    /// The words beside the field when the rule does not hold.
    public let error: String?
    /// What a new password has to have, shown while it is typed.
    public let requirements: Requirements?
    public let location: SourceLocation
}

/// What a field's value has to be.
public enum FieldRule: Hashable, Sendable {
    case email
    /// A password that is being chosen.
    case password
    /// The password of an account that exists.
    case currentPassword
    /// The same as another field of the state.
    case same(as: String)
    /// A one-time code.
    case code
    case text
    /// A box that has to be ticked.
    case consent
}

/// The list of what a password has to have.
public struct Requirements: Hashable, Sendable {
    public let title: String
    public let rules: [Requirement]
}

/// One line of the list.
public struct Requirement: Hashable, Sendable {
    /// What is asked of the password. Lengths count Unicode scalars; upper and lower are the categories Lu and Ll,
    /// digit is Nd, special is none of these.
    public enum Rule: Hashable, Sendable {
        case atLeast(Int)
        case upper, lower, digit, special
        /// The field that repeats the password holds the same.
        case same
    }

    public let rule: Rule
    public let words: String
}
