public import AuthContracts
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
    /// Whether it has the focus when its state is the first that a person sees.
    public let isFocused: Bool
    /// How good a new password is, shown while it is typed.
    public let strength: StrengthMeter?
    public let location: SourceLocation
}

/// Says in a word how good a new password is.
public struct StrengthMeter: Hashable, Sendable {
    public let label: String
    /// From the weakest to the strongest: 2 to 6.
    public let words: [String]
}

/// The list of what a password has to have.
public struct Requirements: Hashable, Sendable {
    public let title: String
    public let rules: [Requirement]
}

/// One line of the list.
public struct Requirement: Hashable, Sendable {
    public let rule: PasswordRequirement
    public let words: String
}
